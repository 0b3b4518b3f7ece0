"""Forget the name of a player. The player's games are not deleted; they show a name such as
"Player 1" instead."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from scoring.models import (
    APOSTROPHES,
    Change,
    Game,
    GameImport,
    Group,
    GroupChange,
    GroupChangeKind,
    JoinRequest,
    Membership,
    Player,
    Round,
    UnknownProperties,
    name_key,
)
from scoring.models.game_import import MAX_SOURCE_LENGTH
from scoring.models.group_change import NAMES_OF_PLAYERS
from scoring.models.log_ids import player_log_id
from scoring.rules import MAX_NOTE_LENGTH
from scoring.services.group_log import log_group_change
from scoring.services.photos import remove_unused_photos
from scoring.services.transaction import lock_group, raise_revisions, write_transaction

# The properties in the facts of games and changes whose texts are typed by people. None is
# longer than a note.
_WRITTEN = frozenset({"note", "ending_reason", "name", "new_name", *NAMES_OF_PLAYERS.values()})
_FACTS_OF_GAMES = ("progress", "adjustments", "rulings")
_WITH_TEXTS = ["note", "ending_reason", "adjustments", "rulings"]


def forget_player(player: Player, device: int | None = None) -> str:
    """Give the player a name that no other player has, and return that name. This cannot be
    undone.

    The player loses colour, symbol, photo, devices and recovery link, and is hidden. The new
    name replaces the old one wherever the old one is a word of a text: in notes, reasons, the
    change log and imports. It also replaces the names of players who were merged into this one,
    and earlier names of the player that no other player has. `device` is the primary key of the
    device that requested this.

    Raises Player.DoesNotExist if the player was merged meanwhile.
    """
    with write_transaction():
        group = player.group
        lock_group(group.pk)
        player.refresh_from_db(from_queryset=Player.objects.all())
        raise_revisions(group.pk)
        for each in (player, *_merged_into(player)):
            old, new = _forget_name(each)
            for name in (old, *_forget_earlier_names(each)):
                _overwrite_texts(group, _overwriting(name, new))
                _forget_in_imports(group, each, name, new)
            _forget_unknown_properties(each)
        remove_unused_photos(group)
        Membership.objects.filter(player=player).update(player=None, name=player.name)
        JoinRequest.objects.filter(player=player).delete()
        log_group_change(group.pk, device, GroupChangeKind.FORGET, player=player.pk)
    return player.name


def _merged_into(player: Player) -> Iterable[Player]:
    return Player.with_merged.filter(merged_into=player).order_by("pk")


def _forget_name(player: Player) -> tuple[str, str]:
    """Replace the name of the player, and return the former name and the new one."""
    old, new = player.name, _free_name(player.group)
    player.name, player.name_key = new, name_key(new)
    player.colour = player.symbol = player.photo = player.recovery_link_hash = None
    player.hidden = True
    player.save()
    return old, new


def _forget_earlier_names(player: Player) -> list[str]:
    """Replace the earlier names of the player by the present one in the log of the group.
    Return the earlier names, without those that another player has."""
    renames = GroupChange.objects.filter(
        group=player.group_id, kind=GroupChangeKind.RENAME, facts__player=player.pk
    )
    names = {name for each in renames for name in _names_of_rename(each)}
    for each in renames:
        each.facts = each.facts | dict.fromkeys(("name", "new_name"), player.name)
        each.save(update_fields=["facts"])
    players = Player.with_merged.filter(group=player.group_id)
    taken = set(players.values_list("name_key", flat=True))
    return sorted(name for name in names if name_key(name) not in taken)


def _names_of_rename(change: GroupChange) -> tuple[str, str]:
    return change.facts["name"], change.facts["new_name"]


def _free_name(group: Group) -> str:
    """The first of "Player 1", "Player 2" ... in the active language that no player has."""
    taken = set(Player.with_merged.filter(group=group).values_list("name_key", flat=True))
    number = 1
    while name_key(name := _("Player %(number)s") % {"number": number}) in taken:
        number += 1
    return name


def _overwriting(old: str, new: str) -> Callable[[str], str]:
    """Return a function that replaces the old name in a text by the new one. It replaces whole
    words only, and ignores upper and lower case and the kind of apostrophe."""
    typed = "".join(
        f"[{APOSTROPHES}]" if each in APOSTROPHES else re.escape(each) for each in old
    )
    word = re.compile(rf"(?<![\w-]){typed}(?![\w-])", re.IGNORECASE)
    return lambda text: word.sub(lambda _match: new, text)[: max(len(text), MAX_NOTE_LENGTH)]


def _overwrite_texts(group: Group, overwrite: Callable[[str], str]) -> None:
    rounds, games = (
        Round.objects.filter(game__group=group),
        Game.with_deleted.filter(group=group),
    )
    _overwrite_columns(rounds.exclude(note=""), overwrite, texts=["note"])
    _overwrite_columns(games, overwrite, texts=["ending_reason"], facts=_FACTS_OF_GAMES)
    texts = Q(before__has_any_keys=_WITH_TEXTS) | Q(after__has_any_keys=_WITH_TEXTS)
    changes = Change.objects.filter(texts, game__group=group)
    _overwrite_columns(changes, overwrite, facts=["before", "after"])
    entries = GroupChange.objects.filter(group=group)
    _overwrite_columns(entries, overwrite, facts=["facts"])
    later = entries.exclude(kind__in=GroupChangeKind.values)
    _overwrite_all_texts(later, "facts", overwrite)
    unknown = UnknownProperties.objects.filter(group=group)
    _overwrite_all_texts(unknown, "properties", overwrite)


def _overwrite_columns(
    rows: QuerySet[Any],
    overwrite: Callable[[str], str],
    texts: Iterable[str] = (),
    facts: Iterable[str] = (),
) -> None:
    """Overwrite these columns of the rows; only changed values are written."""
    for row in rows.order_by("pk").iterator():
        values = {name: overwrite(getattr(row, name)) for name in texts}
        values |= {name: _written_over(getattr(row, name), overwrite) for name in facts}
        changed = {name: value for name, value in values.items() if value != getattr(row, name)}
        if changed:
            rows.filter(pk=row.pk).update(**changed)


def _overwrite_all_texts(
    rows: QuerySet[Any], column: str, overwrite: Callable[[str], str]
) -> None:
    """Overwrite every text in the column. This release does not know which texts of a later
    release are typed by people."""
    for row in rows.order_by("pk").iterator():
        facts = getattr(row, column)
        changed = _all_written_over(facts, overwrite)
        if changed != facts:
            rows.filter(pk=row.pk).update(**{column: changed})


def _forget_unknown_properties(player: Player) -> None:
    """Delete all properties of the player that only a later release knows."""
    log_id = player_log_id(player.log_id, player.group.id_namespace, player.pk)
    unknown = UnknownProperties.objects.filter(group=player.group_id)
    unknown.filter(name="players", object_id=log_id).delete()


def _written_over(facts: Any, overwrite: Callable[[str], str]) -> Any:
    """The same facts, in which the texts that people typed are overwritten."""
    if isinstance(facts, list):
        return [_written_over(each, overwrite) for each in facts]
    if not isinstance(facts, dict):
        return facts
    return {
        name: overwrite(value)
        if name in _WRITTEN and isinstance(value, str)
        else _written_over(value, overwrite)
        for name, value in facts.items()
    }


def _all_written_over(value: Any, overwrite: Callable[[str], str]) -> Any:
    """The same JSON, in which every text and every property name is overwritten."""
    if isinstance(value, list):
        return [_all_written_over(each, overwrite) for each in value]
    if isinstance(value, dict):
        return {
            overwrite(name): _all_written_over(each, overwrite) for name, each in value.items()
        }
    return overwrite(value) if isinstance(value, str) else value


def _forget_in_imports(group: Group, player: Player, old: str, new: str) -> None:
    """Delete the imports whose text is still stored and contains the old name. In the others,
    delete the spellings of the name."""
    overwrite = _overwriting(old, new)
    for each in GameImport.objects.filter(group=group):
        if overwrite(each.text) != each.text:
            each.delete()
            continue
        fields, players = each.choices.get("fields", {}), each.choices.get("players", {})
        spellings = {name_key(old)}
        spellings |= {name_key(one) for one, number in players.items() if number == player.pk}
        each.choices = each.choices | {
            "fields": {
                name: sent for name, sent in fields.items() if name_key(sent) not in spellings
            },
            "players": {
                one: number for one, number in players.items() if name_key(one) not in spellings
            },
        }
        each.source = overwrite(each.source)[:MAX_SOURCE_LENGTH]
        each.save(update_fields=["source", "choices"])
