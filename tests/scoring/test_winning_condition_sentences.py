"""*What do we need?*: its sentences, and that they are true."""

import re
from random import Random

import pytest

from scoring.models import Game, ScoreSheet
from scoring.presentation.winning_conditions import (
    depends_on_calls,
    winning_condition_sections,
    within_reach,
)
from scoring.rules import (
    OFFICIAL_RULES,
    ByTeam,
    Call,
    CallLevel,
    Scenario,
    Seat,
    Team,
    list_scenarios,
)
from tests.factories import GameFactory
from tests.rules.every_result import Cards, draw_standing, own, results

TICHU, GRAND, _ = CallLevel
BEN = Call(Seat.B1, TICHU)


def new_game(**agreed: object) -> Game:
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
    players = {f"player_{seat}__name": name for seat, name in names.items()}
    game: Game = GameFactory.build(**players, **agreed)
    return game


def scenarios(game: Game, a: int, b: int, *calls: Call) -> tuple[Scenario, ...]:
    return list_scenarios(
        game.race, game.race.standing(ByTeam(a, b), 9), calls, game.house_rules
    )


def texts_of(game: Game, a: int, b: int, *calls: Call) -> list[str]:
    """Return all texts, headings without a full stop, with plain spaces."""
    sections = winning_condition_sections(scenarios(game, a, b, *calls), game)
    texts = [[section.heading, *(line.text for line in section.lines)] for section in sections]
    return [text.replace("\N{NO-BREAK SPACE}", " ") for part in texts for text in part if text]


SAID = {
    (100, 200): ["Nobody can win in this round."],
    (600, 595): [
        "Ada + Cleo win with a made Grand Tichu and a double win only.",
        "Ben + Dora cannot win in this round.",
    ],
    (720, 500): [
        (
            "Ada + Cleo win with a made Tichu and a double win,"
            " or with a made Grand Tichu and 80 card points."
        ),
        "Ben + Dora cannot win in this round.",
    ],
    (895, -100): [
        (
            "Ada + Cleo win with a double win, with 105 card points,"
            " with a made Tichu and 5 card points, or with any made Grand Tichu."
        ),
        "Ben + Dora cannot win in this round.",
    ],
    (300, 810): [
        "Ada + Cleo cannot win in this round.",
        (
            "Ben + Dora win with a double win, with a made Tichu and 90 card points,"
            " or with a made Grand Tichu and at least −10 card points."
        ),
    ],
    (945, 300): [
        "Ada + Cleo win with 55 card points, or with any made Tichu.",
        "Ben + Dora cannot win in this round, but stay in the game with 50 card points.",
    ],
    (880, 945): [
        (
            "Ada + Cleo win with a double win, with 120 card points,"
            " with a made Tichu and 35 card points,"
            " or with a made Grand Tichu and at least −15 card points."
        ),
        "Ada + Cleo stay in the game with 50 card points.",
        "Ben + Dora win with 55 card points, or with any made Tichu.",
    ],
    (1050, 1050): [
        (
            "Ada + Cleo win with 55 card points, with a made Tichu and 5 card points,"
            " or with any made Grand Tichu."
        ),
        (
            "Ben + Dora win with 55 card points, with a made Tichu and 5 card points,"
            " or with any made Grand Tichu."
        ),
        "50 : 50 is a tie: you play on.",
    ],
}


@pytest.mark.parametrize("totals", SAID, ids=str)
def test_winning_conditions_are_said_for_each_pair_of_totals(totals: tuple[int, int]) -> None:
    assert texts_of(new_game(), *totals) == SAID[totals]


def test_draw_ends_the_game() -> None:
    assert texts_of(new_game(tie="draw"), 970, 960)[-1] == "45 : 55 is a draw."


def test_double_win_is_all_that_helps() -> None:
    game = new_game(grand=False, calls_per_team="one")

    assert texts_of(game, 900, 950, Call(Seat.A1, TICHU), BEN) == [
        "If all calls fail",
        "Ada + Cleo win with a double win only.",
        "Ben + Dora win with a double win only.",
        "If Ada’s Tichu is made",
        "Ada + Cleo win with at least 0 card points.",
        "Ben + Dora cannot win in this round, but stay in the game with 105 card points.",
        "If Ben’s Tichu is made",
        "Ben + Dora win in any case.",
    ]


def test_known_call_is_made_or_fails() -> None:
    assert texts_of(new_game(), 880, 945, BEN) == [
        "If Ben’s Tichu fails",
        (
            "Ada + Cleo win with a double win, with 120 card points,"
            " with a made Tichu and 20 card points, or with any made Grand Tichu."
        ),
        (
            "Ben + Dora win with a double win, with a made Tichu and 55 card points,"
            " or with any made Grand Tichu."
        ),
        "If Ben’s Tichu is made",
        "Ben + Dora win in any case.",
    ]


def test_known_call_that_changes_nothing_is_not_named() -> None:
    assert texts_of(new_game(), 300, 200, BEN) == ["Nobody can win in this round."]


def test_double_win_can_be_a_tie() -> None:
    assert "A double win by Ben + Dora is a tie: you play on." in texts_of(
        new_game(), 1000, 1000, Call(Seat.B1, GRAND)
    )


def test_line_is_of_the_team_that_it_is_about() -> None:
    game = new_game()
    (section,) = winning_condition_sections(scenarios(game, 970, 960), game)

    assert [line.team for line in section.lines] == [Team.A, Team.B, None]


EVERYBODY = [Call(seat, TICHU) for seat in Seat]


@pytest.mark.parametrize(
    ("totals", "agreed", "calls", "may"),
    [
        ((880, 945), {}, [], True),
        ((100, 200), {}, [], False),
        ((880, 945), {}, EVERYBODY[:3], True),
        ((880, 945), {}, EVERYBODY, False),
        ((880, 945), {"calls_per_team": "one"}, EVERYBODY[:1], True),
        ((880, 945), {"calls_per_team": "one"}, EVERYBODY[:2], False),
        ((-100, 200), {"floor": 300}, [], True),
        ((-100, 200), {"floor": 505}, [], True),
        ((-100, 200), {"floor": 530}, [], False),
        ((0, 0), {"target": None, "lead": 1000}, [], False),
        ((0, 0), {"target": None, "lead": 800}, [], True),
        ((0, 0), {"target": None, "lead": 805}, [], False),
        ((200, 0), {"failed_calls": "opponents"}, [], True),
        ((195, 0), {"failed_calls": "opponents"}, [], False),
        ((200, 0), {"failed_calls": "opponents", "calls_per_team": "one"}, [], False),
    ],
)
def test_more_calls_may_change_what_is_said(
    totals: tuple[int, int], agreed: dict[str, object], calls: list[Call], *, may: bool
) -> None:
    game = new_game(**agreed)

    assert depends_on_calls(scenarios(game, *totals, *calls), game) is may


# Whether it is true

LEVELS = [None, "Tichu", "Grand Tichu"]


def read_ways(lines: list[str], names: str) -> list[tuple[int, str]]:
    """Return the ways to win in the lines: the index of a call in LEVELS, and the points."""
    start = f"{names} win "
    (ways,) = [line for line in lines if line.startswith(start)] or [""]
    ways = ways.removeprefix(start).removesuffix(".").removesuffix(" only")
    return [read_way(way) for way in re.split(", or |, ", ways) if way]


def read_way(way: str) -> tuple[int, str]:
    call = re.fullmatch("with (?:a|any) made ((?:Grand )?Tichu)(?: and (.*))?", way)
    if call:
        return LEVELS.index(call[1]), call[2] or "any card points"
    return 0, way.removeprefix("with ")


def enough(need: str, cards: Cards, team: Team) -> bool:
    """Return whether a result satisfies the need. A double win counts more than 100 card
    points."""
    if need == "a double win":
        return cards is team
    points = re.fullmatch("(?:at least )?(.*) card points", need)
    assert points
    least = -25 if points[1] == "any" else int(points[1].replace("−", "-"))
    if isinstance(cards, Team):
        return cards is team and least <= 100
    return own(cards, team) >= least


@pytest.mark.parametrize("target", [300, 500, 1000])
def test_lines_name_every_result_that_wins_and_no_other(target: int) -> None:
    game = new_game(target=target)
    random = Random(target)
    for _ in range(150):
        before = draw_standing(random, game.race)
        lines = texts_of(game, *before.totals)
        for (_known, new), points in results((), OFFICIAL_RULES).items():
            level = [None, *CallLevel].index(new[1]) if new else 0
            for team in [new[0]] if new else list(Team):
                ways = read_ways(lines, game.team_names[team])
                for cards, gained in points.items():
                    totals = ByTeam(before.totals.a + gained.a, before.totals.b + gained.b)
                    won = game.race.standing(totals, 10).winner is team
                    told = any(at <= level and enough(need, cards, team) for at, need in ways)
                    assert told == won, (lines, new, cards)


# What is within reach


def reach(game: Game, a: int, b: int) -> dict[str, tuple[list[str], str]]:
    """Return the signs and the sentence for each team that may win soon."""
    sheet = ScoreSheet(game.race, [], game.race.standing(ByTeam(a, b), 9))
    return {
        team: ([tag.text for tag in signs], sentence)
        for team, signs, sentence in within_reach(sheet, game)
    }


@pytest.mark.parametrize("totals", [(0, 0), (600, 595), (720, 500)])
def test_nothing_is_within_reach_early(totals: tuple[int, int]) -> None:
    assert reach(new_game(), *totals) == {}


def test_double_win_or_a_tichu_and_card_points_are_within_reach() -> None:
    assert reach(new_game(), 815, 300) == {
        "A": (
            ["double win", "T✓ 85+"],
            (
                "Ada + Cleo win with a double win, with a made Tichu and 85 card points, "
                "or with a made Grand Tichu and at least −15 card points."
            ),
        )
    }


def test_both_teams_can_be_within_reach() -> None:
    assert {team: signs for team, (signs, _) in reach(new_game(), 955, 880).items()} == {
        "A": ["45+", "T✓"],
        "B": ["double win", "120+", "T✓ 40+"],
    }
