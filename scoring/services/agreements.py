"""Score the rounds of a game again after a change of its agreement."""

from scoring.models import Game, Round
from scoring.rules import Call, IllegalRound, check_calls

_SCORED = ["double_win", "failed_calls", "extra_call_points", "points_a", "points_b"]


def rescore(game: Game) -> None:
    """Set the points of every round of a locked game by the game's present agreement.

    Raises IllegalRound: CALL_AGAINST_AGREEMENT with the number of the first round, including
    the round in progress, that has a call that is not allowed; AGREEMENT_ENDS_GAME_EARLY if the
    game would be over before its last round.
    """
    rounds = list(Round.objects.filter(game=game))
    for number, row in enumerate(rounds, 1):
        _check_calls(game, number, row.result.calls)
        row.assign(row.result, row.notes, game.house_rules)
    Round.objects.bulk_update(rounds, _SCORED)
    game.clear_cached()
    try:
        last_seq = game.sheet.last_seq
    except IllegalRound as error:
        raise IllegalRound("AGREEMENT_ENDS_GAME_EARLY", **error.params) from None
    _check_calls(game, len(rounds) + 1, game.progress_after(last_seq).calls)


def _check_calls(game: Game, number: int, calls: tuple[Call, ...]) -> None:
    try:
        check_calls(calls, game.house_rules)
    except IllegalRound:
        raise IllegalRound("CALL_AGAINST_AGREEMENT", number=number) from None
