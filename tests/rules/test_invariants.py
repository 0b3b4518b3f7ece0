"""Invariants of every round and every race."""

from collections import Counter
from dataclasses import replace
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import (
    DOUBLE_WINS,
    OFFICIAL_RULES,
    BySeat,
    ByTeam,
    Call,
    CallLevel,
    CallsPerTeam,
    CardCount,
    ExtraCall,
    FailedCalls,
    HouseRules,
    IllegalRound,
    Pile,
    PointCard,
    Race,
    RaceState,
    RoundResult,
    ScoreReason,
    Seat,
    TieRule,
    Transfer,
    pile_points,
    score_round,
)
from tests.rules.strategies import card_points, deals, reseatings, results


@given(results())
def test_card_points_add_to_100_or_are_not_counted(result: RoundResult) -> None:
    lines = score_round(result).lines

    counted = sum(line.points for line in lines if line.reason is ScoreReason.CARD_POINTS)

    assert counted == (0 if result.double_win else 100)


@given(results())
def test_at_most_one_call_is_made(result: RoundResult) -> None:
    made = [line for line in score_round(result).lines if line.reason is ScoreReason.CALL_MADE]

    assert len(made) == (1 if result.level(result.first_out) else 0)


@given(results())
def test_every_call_is_made_or_failed(result: RoundResult) -> None:
    lines = score_round(result).lines

    assert [line.call for line in lines if line.call] == list(result.calls)


@given(results())
def test_points_of_a_round_lie_within_what_one_round_can_bring(result: RoundResult) -> None:
    assert all(-425 <= points <= 400 for points in score_round(result).points)


@given(results())
def test_double_win_is_worth_200_more_than_nothing(result: RoundResult) -> None:
    bare = score_round(RoundResult(result.out_order, result.card_points))

    assert sum(bare.points) == (200 if result.double_win else 100)


@given(results(), reseatings)
def test_permuted_seats_permute_the_points(result: RoundResult, to: BySeat[Seat]) -> None:
    swapped = to[Seat.A1].team is not Seat.A1.team
    points = result.card_points
    moved = RoundResult(
        tuple(to[seat] for seat in result.out_order),
        ByTeam(points.b, points.a) if points and swapped else points,
        tuple(Call(to[call.seat], call.level) for call in result.calls),
    )

    got, before = score_round(moved).points, score_round(result).points

    assert got == (ByTeam(before.b, before.a) if swapped else before)


@given(results())
def test_facts_read_back_are_the_same_round(result: RoundResult) -> None:
    assert RoundResult.from_dict(result.to_dict()) == result


@given(results())
def test_failed_calls_paid_to_the_opponents_move_the_same_distance(
    result: RoundResult,
) -> None:
    paid = score_round(result, HouseRules(failed_calls=FailedCalls.OPPONENTS)).points
    lost = score_round(result, OFFICIAL_RULES).points

    assert paid.a - paid.b == lost.a - lost.b


house_rules = st.builds(
    HouseRules,
    double_win=st.sampled_from(DOUBLE_WINS),
    failed_calls=st.sampled_from(FailedCalls),
    extra_call=st.sampled_from([None, ExtraCall("Blind Tichu", 400)]),
)


@given(
    results(*CallLevel),
    st.sampled_from([FailedCalls.MINUS, FailedCalls.OPPONENTS]),
)
def test_extra_call_scores_like_grand_tichu_where_it_is_worth_as_much(
    result: RoundResult, failed: FailedCalls
) -> None:
    rules = HouseRules(failed_calls=failed, extra_call=ExtraCall("Blind Tichu", 200))
    as_grand = {CallLevel.EXTRA: CallLevel.GRAND}
    calls = (Call(each.seat, as_grand.get(each.level, each.level)) for each in result.calls)

    assert (
        score_round(result, rules).points
        == score_round(replace(result, calls=tuple(calls)), rules).points
    )


@given(results(), house_rules, reseatings)
def test_permuted_seats_permute_the_points_under_any_house_rules(
    result: RoundResult, rules: HouseRules, to: BySeat[Seat]
) -> None:
    swapped = to[Seat.A1].team is not Seat.A1.team
    points = result.card_points
    moved = RoundResult(
        tuple(to[seat] for seat in result.out_order),
        ByTeam(points.b, points.a) if points and swapped else points,
        tuple(Call(to[call.seat], call.level) for call in result.calls),
    )

    got, before = score_round(moved, rules).points, score_round(result, rules).points

    assert got == (ByTeam(before.b, before.a) if swapped else before)


@given(results(), house_rules)
def test_house_rules_turn_what_they_are_for_and_nothing_else(
    result: RoundResult, rules: HouseRules
) -> None:
    got, official = score_round(result, rules), score_round(result)

    paid = [
        line
        for line in got.lines
        if line.reason is ScoreReason.CALL_FAILED
        and line.call
        and rules.failed_calls.pay_opponents(line.call.level)
    ]
    expected = sum(official.points) + 2 * sum(line.points for line in paid)
    if result.double_win:
        expected += rules.double_win - 200
    assert sum(got.points) == expected
    assert not paid or all(line.points > 0 for line in paid)


@given(results(), st.sampled_from(CallsPerTeam))
def test_rounds_of_at_most_one_call_are_allowed_everywhere(
    result: RoundResult, most: CallsPerTeam
) -> None:
    one = RoundResult(result.out_order, result.card_points, result.calls[:1])

    assert score_round(one, HouseRules(calls_per_team=most)) == score_round(one)


@given(deals, st.permutations(list(Seat)))
def test_transfer_ends_at_100(piles: list[Pile], seats: list[Seat]) -> None:
    *captured, hand = map(pile_points, piles)

    got = Transfer(BySeat(*captured), hand, seats[1]).card_points(seats[0])

    assert sum(got) == 100


@given(deals, st.permutations(list(Seat)))
def test_transfer_moves_every_pile_once(piles: list[Pile], seats: list[Seat]) -> None:
    *captured, hand = map(pile_points, piles)

    moves = Transfer(BySeat(*captured), hand, seats[1]).lines(seats[0])

    assert sorted(move.points for move in moves) == sorted([*captured, hand])


def count_them(taps: list[tuple[str, PointCard]]) -> tuple[CardCount[str], int]:
    """Put cards into piles as a person does. Returns the count and how many taps were
    refused."""
    count: CardCount[str] = CardCount({})
    refused = 0
    for pile, card in taps:
        cards = count.piles.get(pile, ())
        assert not isinstance(cards, int)
        try:
            count = CardCount({**count.piles, pile: (*cards, card)})
        except IllegalRound:
            refused += 1
    return count, refused


taps = st.lists(st.tuples(st.sampled_from("ABCDE"), st.sampled_from(PointCard)), max_size=40)


@given(taps, st.integers(2, 5))
def test_counter_ends_at_100_or_says_what_is_missing(
    taps: list[tuple[str, PointCard]], piles: int
) -> None:
    names = "ABCDE"[:piles]
    count, _ = count_them([(pile, card) for pile, card in taps if pile in names])

    def end() -> int | str:
        try:
            return sum(count.points_for(*names).values())
        except IllegalRound as error:
            return error.code

    assert end() == 100 or (end(), bool(count.missing_cards)) == ("CARDS_MISSING", True)


@given(taps)
def test_counter_refuses_just_the_cards_that_the_deck_has_not(
    taps: list[tuple[str, PointCard]],
) -> None:
    _, refused = count_them(taps)

    tapped = Counter(card for _, card in taps)
    assert refused == sum(max(tapped[card] - card.copies, 0) for card in PointCard)


@given(taps)
def test_cards_counted_and_missing_are_the_deck(taps: list[tuple[str, PointCard]]) -> None:
    count, _ = count_them(taps)

    missing = sum(card.points for card in count.missing_cards)

    assert (missing, len(count.missing_cards)) == (
        count.missing_points,
        14 - sum(len(cards) for cards in count.piles.values() if isinstance(cards, tuple)),
    )


scores = card_points | st.builds(
    ByTeam, st.integers(-80, 80).map(lambda n: n * 5), st.integers(-80, 80).map(lambda n: n * 5)
)
races = st.builds(
    Race,
    target=st.sampled_from([1, 300, 500, 1000]),
    fixed_rounds=st.none() | st.integers(1, 5),
    lead=st.none() | st.sampled_from([5, 300, 1000]),
    floor=st.none() | st.sampled_from([5, 300, 1000]),
    tie=st.sampled_from(TieRule),
)


def played(race: Race, rounds: list[ByTeam[int]]) -> list[ByTeam[int]]:
    """Return the rounds up to the one that ends the game."""
    for count in range(1, len(rounds) + 1):
        if race.standings(rounds[:count])[-1].over:
            return rounds[:count]
    return rounds


@given(races, st.lists(scores, max_size=12))
def test_totals_are_the_sums_of_the_rounds(race: Race, rounds: list[ByTeam[int]]) -> None:
    rounds = played(race, rounds)

    got = [after.totals for after in race.standings(rounds)]

    assert [totals.a for totals in got] == list(accumulate((r.a for r in rounds), initial=0))
    assert [totals.b for totals in got] == list(accumulate((r.b for r in rounds), initial=0))


@given(races, st.lists(scores, max_size=12))
def test_only_the_last_standing_can_be_over(race: Race, rounds: list[ByTeam[int]]) -> None:
    standings = race.standings(played(race, rounds))

    assert [after.over for after in standings[:-1]] == [False] * (len(standings) - 1)


@given(races, st.lists(scores, max_size=12), scores)
def test_no_round_follows_the_end(
    race: Race, rounds: list[ByTeam[int]], more: ByTeam[int]
) -> None:
    rounds = played(race, rounds)

    def code() -> str:
        try:
            race.standings([*rounds, more])
        except IllegalRound as error:
            return error.code
        return "accepted"

    assert code() == ("ROUND_AFTER_END" if race.standings(rounds)[-1].over else "accepted")


@given(races, st.lists(scores, max_size=12))
def test_equal_totals_name_no_winner(race: Race, rounds: list[ByTeam[int]]) -> None:
    end = race.standings(played(race, rounds))[-1]

    assert (end.state is RaceState.WON) == (end.winner is not None)
    assert end.winner is None or end.totals[end.winner] == max(end.totals)
