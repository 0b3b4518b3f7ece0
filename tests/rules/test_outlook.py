"""The outlook says of every result of the coming round what the rules make of it: a few worked
out by hand, and thousands of totals by going through all results."""

from itertools import pairwise
from random import Random

import pytest

from scoring.rules import (
    OFFICIAL,
    ByTeam,
    Call,
    HouseRules,
    IllegalRound,
    Level,
    Prospect,
    Race,
    Seat,
    Standing,
    State,
    Team,
    Tie,
    Way,
    outlook,
)
from tests.rules.every_result import (
    RULES,
    Cards,
    draw_calls,
    draw_standing,
    own,
    results,
)

# By hand


def ahead(
    a: int, b: int, *calls: Call, race: Race | None = None, rules: HouseRules = OFFICIAL
) -> tuple[Prospect, ...]:
    """The outlook after nine rounds that came to these totals."""
    race = race or Race()
    return outlook(race, race.standing(ByTeam(a, b), 9), calls, rules)


def needs(ways: tuple[Way, ...]) -> list[tuple[Level | None, int | None, bool]]:
    """What each way needs: a new call, card points, and whether a double win will do."""
    return [(way.level, way.least, bool(way.double_wins)) for way in ways]


TICHU, GRAND = Level


def test_both_near_the_target() -> None:
    (coming,) = ahead(880, 945)

    assert needs(coming.wins.a) == [
        (None, 120, True),
        (TICHU, 35, True),
        (GRAND, -15, True),
    ]
    assert needs(coming.wins.b) == [(None, 55, True), (TICHU, -25, True)]
    assert (coming.stays, coming.tie, coming.tied_by) == (ByTeam(50, -15), None, ())


def test_grand_tichu_that_a_made_tichu_makes_needless_is_left_out() -> None:
    (coming,) = ahead(945, 300)

    assert needs(coming.wins.a) == [(None, 55, True), (TICHU, -25, True)]


def test_any_made_tichu_wins_whatever_happens_and_card_points_alone_do_not() -> None:
    (coming,) = ahead(945, 300)

    assert [way.whatever for way in coming.wins.a] == [False, True]


def test_double_win_wins_where_no_card_points_do() -> None:
    (coming,) = ahead(800, 0, rules=HouseRules(grand=False))

    assert needs(coming.wins.a) == [(None, None, True), (TICHU, 100, True)]


def test_far_from_the_target_nobody_wins() -> None:
    (coming,) = ahead(595, -200)

    assert coming == Prospect(None, ByTeam((), ()), ByTeam(-25, -25), None, ())


def test_grand_tichu_with_a_double_win_is_the_most_that_a_round_brings() -> None:
    (coming,) = ahead(600, 595)

    assert (needs(coming.wins.a), coming.wins.b) == ([(GRAND, None, True)], ())


def test_game_without_grand_tichu_has_no_way_by_it() -> None:
    (coming,) = ahead(600, 595, rules=HouseRules(grand=False))

    assert coming.wins == ByTeam((), ())


def test_tie_keeps_a_team_in_the_game() -> None:
    (coming,) = ahead(970, 960)

    assert (coming.tie, coming.stays) == (45, ByTeam(45, 55))


def test_draw_keeps_nobody_in_the_game() -> None:
    (coming,) = ahead(970, 960, race=Race(tie=Tie.DRAW))

    assert (coming.tie, coming.stays) == (45, ByTeam(50, 60))


def test_after_a_tie_the_higher_total_of_the_next_round_wins() -> None:
    (coming,) = ahead(1050, 1050)

    assert (coming.wins.a[0].least, coming.wins.b[0].least, coming.tie) == (55, 55, 50)


def test_failed_call_after_a_tie() -> None:
    failed, made = ahead(1000, 1000, Call(Seat.B1, GRAND))

    assert needs(failed.wins.a) == [(None, 0, True), (TICHU, -25, True)]
    assert needs(failed.wins.b) == [(TICHU, 105, True), (GRAND, 55, True)]
    assert (failed.stays, failed.tied_by) == (ByTeam(-25, 105), (Team.B,))
    assert made.wins == ByTeam((), (Way(None, -25, (Team.B,), whatever=True),))


def test_known_call_has_a_prospect_for_made_and_for_failed() -> None:
    failed, made = ahead(880, 945, Call(Seat.B1, TICHU))

    assert (failed.made, made.made) == (None, Call(Seat.B1, TICHU))
    assert needs(failed.wins.b) == [(None, None, True), (TICHU, 55, True), (GRAND, -25, True)]
    assert made.wins == ByTeam((), (Way(None, -25, (Team.B,), whatever=True),))


def test_double_win_is_out_of_reach_where_both_partners_calls_fail() -> None:
    calls = Call(Seat.A1, TICHU), Call(Seat.A2, TICHU)
    failed, *_ = ahead(500, 200, *calls, race=Race(fixed_rounds=10))

    assert failed.wins.a == (Way(None, 5, (), whatever=False),)


def test_team_that_has_called_has_no_other_call_where_one_is_allowed() -> None:
    rules = HouseRules(one_call_per_team=True)
    failed, _ = ahead(880, 945, Call(Seat.B1, TICHU), rules=rules)

    assert needs(failed.wins.b) == [(None, None, True)]


def test_when_all_have_called_one_call_is_made() -> None:
    calls = [Call(seat, TICHU) for seat in Seat]

    assert [prospect.made for prospect in ahead(500, 500, *calls)] == calls


def test_double_win_can_tie_where_rounds_are_counted() -> None:
    (coming,) = ahead(100, 300, race=Race(fixed_rounds=10))

    assert (coming.tie, coming.tied_by) == (None, (Team.A,))


def test_no_way_before_the_last_of_a_fixed_number_of_rounds() -> None:
    (coming,) = ahead(2000, 0, race=Race(fixed_rounds=11))

    assert coming == Prospect(None, ByTeam((), ()), ByTeam(-25, -25), None, ())


def test_lead_that_no_round_can_turn_wins_whatever_happens() -> None:
    (coming,) = ahead(2000, 0, race=Race(fixed_rounds=10))

    assert coming.wins == ByTeam((Way(None, -25, (Team.A, Team.B), whatever=True),), ())


def test_game_that_is_over_has_no_outlook() -> None:
    with pytest.raises(ValueError, match="end of a game"):
        ahead(1000, 995)


@pytest.mark.parametrize(
    ("calls", "rules", "code"),
    [
        ([Call(Seat.A1, TICHU), Call(Seat.A1, GRAND)], OFFICIAL, "TWO_CALLS_BY_ONE_PLAYER"),
        ([Call(Seat.A1, GRAND)], HouseRules(grand=False), "GRAND_NOT_ALLOWED"),
        (
            [Call(Seat.A1, TICHU), Call(Seat.A2, TICHU)],
            HouseRules(one_call_per_team=True),
            "TWO_CALLS_IN_ONE_TEAM",
        ),
    ],
)
def test_calls_that_cannot_be_are_refused(
    calls: list[Call], rules: HouseRules, code: str
) -> None:
    with pytest.raises(IllegalRound) as refused:
        ahead(0, 0, *calls, rules=rules)

    assert refused.value.code == code


# By going through all results


def way_with(ways: tuple[Way, ...], level: Level | None) -> Way:
    """The way that speaks for a new call of this level."""
    levels = [None, TICHU, GRAND]
    never = Way(None, None, (), whatever=False)
    return [never, *(way for way in ways if levels.index(way.level) <= levels.index(level))][-1]


def wins(way: Way, team: Team, cards: Cards) -> bool:
    if isinstance(cards, Team):
        return cards in way.double_wins
    return way.least is not None and own(cards, team) >= way.least


def check(race: Race, standing: Standing, calls: tuple[Call, ...], rules: HouseRules) -> None:
    prospects = {coming.made: coming for coming in outlook(race, standing, calls, rules)}
    assert set(prospects) == {known for known, _ in results(calls, rules)}
    for (known, new), points in results(calls, rules).items():
        ends = {
            cards: race.standing(
                ByTeam(standing.totals.a + gained.a, standing.totals.b + gained.b),
                standing.rounds + 1,
            )
            for cards, gained in points.items()
        }
        coming = prospects[known]
        for team in [new[0]] if new else list(Team):
            check_wins(coming.wins[team], team, new, ends)
        if not new:
            check_others(race, coming, ends)


def check_wins(
    ways: tuple[Way, ...],
    team: Team,
    new: tuple[Team, Level] | None,
    ends: dict[Cards, Standing],
) -> None:
    level = new[1] if new else None
    way = way_with(ways, level)
    won = {
        cards
        for cards, after in ends.items()
        if after.state is State.WON and after.totals[team] > after.totals[team.opponents]
    }
    assert won == {cards for cards in ends if wins(way, team, cards)}
    if way.level is level:
        assert way.whatever == (won == set(ends))
    needed = [(way.least, team in way.double_wins) for way in ways]
    assert all(one != other for one, other in pairwise(needed))
    assert all(way.least is not None or way.double_wins for way in ways)


def check_others(race: Race, coming: Prospect, ends: dict[Cards, Standing]) -> None:
    counted = {cards: after for cards, after in ends.items() if not isinstance(cards, Team)}
    for team, stays in coming.stays.items():
        least = 1000 if stays is None else stays
        assert {cards for cards in counted if own(cards, team) >= least} == {
            cards
            for cards, after in counted.items()
            if after.state is State.RUNNING or after.winner is team
        }
    tied = {cards for cards, after in ends.items() if ends_level(race, after)}
    assert tied == {*([] if coming.tie is None else [coming.tie]), *coming.tied_by}


def ends_level(race: Race, after: Standing) -> bool:
    if race.fixed_rounds is None:
        there = after.totals.a >= race.target
    else:
        there = after.rounds >= race.fixed_rounds
    return there and after.totals.a == after.totals.b


RACES = [Race(target=target, tie=tie) for target in (300, 500, 1000) for tie in Tie]
RARE_RACES = [
    Race(target=1),
    Race(target=335),
    Race(target=1400),
    *(Race(fixed_rounds=10, tie=tie) for tie in Tie),
    Race(fixed_rounds=11),
]


@pytest.mark.parametrize(
    ("race", "pairs"),
    [*((race, 60) for race in RACES), *((race, 15) for race in RARE_RACES)],
    ids=str,
)
def test_outlook_agrees_with_every_result(race: Race, pairs: int) -> None:
    random = Random(str(race))
    for _ in range(20):
        rules = random.choice(RULES)
        calls = draw_calls(random, rules)
        for _ in range(pairs):
            check(race, draw_standing(random, race), calls, rules)


@pytest.mark.parametrize("race", RACES, ids=str)
def test_outlook_before_any_call_agrees_with_every_result(race: Race) -> None:
    random = Random(str(race))
    for _ in range(500):
        check(race, draw_standing(random, race), (), OFFICIAL)
