"""The log of a group in sentences."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, ngettext_lazy

from scoring.charts.number_format import format_number
from scoring.models import Group, GroupChange, GroupChangeKind
from scoring.models.group_change import NAMES_OF_PLAYERS

_SENTENCES = {
    GroupChangeKind.RENAME: gettext_noop("%(name)s was renamed %(new_name)s."),
    GroupChangeKind.HIDE: gettext_noop("%(player)s was hidden."),
    GroupChangeKind.SHOW: gettext_noop("%(player)s was shown again."),
    GroupChangeKind.MERGE: gettext_noop("%(player)s was merged into %(other)s."),
    GroupChangeKind.TAKE_BACK: gettext_noop(
        "That %(player)s was merged into %(other)s was taken back."
    ),
    GroupChangeKind.FORGET: gettext_noop(
        "The name of a player was forgotten, who is now %(player)s."
    ),
    GroupChangeKind.CREATE_TOKEN: gettext_noop("The access token “%(name)s” was created."),
    GroupChangeKind.REVOKE_TOKEN: gettext_noop("The access token “%(name)s” was revoked."),
}
# The sentences of kinds that count games, for one game and for several.
_COUNTING_SENTENCES = {
    GroupChangeKind.IMPORT: ngettext_lazy(
        "%(n)s game was imported from %(source)s.",
        "%(n)s games were imported from %(source)s.",
        "games",
    ),
    GroupChangeKind.UNDO_IMPORT: ngettext_lazy(
        "The import of %(n)s game from %(source)s was taken back.",
        "The import of %(n)s games from %(source)s was taken back.",
        "games",
    ),
    GroupChangeKind.SPLIT: ngettext_lazy(
        "%(n)s game of %(player)s was given to %(other)s.",
        "%(n)s games of %(player)s were given to %(other)s.",
        "games",
    ),
}


def group_log_entries(
    changes: Iterable[GroupChange], group: Group
) -> list[tuple[GroupChange, str]]:
    """Return each change with a sentence that contains the present names of the players.
    Changes of unknown kinds, which a later release has put into a file, are left out."""
    names, known = group.player_names, {*GroupChangeKind.values}
    return [(change, _sentence(change, names)) for change in changes if change.kind in known]


def _sentence(change: GroupChange, names: Mapping[int, str]) -> str:
    facts = dict(change.facts)
    for key, name in NAMES_OF_PLAYERS.items():
        facts[key] = names[facts[key]] if facts.get(key) in names else facts.get(name, "")
    kind = GroupChangeKind(change.kind)
    if kind is GroupChangeKind.MERGE_FILE:
        return _merge_sentence(facts)
    if kind not in _COUNTING_SENTENCES:
        return _(_SENTENCES[kind]) % facts
    n, source = format_number(facts["games"]), facts.get("name") or _("pasted text")
    return str(_COUNTING_SENTENCES[kind] % {**facts, "n": n, "source": source})


def _merge_sentence(facts: Mapping[str, Any]) -> str:
    """Return sentences on the file that was merged and on the new facts in it."""
    counted = {
        "players": ngettext(
            "%(n)s player was new.", "%(n)s players were new.", facts["players"]
        ),
        "games": ngettext("%(n)s game was new.", "%(n)s games were new.", facts["games"]),
        "longer": ngettext("%(n)s game went on.", "%(n)s games went on.", facts["longer"]),
    }
    sentences = [_("The file %(source)s was merged.") % {"source": facts["name"]}]
    sentences += [
        sentence % {"n": format_number(facts[name])}
        for name, sentence in counted.items()
        if facts[name]
    ]
    return " ".join(sentences)
