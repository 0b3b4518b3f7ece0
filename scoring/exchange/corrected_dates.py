"""The time by which a game was moved when its date was corrected. The rounds of the game still
have the times at which they were recorded."""

from collections.abc import Iterable
from datetime import timedelta

from scoring.models import Change, ChangeKind, Game, ScoreSheet
from scoring.stats.evening_date import evening_date


def date_shifts(games: Iterable[tuple[Game, ScoreSheet]]) -> dict[int, timedelta]:
    """Return the time by which the date of each game was corrected, by the primary key of the
    game. Games whose date was not corrected are left out.

    The first correction in the log contains the original date. The log is queried only for
    games whose last round was not recorded on the evening of their date, so usually there is no
    query.
    """
    began = {
        game.pk: game.created for game, sheet in games if _ends_on_another_evening(game, sheet)
    }
    if not began:
        return {}
    changes = Change.objects.filter(game__in=began, kind=ChangeKind.DATE).order_by(
        "game", "number"
    )
    found: dict[int, timedelta] = {}
    for change in changes:
        found.setdefault(change.game_id, began[change.game_id] - change.date_before)
    return found


def _ends_on_another_evening(game: Game, sheet: ScoreSheet) -> bool:
    last = sheet.last_recorded
    return last is not None and evening_date(last) != evening_date(game.created)
