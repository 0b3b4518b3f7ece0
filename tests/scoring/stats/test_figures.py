"""Every figure is what a second, naive count of the stored rounds says, to the last digit."""

from dataclasses import asdict
from typing import Any

import pytest

from scoring.stats.group import GroupFigures, figures
from scoring.stats.pairs import Chemistry
from scoring.stats.player import Figures
from tests.scoring.stats.naive import Naive
from tests.scoring.stats.scribble import Scribe

pytestmark = pytest.mark.django_db

HISTORIES = 50


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_figures_are_those_of_a_naive_count(seed: int) -> None:
    scribe = Scribe(seed)
    scribe.play(games=5)
    scribe.rename()

    found, naive = figures(scribe.group), Naive(scribe.group)

    assert {player: told(each) for player, each in found.players.items()} == {
        player: naive.player(player) for player in naive.players()
    }
    assert pairs(found) == naive.pairs()
    assert rivals(found) == naive.rivals()
    assert records(found) == naive.records()
    assert group(found) == naive.group()


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
