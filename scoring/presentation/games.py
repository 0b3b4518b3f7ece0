"""Games: their players, the labels of their pages, and the facts that a phone needs."""

from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import get_script_prefix, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.forms import snapshot
from scoring.models import Agreement, Game, Group, Role, ScoreSheet, parallel_games
from scoring.presentation.attribute_json import attribute_json
from scoring.presentation.messages import script_message
from scoring.presentation.rotation import game_title, rotation_facts
from scoring.presentation.rounds import level_name
from scoring.rules import CALL_REFUSALS, MESSAGES, BySeat, Call, Seat, Standing, Team


def team_name(game: Game, team: Team) -> str:
    return game.team_names[Team(team)]


def seat_name(game: Game, seat: Seat) -> str:
    return game.names[seat]


def new_game_url(group: Group, names: BySeat[str] | None = None) -> str:
    """Return the address of the form for a new game of this group, filled in with these
    players if there are any."""
    seats = {seat.lower(): name for seat, name in names.items()} if names else {}
    return f"{reverse('new_game')}?{urlencode({'group': group.key, **seats})}"


class NextStep(NamedTuple):
    """A link to a page on which the first round of a group can be recorded."""

    label: str
    address: str


def next_step(group: Group) -> NextStep | None:
    """Return the link to the table of a running game, or to the form of a new game; None for a
    viewer, who records no rounds."""
    if group.role == Role.VIEWER:
        return None
    game = Game.objects.filter(group=group).latest_first().first()
    if game and not game.sheet.standing.over:
        return NextStep(_("To the table"), game.get_absolute_url())
    return NextStep(_("New game"), new_game_url(group))


class ParallelGame(NamedTuple):
    """A game that another phone has started at the same time, and a sentence about it."""

    sentence: str
    address: str


def parallel_game(game: Game) -> ParallelGame | None:
    """Return the first of the games that were started at the same time as this one, or None.
    None also if this game has an entry or is over, because then it is known in which game the
    rounds are recorded."""
    if game.pk is None or game.sheet.entries or game.sheet.standing.over:
        return None
    for other in parallel_games(game):
        sentence = (
            _("These players have started another game just before this one: %(names)s.")
            if other.pk < game.pk
            else _("These players have started another game just after this one: %(names)s.")
        )
        return ParallelGame(sentence % {"names": game_title(other)}, other.get_absolute_url())
    return None


def partner_choices(game: Game) -> list[tuple[Seat, str, str]]:
    """Return the possible partners of the first player, the present one first."""
    names = game.names
    return [(seat, names[Seat.A1], names[seat]) for seat in (Seat.A2, Seat.B1, Seat.B2)]


def call_label(game: Game, call: Call) -> str:
    """Return the label of a call in the round in progress: its level and its player."""
    return _("%(call)s %(name)s") % {
        "call": level_name(call.level, game.house_rules),
        "name": game.names[call.seat],
    }


def started_at(sheet: ScoreSheet, game: Game) -> datetime:
    """Return the time at which the round in progress began: when the round before was recorded,
    or when the game was started."""
    return sheet.last_row.round.recorded if sheet.last_row else game.created


def progress_snapshot(game: Game) -> str:
    """Return the round in progress as this page shows it. A form sends it back."""
    return snapshot(game.in_progress)


def live_url(game: Game) -> str:
    """Return the address of the game's event stream. It is answered by `live.app`, not by a
    view."""
    return f"{get_script_prefix()}live/t/{game.key}/"


_OFFICIAL = Agreement().columns


def game_json(game: Game) -> SafeString:
    """Return the facts of a game that a phone needs to continue without the server.

    They contain only the house rules that differ from the rule book, and whether the table page
    asks when the cards are dealt.
    """
    agreed = {
        name: value
        for name, value in game.agreement.columns.items()
        if value != _OFFICIAL[name] or name in {"target", "tie"}
    }
    if game.rotation:
        agreed["rotation"] = rotation_facts(game)
    if game.shows_deal:
        agreed["shows_deal"] = True
    return attribute_json({"key": str(game.key), "names": list(game.names), **agreed})


def standing_json(standing: Standing, last_seq: int) -> SafeString:
    """Return the standing of a game up to this round, for a phone that adds the rounds in its
    offline queue. No rounds are added to a game with `ended`."""
    totals = {str(team): total for team, total in standing.totals.items()}
    facts = {"totals": totals, "rounds": standing.rounds, "seq": last_seq}
    if standing.can_be_resumed or not standing.rounds_known:
        facts["ended"] = True
    return attribute_json(facts)


def entry_messages() -> list[tuple[str, str]]:
    """Return the codes and sentences with which the form of a round can be refused.

    A script replaces the placeholders in braces by values.
    """
    codes = (
        "FIRST_OUT_MISSING",
        "OUT_ORDER_TOO_SHORT",
        "FIELD_TWICE",
        "CARD_POINTS_MISSING",
        "CARD_POINTS_WITH_DOUBLE_WIN",
        "ROUND_AFTER_END",
        *CALL_REFUSALS,
    )
    return [(code, script_message(MESSAGES[code])) for code in codes]
