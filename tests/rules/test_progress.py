"""The round in progress: what two phones tell of it, brought together."""

import pytest

from scoring.rules import (
    OFFICIAL,
    ByTeam,
    Call,
    HouseRules,
    IllegalRound,
    Level,
    RoundInProgress,
    RoundResult,
    Seat,
)

NOTHING = RoundInProgress()
BEN = Call(Seat.B1, Level.TICHU)
BEN_GRAND = Call(Seat.B1, Level.GRAND)
ADA = Call(Seat.A1, Level.TICHU)


def calls(*calls: Call) -> RoundInProgress:
    return RoundInProgress(calls=calls)


def test_calls_from_two_phones_come_together() -> None:
    assert calls(BEN).follow(NOTHING, calls(ADA), OFFICIAL) == calls(ADA, BEN)


def test_call_taken_back_is_gone() -> None:
    assert calls(ADA, BEN).follow(calls(BEN), NOTHING, OFFICIAL) == calls(ADA)


def test_another_call_takes_the_place_of_the_first() -> None:
    assert calls(BEN).follow(calls(BEN), calls(BEN_GRAND), OFFICIAL) == calls(BEN_GRAND)


def test_phone_that_changed_no_place_leaves_the_order_of_another() -> None:
    theirs = RoundInProgress(order=(Seat.A1, Seat.B2))

    assert theirs.follow(NOTHING, calls(ADA), OFFICIAL).order == (Seat.A1, Seat.B2)


def test_places_that_a_phone_changed_stand() -> None:
    theirs, mine = RoundInProgress(order=(Seat.A1,)), RoundInProgress(order=(Seat.B1,))

    assert theirs.follow(NOTHING, mine, OFFICIAL).order == (Seat.B1,)


@pytest.mark.parametrize("closed", [RoundInProgress(dealt=True), RoundInProgress(played=True)])
def test_grand_tichu_closes(closed: RoundInProgress) -> None:
    with pytest.raises(IllegalRound, match="before the ninth card"):
        closed.follow(NOTHING, calls(BEN_GRAND), OFFICIAL)


def test_tichu_stays_open_when_grand_tichu_closes() -> None:
    closed = RoundInProgress(dealt=True)

    assert closed.follow(NOTHING, calls(BEN), OFFICIAL).calls == (BEN,)


def test_grand_tichu_called_in_time_outlives_its_end() -> None:
    theirs = RoundInProgress(calls=(BEN_GRAND,), dealt=True)

    assert theirs.follow(NOTHING, calls(ADA), OFFICIAL).calls == (ADA, BEN_GRAND)


def test_grand_tichu_opens_again_when_its_end_is_taken_back() -> None:
    closed = RoundInProgress(dealt=True)

    opened = closed.follow(closed, NOTHING, OFFICIAL)

    assert opened.follow(NOTHING, calls(BEN_GRAND), OFFICIAL).calls == (BEN_GRAND,)


def test_one_call_a_team_holds_for_two_phones_too() -> None:
    partner = Call(Seat.B2, Level.TICHU)

    with pytest.raises(IllegalRound, match="one call per team"):
        calls(BEN).follow(NOTHING, calls(partner), HouseRules(one_call_per_team=True))


def unheard(theirs: RoundInProgress, seen: RoundInProgress, *sent: Call) -> tuple[Seat, ...]:
    return theirs.unheard(seen, RoundResult((Seat.A1,), ByTeam(60, 40), sent))


def test_call_that_the_recording_phone_never_saw_is_unheard() -> None:
    assert unheard(calls(BEN), NOTHING) == (Seat.B1,)


def test_call_taken_back_on_another_phone_is_unheard() -> None:
    assert unheard(NOTHING, calls(BEN), BEN) == (Seat.B1,)


def test_call_that_the_recording_phone_took_back_is_its_own_matter() -> None:
    assert unheard(calls(BEN), calls(BEN)) == ()


def test_call_that_both_phones_know_is_heard() -> None:
    assert unheard(calls(BEN), NOTHING, BEN) == ()


def test_facts_read_back_are_the_same_round() -> None:
    facts = {
        "order": ["A1", "B2"],
        "calls": [{"player": "B1", "level": "tichu"}],
        "dealt": True,
        "by_team": {"A": ["5", "K", "dragon"]},
        "by_player": {"A1": ["10"], "hand": 15},
        "last": "B1",
        "note": "late",
    }

    assert RoundInProgress.from_facts(facts).facts() == facts


def test_nothing_known_is_nothing() -> None:
    assert (bool(NOTHING), NOTHING.facts()) == (False, {})
