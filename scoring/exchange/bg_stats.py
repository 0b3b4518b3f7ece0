"""A finished game as a play for BG Stats, a program that keeps the plays of all board games: an
address that its user opens. Nothing is sent from here."""

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from scoring.models import Game, Player, ScoreSheet
from scoring.models.log_ids import player_log_id
from scoring.rules import Seat

CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
# The number of Tichu at BoardGameGeek.
BGG_ID = 215


def play_address(game: Game) -> str | None:
    """The address that adds the game to BG Stats; None while it is played, where it was
    abandoned, and where partners change. The same game and the same players always have the
    same ids there."""
    if game.rotation or not game.sheet.standing.counts:
        return None
    play = json.dumps(_play(game), ensure_ascii=False, separators=(",", ":"))
    return CREATE_PLAY + quote(play, safe="")


def _play(game: Game) -> dict[str, Any]:
    """As createPlay takes it: every boolean is there, and the number of the game is a number,
    or some of its releases stop. The date is that of the end."""
    end = ended(game.created, game.sheet)
    return {
        "sourceName": "Tichu Score",
        "sourcePlayId": str(game.key),
        "playDate": f"{end.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "durationMin": max(int((end - game.created).total_seconds() // 60), 0),
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
    """The four who sat there in the end; two of one team have the same letter."""
    standing = game.sheet.standing
    log_ids = dict(Player.with_merged.filter(group=game.group_id).values_list("pk", "log_id"))
    return [
        {
            "name": game.names[seat],
            "sourcePlayerId": str(player_log_id(log_ids[pk], game.group.id_namespace, pk)),
            "team": seat.team,
            "score": standing.totals[seat.team],
            "rank": 1 if standing.winner in {None, seat.team} else 2,
            "winner": standing.winner is seat.team,
            "startPlayer": False,
            "role": "",
        }
        for seat, pk in ((seat, game.players[seat]) for seat in Seat)
    ]


def ended(began: datetime, sheet: ScoreSheet) -> datetime:
    """When the last round was recorded, or where the rounds are not known, when it began."""
    return sheet.rows[-1].round.recorded if sheet.rows else began
