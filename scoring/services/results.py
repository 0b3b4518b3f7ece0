"""Enter a game without rounds by its result, and correct such a result."""

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
    """The players of a game, when it began, what was agreed, and both final totals.

    Raises IllegalRound, as `final_standing` does.
    """

    names: BySeat[str]
    created: datetime
    agreement: Agreement
    totals: ByTeam[int]

    def __post_init__(self) -> None:
        final_standing(self.agreement.race, self.totals)

    def facts(self, group: Group, seated: Iterable[int] = ()) -> dict[str, Any]:
        """The fields of the game as they are logged. `seated` are the players whom it had
        before. The group must be locked."""
        players = get_or_create_players(group, self.names, seated)
        return {
            **{SEAT_ID_COLUMNS[seat]: player.pk for seat, player in players.items()},
            **self.agreement.columns,
            "final_a": self.totals.a,
            "final_b": self.totals.b,
            "created": self.created.isoformat(),
        }


def enter_result(group: Group, result: FinalResult, submission: Submission) -> Game:
    """Add a game of which only the result is known. It has no stake, and is of no series. The
    key of the submission becomes the key of the game; if there is a game with this key, that is
    returned."""
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
    """Give a game without rounds another result; `seen` is the version on the phone. Raises
    Conflict."""
    with write_transaction():
        lock_group(game.group_id)
        facts = result.facts(game.group, game.players)
        return change_result(game, facts, submission, seen=seen)
