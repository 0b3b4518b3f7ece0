"""The games of a group that statistics count, as a file for BG Stats (`.bgsplay`).

The ids never change, so a newer file updates the plays that an earlier one has added.
"""

import uuid
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from scoring.exchange.bg_stats import team_rank, to_json, utc_moment, whole_minutes
from scoring.exchange.tables import TableGame, table_games
from scoring.importers.bg_stats import BGG_ID
from scoring.models import Group
from scoring.models.log_ids import player_log_id
from scoring.rules import Seat

Facts = dict[str, Any]

# The same for all groups, so that BG Stats adds Tichu only once for a player of two groups.
GAME_UUID = uuid.uuid5(uuid.NAMESPACE_URL, f"https://boardgamegeek.com/boardgame/{BGG_ID}")
GAME: Facts = {
    "id": 1,
    "uuid": str(GAME_UUID).upper(),
    "name": "Tichu",
    "bggId": BGG_ID,
    "bggName": "Tichu",
    "bggYear": 1991,
    "cooperative": False,
    "highestWins": True,
    "noPoints": False,
    "usesTeams": True,
    "isBaseGame": 1,
    "isExpansion": 0,
}


def write_plays(group: Group) -> Iterator[str]:
    """Yield the text of the file, play by play."""
    yield (
        f'{{"about":"Plays of Tichu Score, for BG Stats","games":[{to_json(GAME)}],'
        f'"players":{to_json(list(_players(group)))},"locations":[],"userInfo":{{"meRefId":0}},'
        '"plays":['
    )
    separator = ""
    for each in table_games(group):
        if each.standing.counts_as_game:
            yield separator + to_json(_play(each))
            separator = ","
    yield "]}"


def _players(group: Group) -> Iterator[Facts]:
    """Yield the players in the order of their primary keys, which are their ids in the
    file."""
    for player in group.players.order_by("pk"):
        log_id = player_log_id(player.log_id, group.id_namespace, player.pk)
        yield {
            "id": player.pk,
            "uuid": str(log_id).upper(),
            "name": player.name,
            "isAnonymous": False,
            "bggUsername": "",
        }


def _play(each: TableGame) -> Facts:
    game, standing = each.game, each.standing
    ended = each.ended or game.created
    moment = utc_moment(ended)
    return {
        "uuid": str(game.key).upper(),
        "gameRefId": GAME["id"],
        "locationRefId": 0,
        "playDate": moment,
        "playDateYmd": int(f"{timezone.localtime(ended):%Y%m%d}"),
        "entryDate": moment,
        "modificationDate": moment,
        "durationMin": whole_minutes(ended - game.created),
        "rounds": standing.rounds if standing.rounds_known else 0,
        "usesTeams": True,
        "manualWinner": True,
        "ignored": False,
        "scoringSetting": 0,
        "rating": 0,
        "board": "",
        "comments": "",
        "playImages": "[]",
        "playerScores": [_score(each, seat) for seat in Seat],
    }


def _score(each: TableGame, seat: Seat) -> Facts:
    standing = each.standing
    return {
        "playerRefId": each.game.players[seat],
        "score": str(standing.totals[seat.team]),
        "winner": standing.winner is seat.team,
        "rank": team_rank(standing, seat.team),
        "seatOrder": 0,
        "startPlayer": False,
        "newPlayer": False,
        "team": seat.team,
        "role": "",
        "metaData": "{}",
    }
