"""The result of a game whose rounds are not known."""

from scoring.rules.deck import CARD_POINTS_STEP
from scoring.rules.errors import IllegalRound
from scoring.rules.race import Race, RaceState, Standing, TieRule
from scoring.rules.teams import ByTeam

MAX_FINAL_TOTAL = 1_000_000
# The card points of a round, a double win and every call are each worth a multiple of 100 for
# both teams together.
_ROUND_STEP = 100


def final_standing(race: Race, totals: ByTeam[int]) -> Standing:
    """Return the standing of a finished game of which only the final totals are known. Each
    total is from -MAX_FINAL_TOTAL to MAX_FINAL_TOTAL points. The game is won or a draw.

    Raises IllegalRound if no rounds can add up to these totals (FINAL_TOTAL_OUT_OF_RANGE,
    FINAL_TOTAL_NOT_IN_FIVES, FINAL_TOTALS_NOT_IN_HUNDREDS), and if the race would not be over
    (FINAL_TOTALS_BELOW_TARGET, FINAL_TOTALS_BEFORE_END, FINAL_TOTALS_TIED).
    """
    if any(abs(total) > MAX_FINAL_TOTAL for total in totals):
        raise IllegalRound("FINAL_TOTAL_OUT_OF_RANGE")
    if any(total % CARD_POINTS_STEP for total in totals):
        raise IllegalRound("FINAL_TOTAL_NOT_IN_FIVES")
    if sum(totals) % _ROUND_STEP:
        raise IllegalRound("FINAL_TOTALS_NOT_IN_HUNDREDS", total=sum(totals))
    standing = race.standing(totals, race.fixed_rounds or 0)
    ended = standing.over or race.extended_by_tie(standing) or race.time_limit is not None
    if not ended and race.lead is None and race.floor is None:
        raise IllegalRound("FINAL_TOTALS_BELOW_TARGET", target=race.target)
    if not ended:
        raise IllegalRound("FINAL_TOTALS_BEFORE_END")
    if standing.leader is None and race.tie is TieRule.PLAY_ON:
        raise IllegalRound("FINAL_TOTALS_TIED")
    state = RaceState.WON if standing.leader else RaceState.DRAW
    return Standing(0, totals, state, rounds_known=False)
