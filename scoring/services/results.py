"""Enter a game without rounds with its result, and correct such a result."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.models import SEAT_ID_COLUMNS, Agreement, Change, ChangeKind, Game, Group
from scoring.rules import BySeat, ByTeam, final_standing
from scoring.services.change_log import log_game_change
from scoring.services.game_changes import change_result
from scoring.services.players import get_or_create_players
from scoring.services.transaction import Submission, lock_group, write_transaction


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The players of a game, when it began, its agreement, and both final totals.

    Raises IllegalRound like `final_standing`.
    """

    names: BySeat[str]
    created: datetime
    agreement: Agreement
    totals: ByTeam[int]

    def __post_init__(self) -> None:
        final_standing(self.agreement.race, self.totals)

    def facts(self, group: Group, seated: Iterable[int] = ()) -> dict[str, Any]:
        """The fields of the game in the form of the log. `seated` are the former players of the
        game. The group must be locked."""
        players = get_or_create_players(group, self.names, seated)
        return {
            **{SEAT_ID_COLUMNS[seat]: player.pk for seat, player in players.items()},
            **self.agreement.columns,
            "final_a": self.totals.a,
            "final_b": self.totals.b,
            "created": self.created.isoformat(),
        }


def enter_result(group: Group, result: FinalResult, submission: Submission) -> Game:
    """Add a game of which only the result is known. It has no stake and belongs to no series.
    The key of the submission becomes the key of the game. If the group has a game with this
    key, that game is returned."""
    with write_transaction():
        lock_group(group.pk)
        known = Game.with_deleted.filter(key=submission.key).first()
        if known and known.group_id == group.pk:
            return known
        facts = result.facts(group)
        key = uuid.uuid4() if known else submission.key
        columns = {name: value for name, value in facts.items() if name != "created"}
        game = Game.objects.create(group=group, key=key, version=1, revision=1, **columns)
        game.created = result.created
        game.save(update_fields=["created"])
        log_game_change(game, ChangeKind.ENTRY, submission, after=facts)
        return game


def correct_result(
    game: Game, result: FinalResult, submission: Submission, *, seen: int
) -> Change:
    """Set another result of a game without rounds; `seen` is its version on the phone. Raises
    Conflict if another change came first."""
    with write_transaction():
        lock_group(game.group_id)
        facts = result.facts(game.group, game.players)
        return change_result(game, facts, submission, seen=seen)
