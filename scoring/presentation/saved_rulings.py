"""Saved rulings, in the sentences of the log of a game."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import Change, Game
from scoring.presentation.rounds import quoted_note
from scoring.rules.saved_ruling import SavedRuling

# By the ruling, and by the decision of the players.
_SAVED = {
    (True, True): gettext_noop(
        "Ruling on round %(round)s saved: legal, and the table allowed it."
    ),
    (True, False): gettext_noop(
        "Ruling on round %(round)s saved: legal, but the table did not allow it."
    ),
    (False, True): gettext_noop(
        "Ruling on round %(round)s saved: not legal, but the table allowed it."
    ),
    (False, False): gettext_noop(
        "Ruling on round %(round)s saved: not legal, and the table did not allow it."
    ),
}


def ruling_change_summary(change: Change, game: Game) -> str:
    """Return the ruling that was saved or removed."""
    before, after = (
        (facts or {}).get("rulings") or [] for facts in (change.before, change.after)
    )
    saved = [_saved(facts, game) for facts in after if facts not in before]
    removed = [_removed(facts, game) for facts in before if facts not in after]
    return " ".join([*saved, *removed])


def _saved(facts: dict[str, Any], game: Game) -> str:
    ruling = SavedRuling.from_dict(facts)
    sentence = _(_SAVED[ruling.legal, ruling.allowed]) % {"round": _round_number(ruling, game)}
    return f"{sentence} {quoted_note(ruling.note)}".strip()


def _removed(facts: dict[str, Any], game: Game) -> str:
    number = _round_number(SavedRuling.from_dict(facts), game)
    return _("Ruling on round %(round)s removed.") % {"round": number}


def _round_number(ruling: SavedRuling, game: Game) -> int:
    return ruling.round_number(row.round.seq for row in game.sheet.rows)
