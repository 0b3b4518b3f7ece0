"""The change log in sentences, and the labels of undo and redo."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.grapheme_clusters import grapheme_clusters
from scoring.models import Agreement, Change, ChangeKind, Game
from scoring.presentation.game_changes import (
    ending_summary,
    game_change_summary,
    redo_game_label,
    undo_game_label,
)
from scoring.presentation.rotation import four_names
from scoring.presentation.rounds import level_name, notes_summary, points_summary
from scoring.rules import (
    MAX_NOTE_LENGTH,
    BySeat,
    HouseRules,
    RoundInProgress,
    RoundNotes,
    RoundResult,
)

# The maximum number of characters of a note in a sentence on the table page, where the row of
# the round contains the whole note.
_SHORT_NOTE_LENGTH = 30

# By the kind of change, and by whether the round was on the sheet before it and after it.
_SENTENCES = {
    (ChangeKind.RECORD, False, True): gettext_noop("Round %(round)s: %(after)s."),
    (ChangeKind.AMEND, True, True): gettext_noop(
        "Round %(round)s amended: %(after)s; it was %(before)s."
    ),
    (ChangeKind.REMOVE, True, False): gettext_noop(
        "Round %(round)s removed; it was %(before)s."
    ),
    (ChangeKind.UNDO, True, False): gettext_noop("Undone: round %(round)s, %(before)s."),
    (ChangeKind.UNDO, True, True): gettext_noop(
        "Undone: round %(round)s is %(after)s again, not %(before)s."
    ),
    (ChangeKind.UNDO, False, True): gettext_noop("Undone: round %(round)s is back, %(after)s."),
    (ChangeKind.REDO, False, True): gettext_noop("Redone: round %(round)s, %(after)s."),
    (ChangeKind.REDO, True, True): gettext_noop(
        "Redone: round %(round)s is %(after)s, not %(before)s."
    ),
    (ChangeKind.REDO, True, False): gettext_noop(
        "Redone: round %(round)s removed, %(before)s."
    ),
}
_UNDO = {
    ChangeKind.RECORD: gettext_noop("Undo round %(round)s"),
    ChangeKind.AMEND: gettext_noop("Undo the change of round %(round)s"),
    ChangeKind.REMOVE: gettext_noop("Undo the removal of round %(round)s"),
}
_REDO = {
    ChangeKind.RECORD: gettext_noop("Redo round %(round)s"),
    ChangeKind.AMEND: gettext_noop("Redo the change of round %(round)s"),
    ChangeKind.REMOVE: gettext_noop("Redo the removal of round %(round)s"),
}


def change_summary(
    change: Change,
    game: Game,
    names: BySeat[str] | None = None,
    rules: HouseRules | None = None,
    note_length: int = MAX_NOTE_LENGTH,
) -> str:
    """Return a sentence that describes the effect of a change on the sheet. `names` are the
    names of the players of that time, and `rules` the rules of that time, if they are not the
    present ones. A note of a round with more characters than `note_length` is shortened."""
    names, rules = names or game.names, rules or game.house_rules
    if change.kind == ChangeKind.CALL:
        seated = change.players_after
        return _calls_summary(change, game.names_in(seated) if seated else names, rules)
    if change.changes_game:
        return game_change_summary(change, game, names)
    own_before, own_after = change.players_before, change.players_after
    names_before = game.names_in(own_before) if own_before else names
    names_after = game.names_in(own_after) if own_after else names
    before = _facts_summary(change.before, names_before, rules, note_length)
    after = _facts_summary(change.after, names_after, rules, note_length)
    sentence = _SENTENCES[ChangeKind(change.kind), bool(before), bool(after)]
    return _(sentence) % {"round": change.round_number, "before": before, "after": after}


def latest_summary(change: Change, game: Game) -> str:
    """Return a sentence for the table page that describes the effect of the latest change. It
    contains only the beginning of a long note, and not the reason why a game ended, because the
    page shows both elsewhere."""
    if "ending" in (change.after or {}):
        return ending_summary(change, game.names)
    return change_summary(change, game, note_length=_SHORT_NOTE_LENGTH)


def log_entries(changes: Iterable[Change], game: Game) -> list[tuple[Change, str]]:
    """Return the changes in the given order, the latest first, each with a sentence that
    contains the names and the rules of that time."""
    players, names, rules, entries = game.players, game.names, game.house_rules, []
    for change in changes:
        sentence = change_summary(change, game, names, rules)
        seated = change.players_after or change.players_before
        if game.rotation and seated:
            sentence = f"{sentence} ({four_names(game.names_in(seated))})"
        entries.append((change, sentence))
        if change.changes_agreement:
            rules = Agreement.from_columns(change.before or {}).house_rules
        if change.changes_seating:
            players = change.seated_before(players)
            names = game.names_in(players)
    return entries


def _calls_summary(change: Change, names: BySeat[str], rules: HouseRules) -> str:
    """Return the calls of a round in progress that were made or taken back, in sentences."""
    before, after = (
        {call.seat: call for call in RoundInProgress.from_dict(facts).calls}
        for facts in (change.before or {}, change.after or {})
    )
    made = _("%(call)s called by %(name)s.")
    back = _("%(call)s by %(name)s taken back.")
    pairs = [(back, before, after), (made, after, before)]
    return " ".join(
        sentence % {"call": level_name(call.level, rules), "name": names[seat]}
        for sentence, these, those in pairs
        for seat, call in these.items()
        if those.get(seat) != call
    )


def _facts_summary(
    facts: dict[str, Any] | None, names: BySeat[str], rules: HouseRules, note_length: int
) -> str:
    if facts is None:
        return ""
    notes = RoundNotes.from_dict(facts)
    notes = replace(notes, note=_shorten(notes.note, note_length))
    points = points_summary(RoundResult.from_dict(facts), names, rules)
    return ", ".join([points, *notes_summary(notes, names)])


def _shorten(text: str, length: int) -> str:
    """Return the text. If it has more than `length` characters, it is shortened and ends with
    an ellipsis."""
    characters = grapheme_clusters(text)
    if len(characters) <= length:
        return text
    return "".join(characters[: length - 1]).rstrip() + "…"


def undo_label(change: Change) -> str:
    """Return the label of the button that undoes this change."""
    if change.changes_game:
        return undo_game_label(change)
    return _(_UNDO[ChangeKind(change.kind)]) % {"round": change.round_number}


def redo_label(change: Change) -> str:
    """Return the label of the button that redoes this change."""
    if change.changes_game:
        return redo_game_label(change)
    return _(_REDO[ChangeKind(change.kind)]) % {"round": change.round_number}
