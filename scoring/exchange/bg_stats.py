"""A finished game as a play for BG Stats, a program that records plays of board games.

The play is an address that the user of BG Stats opens. The server sends nothing.
"""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

from scoring.exchange.corrected_dates import date_shifts
from scoring.importers.bg_stats import BGG_ID
from scoring.models import Game, Player
from scoring.models.log_ids import player_log_id
from scoring.rules import Seat, Standing, Team

CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="


def play_address(game: Game) -> str | None:
    """Return the address that adds the game to BG Stats.

    Returns None if the game does not count as a game (`Standing.counts_as_game`), or if its
    partners change. The ids of a game and of its players never change.
    """
    if game.rotation or not game.sheet.standing.counts_as_game:
        return None
    play = to_json(_play(game))
    return CREATE_PLAY + quote(play, safe="")


def _play(game: Game) -> dict[str, Any]:
    """Return the play in the format of createPlay.

    No boolean is left out, and `bggId` is a number, because some releases of BG Stats fail
    otherwise. The date is the end of the game.
    """
    last, shifts = game.sheet.last_recorded, date_shifts([(game, game.sheet)])
    ended = last + shifts.get(game.pk, timedelta()) if last else game.created
    return {
        "sourceName": "Tichu Score",
        "sourcePlayId": str(game.key),
        "playDate": utc_moment(ended),
        "durationMin": whole_minutes(ended - game.created),
        "game": {
            "name": "Tichu",
            "sourceGameId": "tichu",
            "bggId": BGG_ID,
            "highestWins": True,
            "noPoints": False,
        },
        "players": _players(game),
    }


def _players(game: Game) -> list[dict[str, Any]]:
    """Return the four players who sat there in the end. Players of one team have the same
    letter as their team."""
    standing = game.sheet.standing
    log_ids = dict(Player.with_merged.filter(group=game.group_id).values_list("pk", "log_id"))
    return [
        {
            "name": game.names[seat],
            "sourcePlayerId": str(player_log_id(log_ids[pk], game.group.id_namespace, pk)),
            "team": seat.team,
            "score": standing.totals[seat.team],
            "rank": team_rank(standing, seat.team),
            "winner": standing.winner is seat.team,
            "startPlayer": False,
            "role": "",
        }
        for seat, pk in ((seat, game.players[seat]) for seat in Seat)
    ]


def utc_moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def whole_minutes(duration: timedelta) -> int:
    """Return the duration in minutes, rounded down. It is at least 0, because a date can be
    corrected to a time after the last round."""
    return max(int(duration.total_seconds() // 60), 0)


def team_rank(standing: Standing, team: Team) -> int:
    """Return the place of a team: 1 for the winners and for both teams of a draw, else 2."""
    return 1 if standing.winner in {None, team} else 2


def to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
