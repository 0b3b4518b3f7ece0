"""Every figure is what a second, naive count of the stored rounds says, to the last digit."""

from dataclasses import asdict
from typing import Any

import pytest

from scoring.rules import Race
from scoring.stats.chances import Chances, Ending, Table, blend
from scoring.stats.group import GroupFigures, figures, figures_of
from scoring.stats.history import read
from scoring.stats.pairs import Chemistry
from scoring.stats.player import Figures
from scoring.stats.records import Feat, Record, usual_target
from scoring.stats.records import records as records_of
from tests.scoring.stats.naive import Naive
from tests.scoring.stats.scribble import Scribe

pytestmark = pytest.mark.django_db

HISTORIES = 50


@pytest.fixture(scope="module")
def table() -> Table:
    """The chances in games to all targets that are played here."""
    ending = Ending.of(Race(300))
    assert ending
    return ending.solve(blend(()))


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_figures_are_those_of_a_naive_count(seed: int, table: Table) -> None:
    scribe = Scribe(seed)
    scribe.play(games=5)
    scribe.rename()

    history, naive = read(scribe.group), Naive(scribe.group)
    found = figures_of(history)

    assert {player: told(each) for player, each in found.players.items()} == {
        player: naive.player(player) for player in naive.players()
    }
    assert pairs(found) == naive.pairs()
    assert rivals(found) == naive.rivals()
    assert records(found) == naive.records()
    assert group(found) == naive.group()
    chances = Chances(Race(usual_target(history.games) or 300), table)
    assert by_chances(records_of(history.games, chances)) == naive.by_chances(chances)


def told(each: Figures) -> dict[str, Any]:
    return {
        "score": each.score._asdict(),
        "tichu": each.tichu.made.n,
        "tichu_made": each.tichu.made.k,
        "grand": each.grand.made.n,
        "grand_made": each.grand.made.k,
        "first": each.first.k,
        "missed": each.missed.k,
        "faced": each.busted.n,
        "busted": each.busted.k,
        "bombs": each.bombs,
        "places": each.places,
        "last": (each.last.k, each.last.n),
        "streaks": (each.streaks.now, each.streaks.won, each.streaks.lost),
        "forms": tuple(form.score._asdict() for form in each.forms),
        "best": each.best and (each.best.day, each.best.score._asdict()),
    }


def pairs(found: GroupFigures) -> dict[Any, Any]:
    def chemistry(each: Chemistry | None) -> Any:
        return each and (each.actual, each.expected)

    return {
        pair: {"score": each.score._asdict(), "chemistry": chemistry(each.chemistry)}
        for pair, each in found.partners.items()
    }


def rivals(found: GroupFigures) -> dict[Any, Any]:
    return {
        pair: {
            "score": each.score._asdict(),
            "streak": each.streak,
            "met": (each.met, each.game),
        }
        for pair, each in found.rivals.items()
    }


def records(found: GroupFigures) -> dict[str, Any]:
    return {
        each.feat: each.value if each.feat == "longest_streak" else (each.value, each.game)
        for each in found.records
    }


def by_chances(found: tuple[Record, ...]) -> dict[str, Any]:
    told = {each.feat: (each.value, each.game, each.number) for each in found}
    chances = {Feat.GREATEST_COMEBACK, Feat.BIGGEST_SWING}
    return {
        feat: (pytest.approx(value), *where)
        for feat, (value, *where) in told.items()
        if feat in chances
    }


def group(found: GroupFigures) -> dict[str, Any]:
    return {
        "games": found.games,
        "running": found.running,
        "rounds": found.rounds,
        "average": (found.average.total, found.average.n),
        "evenings": tuple(tuple(each) for each in found.evenings),
    }


def test_figures_are_as_before_after_undoing_everything() -> None:
    scribe = Scribe(1)
    scribe.play(games=4)
    before = figures(scribe.group)
    scribe.start()
    pen = scribe.pens[-1]
    for _ in range(3):
        scribe.record(pen)
    pen.amend(1, scribe.result(pen.game))
    pen.remove(2)
    between = figures(scribe.group)

    while pen.game.history.to_undo:
        pen.undo()

    assert between != before
    assert asdict(figures(scribe.group)) == asdict(before)
