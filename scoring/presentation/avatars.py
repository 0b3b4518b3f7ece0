"""Avatars on pages: discs beside names. They contain no information that the names do not
contain."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.charts import Disc
from scoring.forms import AvatarForm
from scoring.forms.avatars import OTHER, SYMBOLS
from scoring.models import COLOURS, Avatar, Game, Group
from scoring.presentation.attribute_json import attribute_json
from scoring.rules import Team


def avatar(owner: Game | Group, player: int | None) -> SafeString:
    """Return the avatar of a player, by primary key; empty if the group shows no avatars. The
    style draws the monogram, so it is not part of the text of a page."""
    return avatar_disc(owner.avatars.get(player) if player else None)


def avatar_disc(found: Avatar | None) -> SafeString:
    """Return the markup of an avatar; empty if there is none."""
    if not found:
        return SafeString("")
    if found.photo:
        address = photo_address(found.photo)
        return format_html('<img class="avatar {}" src="{}" alt="">', found.colour, address)
    return format_html(
        '<i class="avatar {}" data-monogram="{}" aria-hidden="true"></i>',
        found.colour,
        found.shown,
    )


def avatar_without_photo(owner: Group, player: int) -> SafeString:
    """Return the avatar for a page that people who are not yet in the group can see. They may
    see no photos."""
    found = owner.avatars.get(player)
    return avatar_disc(replace(found, photo=None) if found else None)


def avatar_named(game: Game, name: str) -> SafeString:
    """Return the avatar of the player with this name; empty if there is no such player."""
    players = game.group_players if game.avatars else ()
    return avatar(game, next((each.pk for each in players if each.name == name), None))


def team_avatars(game: Game, team: Team) -> SafeString:
    """Return the avatars of both partners."""
    players = (game.players[seat] for seat in Team(team).seats)
    return format_html_join("", "{}", ((avatar(game, player),) for player in players))


def discs(
    owner: Game | Group, players: Iterable[int], photos: Mapping[int, bytes]
) -> tuple[Disc, ...]:
    """Return the avatars of these players for a picture; `photos` are by primary key. Empty if
    the group shows no avatars. An emoji is replaced by the monogram, because the server may
    have no font that contains it."""
    return tuple(
        Disc(
            each.colour,
            each.shown if each.shown.isalnum() else each.monogram,
            photos.get(player),
        )
        for player in players
        if (each := owner.avatars.get(player))
    )


def avatars_json(game: Game) -> SafeString:
    """Return the avatars of all players of a game, for a phone without a network: by name, the
    colour, the monogram and the address of the photo (if there is one). Empty if the group
    shows no avatars."""
    players = {*game.players, *(game.rotation.players if game.rotation else ())}
    found = {
        each.name: _avatar_values(game.avatars[each.pk])
        for each in (game.group_players if game.avatars else ())
        if each.pk in players
    }
    return attribute_json(found) if found else SafeString("")


def colour_choices(_form: AvatarForm) -> list[tuple[str, str]]:
    """Return the colours that a player can have, each with its name. The empty value stands for
    the colour that the group assigns."""
    names = {
        "violet": _("Violet"),
        "olive": _("Olive"),
        "pink": _("Pink"),
        "teal": _("Teal"),
        "brown": _("Brown"),
        "purple": _("Purple"),
        "green": _("Green"),
        "slate": _("Grey"),
    }
    return [("", _("Automatic")), *((colour, names[colour]) for colour in COLOURS)]


def symbol_choices(_form: AvatarForm) -> list[tuple[str, str]]:
    """Return the symbols that can be chosen, each with its name on the page."""
    symbols = ((symbol, symbol) for symbol in SYMBOLS)
    return [("", _("Monogram")), *symbols, (OTHER, _("Another"))]


def photo_address(digest: str) -> str:
    """Return the address of the photo with this digest."""
    return reverse("photo", args=[digest])


def _avatar_values(found: Avatar) -> list[str]:
    photo = [photo_address(found.photo)] if found.photo else []
    return [found.colour, found.shown, *photo]
