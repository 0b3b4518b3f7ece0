"""Change a game, other than its rounds: abandon or forfeit it, and resume it; change its
agreement, its date or its players; delete and restore it.

Like a change of a round, each change runs in one transaction, is logged, and can be undone and
redone (except deletion, which an owner reverts by restoring the game). All functions raise
Conflict if another change came first, so that the game differs from what the phone showed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from scoring.models import (
    RESTORE_WINDOW,
    SEAT_COLUMNS,
    SEAT_ID_COLUMNS,
    Agreement,
    Change,
    ChangeKind,
    Game,
    Player,
    Round,
)
from scoring.rules import BySeat, Ending, IllegalRound, Seat
from scoring.services.agreements import rescore
from scoring.services.change_log import log_game_change
from scoring.services.rotation import seat_next
from scoring.services.transaction import (
    Conflict,
    NothingToChange,
    Submission,
    execute_once,
    show_on_parallel_games,
    write_transaction,
)
from scoring.services.undo import is_next_to_redo, is_next_to_undo

_Facts = Mapping[str, Any]

# The rounds of a new plan are numbered from the version of the game times this number. A plan
# has fewer rounds, so the numbers of two plans differ.
NUMBERS_PER_PLAN = 1000


@dataclass(frozen=True, slots=True)
class GameChange:
    """A change of fields of a game that is to be made. `after` contains the new values by field
    name, with dates and times in ISO 8601. `target` is the number of the change that is undone
    or redone."""

    kind: ChangeKind
    after: _Facts
    target: int | None = None

    def matches(self, change: Change) -> bool:
        """Whether the logged `change` is the same as this one."""
        facts = change.after or {}
        same_fields = all(facts.get(name) == value for name, value in self.after.items())
        return (change.kind, change.target) == (self.kind, self.target) and same_fields


def end_game(
    game: Game, ending: Ending, reason: str, submission: Submission, *, after: int
) -> Change:
    """Abandon a running game, count it as forfeited, or end it at its time limit. `reason` may
    be empty; `after` is the `seq` of the last round on the phone. If another phone has already
    ended the game in the same way, the change of that phone is returned. At the time limit,
    raises IllegalRound if the game continues after a tie (TIE_PLAYS_ON) or if a round has begun
    (ROUND_HAS_BEGUN)."""

    def precondition() -> bool:
        sheet = game.summary
        if sheet.last_seq != after:
            return False
        if (game.ending, game.ending_reason) == (ending, reason):
            raise NothingToChange(_latest_ending(game))
        if sheet.standing.over:
            return False
        if ending is not Ending.TIME_LIMIT:
            return True
        if sheet.plays_on_at_time_limit:
            raise IllegalRound("TIE_PLAYS_ON")
        if game.in_progress.out_order or game.in_progress.calls:
            raise IllegalRound("ROUND_HAS_BEGUN")
        return True

    return _execute(game, _ending_change(ending, reason), submission, precondition)


def resume_game(game: Game, submission: Submission) -> Change:
    """Resume an abandoned or forfeited game."""
    change = _ending_change(Ending.NONE, "")
    return _execute(game, change, submission, lambda: bool(game.ending))


def change_agreement(
    game: Game, agreement: Agreement, submission: Submission, *, after: int, seen: int
) -> Change:
    """Set another agreement of the game, by which all its rounds are scored again. `after` is
    the `seq` of the last round on the phone, and `seen` the `Game.agreement_change` on the
    phone. Raises IllegalRound like `rescore`."""

    def precondition() -> bool:
        return (game.last_seq, game.agreement_change) == (after, seen)

    change = GameChange(ChangeKind.AGREEMENT, agreement.columns)
    return _execute(game, change, submission, precondition)


def correct_date(game: Game, created: datetime, submission: Submission, *, seen: str) -> Change:
    """Correct when the game began; `seen` is the time that the phone showed, in ISO 8601."""
    change = GameChange(ChangeKind.DATE, {"created": created.isoformat()})
    return _execute(game, change, submission, lambda: game.created.isoformat() == seen)


def change_result(
    game: Game, facts: Mapping[str, Any], submission: Submission, *, seen: int
) -> Change:
    """Set these fields of a game without rounds (see `services.results`); `seen` is the version
    of the game on the phone."""
    change = GameChange(ChangeKind.RESULT, facts)
    return _execute(game, change, submission, lambda: game.version == seen + 1)


def delete_game(game: Game, submission: Submission) -> Change:
    """Hide the game, also from statistics. An owner can restore it for 30 days."""
    return _set_deleted(game, timezone.now(), submission)


def restore_game(game: Game, submission: Submission) -> Change:
    """Undo `delete_game`."""
    return _set_deleted(game, None, submission)


def purge_deleted_games() -> int:
    """Delete permanently the games that can no longer be restored. Returns their number."""
    games = Game.with_deleted.filter(deleted__lt=timezone.now() - RESTORE_WINDOW)
    with write_transaction():
        # They are locked, so that no game is restored between this query and the deletion.
        expired = list(games.select_for_update(no_key=True).order_by("pk").values_list("pk"))
        _, counts = games.filter(pk__in=[pk for (pk,) in expired]).delete()
    return counts.get(Game._meta.label, 0)  # noqa: SLF001 (documented by Django)


def seat_player(
    game: Game, seat: Seat, player: Player, submission: Submission, *, after: int
) -> Change:
    """Let `player` replace the player at `seat` of a running game. The rounds so far still
    count for those who played them. `after` is the `seq` of the last round on the phone, which
    must have shown the present four players. Raises IllegalRound (SAME_PLAYER_TWICE)."""

    def precondition() -> bool:
        sheet = game.summary
        if (sheet.last_seq, game.seating_number) != (after, submission.seating_number):
            return False
        if player.pk in game.players:
            raise IllegalRound("SAME_PLAYER_TWICE")
        return not sheet.standing.over

    facts = {SEAT_ID_COLUMNS[seat]: player.pk}
    return _execute(game, GameChange(ChangeKind.SEATING, facts), submission, precondition)


def change_rotation(
    game: Game, players: Sequence[Player], submission: Submission, *, after: int
) -> Change:
    """Plan the remaining rounds of a game with changing partners again, for these players.
    `after` is the `seq` of the last round on the phone, which must have shown the present four
    players. A submission that is sent again changes nothing. Raises ValueError for players who
    cannot form a rotation."""
    here = tuple(player.pk for player in players)

    def change() -> GameChange:
        plan, seen = game.rotation, (after, submission.seating_number)
        over = game.sheet.standing.over
        if plan is None or over or (game.last_seq, game.seating_number) != seen:
            raise Conflict
        # The numbers of a plan that was undone are never used again.
        first = NUMBERS_PER_PLAN * game.version
        before = [each.players for each in game.rotation_rounds]
        changed = plan.with_players(here, before, first_number=first)
        return GameChange(ChangeKind.SEATING, {"rotation_facts": changed.to_dict()})

    def matches(known: Change) -> bool:
        facts = (known.after or {}).get("rotation_facts") or {}
        return facts.get("players") == [*here]

    return execute_once(
        game, submission, lambda: apply_change(game, change(), submission), matches
    )


def undo_game_change(game: Game, target: Change, submission: Submission) -> Change:
    """Undo this change, as `rounds.undo` does."""
    change = GameChange(ChangeKind.UNDO, target.before or {}, target.number)
    return _execute(game, change, submission, lambda: is_next_to_undo(game, target))


def redo_game_change(game: Game, target: Change, submission: Submission) -> Change:
    """Redo this change, as `rounds.redo` does."""
    change = GameChange(ChangeKind.REDO, target.after or {}, target.number)
    return _execute(game, change, submission, lambda: is_next_to_redo(game, target))


def _latest_ending(game: Game) -> Change:
    """The change that made the present ending of the game."""
    change = game.changes.filter(seq=0, after__has_key="ending").last()
    if change is None:
        raise Conflict
    return change


def _ending_change(ending: Ending, reason: str) -> GameChange:
    return GameChange(ChangeKind.ENDING, {"ending": str(ending), "ending_reason": reason})


def _execute(
    game: Game, change: GameChange, submission: Submission, precondition: Callable[[], bool]
) -> Change:
    def apply() -> Change:
        game.refresh_from_db(fields=[*change.after])
        if not precondition():
            raise Conflict
        return apply_change(game, change, submission)

    made = execute_once(game, submission, apply, change.matches)
    if "ending" in change.after:
        show_on_parallel_games(game)
    return made


def apply_change(game: Game, change: GameChange, submission: Submission) -> Change:
    """Write the fields and the log entry. Raises IllegalRound if the score sheet would be
    invalid."""
    after, players = dict(change.after), game.players
    if change.kind == ChangeKind.SEATING and "rotation_facts" not in after:
        after["seating_number"] = game.version
    if change.kind == ChangeKind.AGREEMENT:
        after["agreement_change"] = game.version
    before = {name: _to_json(getattr(game, name)) for name in after}
    for name, value in after.items():
        setattr(game, name, datetime.fromisoformat(value) if name == "created" else value)
    game.save(update_fields=[*after])
    if game.players != players:
        _keep_players(game, players)
    if "agreement_change" in after:
        rescore(game)
    game.clear_cached()
    game.sheet  # noqa: B018 (raises)
    if "rotation_facts" in after:
        seat_next(game)
        if game.players != players:  # the calls in progress are of other players
            game.progress = None
            game.save(update_fields=["progress"])
    return _log(game, replace(change, after=after), before, submission)


def _to_json(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value


def _set_deleted(game: Game, deleted: datetime | None, submission: Submission) -> Change:
    change = GameChange(ChangeKind.DELETION, {"deleted": deleted is not None})

    def apply() -> Change:
        Game.with_deleted.filter(pk=game.pk).update(deleted=deleted)
        game.deleted = deleted
        return _log(game, change, {"deleted": deleted is None}, submission)

    made = execute_once(game, submission, apply, change.matches, deleted=deleted is None)
    show_on_parallel_games(game)
    return made


def _log(game: Game, change: GameChange, before: _Facts, submission: Submission) -> Change:
    facts = {"before": dict(before), "after": dict(change.after), "target": change.target}
    return log_game_change(game, change.kind, submission, **facts)


def _keep_players(game: Game, before: BySeat[int]) -> None:
    """After a change of the seating, let each round count for those who played it. A round has
    its own players only if they differ from the present players of the game."""
    rounds = Round.objects.filter(game=game)
    rounds.filter(player_a1=None).update(**_columns(before))
    rounds.filter(**_columns(game.players)).update(**dict.fromkeys(SEAT_COLUMNS.values()))
    game.clear_names()


def _columns(players: BySeat[int]) -> dict[str, int]:
    return {SEAT_COLUMNS[seat]: player for seat, player in players.items()}
