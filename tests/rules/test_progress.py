"""The round in progress, and how the ticks of two phones are merged."""

from dataclasses import replace

import pytest

from scoring.rules import (
    OFFICIAL_RULES,
    ByTeam,
    Call,
    CallLevel,
    CallsPerTeam,
    ExtraCall,
    HouseRules,
    IllegalRound,
    LastMoment,
    RoundInProgress,
    RoundResult,
    Seat,
    SeenProgress,
)

NOTHING = RoundInProgress()
BEN = Call(Seat.B1, CallLevel.TICHU)
BEN_GRAND = Call(Seat.B1, CallLevel.GRAND)
ADA = Call(Seat.A1, CallLevel.TICHU)


def calls(*calls: Call) -> RoundInProgress:
    return RoundInProgress(calls=calls)


def test_calls_from_two_phones_come_together() -> None:
    assert calls(BEN).merge(NOTHING, calls(ADA), OFFICIAL_RULES) == calls(ADA, BEN)


def test_call_taken_back_is_gone() -> None:
    assert calls(ADA, BEN).merge(calls(BEN), NOTHING, OFFICIAL_RULES) == calls(ADA)


def test_another_call_takes_the_place_of_the_first() -> None:
    assert calls(BEN).merge(calls(BEN), calls(BEN_GRAND), OFFICIAL_RULES) == calls(BEN_GRAND)


def test_phone_that_changed_no_place_leaves_the_order_of_another() -> None:
    theirs = RoundInProgress(out_order=(Seat.A1, Seat.B2))

    assert theirs.merge(NOTHING, calls(ADA), OFFICIAL_RULES).out_order == (Seat.A1, Seat.B2)


def test_places_that_a_phone_changed_stand() -> None:
    theirs, mine = RoundInProgress(out_order=(Seat.A1,)), RoundInProgress(out_order=(Seat.B1,))

    assert theirs.merge(NOTHING, mine, OFFICIAL_RULES).out_order == (Seat.B1,)


@pytest.mark.parametrize(
    "closed", [RoundInProgress(all_dealt=True), RoundInProgress(play_started=True)]
)
def test_grand_tichu_closes(closed: RoundInProgress) -> None:
    with pytest.raises(IllegalRound, match="before the ninth card"):
        closed.merge(NOTHING, calls(BEN_GRAND), OFFICIAL_RULES)


def test_tichu_stays_open_when_grand_tichu_closes() -> None:
    closed = RoundInProgress(all_dealt=True)

    assert closed.merge(NOTHING, calls(BEN), OFFICIAL_RULES).calls == (BEN,)


BEN_EXTRA = Call(Seat.B1, CallLevel.EXTRA)


@pytest.mark.parametrize("moment", [LastMoment.FIRST_LOOK, LastMoment.NINTH_CARD])
def test_extra_call_closes_with_the_deal(moment: LastMoment) -> None:
    rules = HouseRules(extra_call=ExtraCall("Blind Tichu", 400, moment))

    with pytest.raises(IllegalRound) as refused:
        RoundInProgress(all_dealt=True).merge(NOTHING, calls(BEN_EXTRA), rules)
    assert refused.value.code == "EXTRA_CALL_TOO_LATE"


def test_extra_call_until_the_first_card_stays_open_after_the_deal() -> None:
    rules = HouseRules(extra_call=ExtraCall("Open", 300, LastMoment.FIRST_CARD))

    merged = RoundInProgress(all_dealt=True).merge(NOTHING, calls(BEN_EXTRA), rules)

    assert merged.calls == (BEN_EXTRA,)


def test_extra_call_called_in_time_outlives_the_deal() -> None:
    rules = HouseRules(extra_call=ExtraCall("Blind Tichu", 400))
    theirs = RoundInProgress(calls=(BEN_EXTRA,), all_dealt=True)

    assert theirs.merge(NOTHING, calls(ADA), rules).calls == (ADA, BEN_EXTRA)


def test_grand_tichu_called_in_time_outlives_its_end() -> None:
    theirs = RoundInProgress(calls=(BEN_GRAND,), all_dealt=True)

    assert theirs.merge(NOTHING, calls(ADA), OFFICIAL_RULES).calls == (ADA, BEN_GRAND)


def test_grand_tichu_opens_again_when_its_end_is_taken_back() -> None:
    closed = RoundInProgress(all_dealt=True)

    opened = closed.merge(closed, NOTHING, OFFICIAL_RULES)

    assert opened.merge(NOTHING, calls(BEN_GRAND), OFFICIAL_RULES).calls == (BEN_GRAND,)


def test_one_call_a_team_holds_for_two_phones_too() -> None:
    partner = Call(Seat.B2, CallLevel.TICHU)

    with pytest.raises(IllegalRound, match="one call per team"):
        calls(BEN).merge(NOTHING, calls(partner), HouseRules(calls_per_team=CallsPerTeam.ONE))


def test_what_was_sent_and_has_arrived_was_seen() -> None:
    """Except for what another phone has changed since."""
    theirs = replace(calls(BEN), out_order=(Seat.A1,), all_dealt=True)
    sent = replace(calls(BEN, ADA), out_order=(Seat.A1,), play_started=True)

    assert SeenProgress(NOTHING, sent).base(theirs) == replace(calls(BEN), out_order=(Seat.A1,))


def test_what_was_seen_remains_if_nothing_was_sent() -> None:
    assert SeenProgress(calls(BEN)).base(calls(ADA)) == calls(BEN)


def missed(theirs: RoundInProgress, seen: RoundInProgress, *sent: Call) -> tuple[Seat, ...]:
    return theirs.missed_calls(seen, RoundResult((Seat.A1,), ByTeam(60, 40), sent))


def test_call_that_the_recording_phone_never_saw_is_missed() -> None:
    assert missed(calls(BEN), NOTHING) == (Seat.B1,)


def test_call_taken_back_on_another_phone_is_unheard() -> None:
    assert missed(NOTHING, calls(BEN), BEN) == (Seat.B1,)


def test_call_that_the_recording_phone_took_back_is_its_own_matter() -> None:
    assert missed(calls(BEN), calls(BEN)) == ()


def test_call_that_both_phones_know_is_not_missed() -> None:
    assert missed(calls(BEN), NOTHING, BEN) == ()


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

    assert RoundInProgress.from_dict(facts).to_dict() == facts


def test_nothing_known_is_nothing() -> None:
    assert (bool(NOTHING), NOTHING.to_dict()) == (False, {})
