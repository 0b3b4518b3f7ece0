"""Rulings that a table saved, in the sentences of its log."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import Change, Game
from scoring.presentation.rounds import quoted_note
from scoring.rules.saved_ruling import SavedRuling

# By what was answered, and what the table decided.
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
    """Which ruling was saved or removed."""
    before, after = (
        (facts or {}).get("rulings") or [] for facts in (change.before, change.after)
    )
    saved = [_saved(facts, game) for facts in after if facts not in before]
    removed = [
        _("Ruling on round %(round)s removed.") % {"round": ruling_round(game, facts["after"])}
        for facts in before
        if facts not in after
    ]
    return " ".join([*saved, *removed])


def ruling_round(game: Game, after: int) -> int:
    """The number of the round that follows the round with `seq` `after`."""
    return 1 + sum(row.round.seq <= after for row in game.sheet.rows)


def _saved(facts: dict[str, Any], game: Game) -> str:
    ruling = SavedRuling.from_dict(facts)
    sentence = _(_SAVED[ruling.legal, ruling.allowed]) % {
        "round": ruling_round(game, ruling.after)
    }
    return f"{sentence} {quoted_note(ruling.note)}".strip()
