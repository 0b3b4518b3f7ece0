"""The facts of a group in the answers of the API, which `openapi.json` describes.

Players and games have the same ids as in a log, and rounds the same facts.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.models import (
    Game,
    Group,
    Player,
    ScoreSheet,
    SheetRow,
    player_standings_of,
    standings_of_games,
)
from scoring.models.log_ids import player_log_id
from scoring.rules import BySeat, Seat, Standing, Team
from scoring.rules.rotation import RotationScoring

Facts = Mapping[str, Any]


class GroupPlayers:
    """The players of a group by primary key, in the form that they have in the API."""

    def __init__(self, group: Group) -> None:
        self._players = {each.pk: each for each in group.all_players}
        self._namespace = group.id_namespace

    def facts(self) -> list[Facts]:
        """Return all players who were not merged into others."""
        present = (each for each in self._players.values() if each.merged_into_id is None)
        return [self._named(each) | {"hidden": each.hidden} for each in present]

    def at(self, players: BySeat[int]) -> Facts:
        """Return the players at the seats, from primary keys."""
        return {str(seat): self.named(players[seat]) for seat in Seat}

    def named(self, pk: int) -> Facts:
        return self._named(self._players[pk])

    def _named(self, player: Player) -> dict[str, Any]:
        log_id = player_log_id(player.log_id, self._namespace, player.pk)
        return {"id": str(log_id), "name": player.name}


def group_facts(group: Group) -> Facts:
    return {
        "id": str(group.log_id or group.key),
        "name": str(group),
        "created": group.created.isoformat(),
    }


def player_facts(group: Group) -> Facts:
    return {"players": GroupPlayers(group).facts()}


def game_list(group: Group, games: list[Game]) -> list[Facts]:
    """Return these games in their order, without their rounds."""
    players = GroupPlayers(group)
    return [_game(each.game, each.standing, players) for each in standings_of_games(games)]


def game_facts(group: Group, game: Game) -> Facts:
    """Return the game with its rounds and adjustments and, if partners change, with the
    standings of its players."""
    # The players are read last, so that they include all players of the rounds.
    sheet = game.sheet
    players = GroupPlayers(group)
    return {
        **_game(game, sheet.standing, players),
        "rounds": _rounds(sheet, players),
        "adjustments": game.adjustments or [],
        "rotation": _rotation(game, players),
    }


def live_facts(group: Group, game: Game | None) -> Facts:
    """Return the present game, with the round in progress."""
    if game is None:
        return {"game": None, "in_progress": None}
    sheet, progress = game.summary, game.in_progress
    in_progress = {
        "number": sheet.next_number,
        "calls": [call.to_dict() for call in progress.calls],
        "out_order": [str(seat) for seat in progress.out_order],
    }
    return {
        "game": _game(game, sheet.standing, GroupPlayers(group)),
        "in_progress": None if sheet.standing.over else in_progress,
    }


def _game(game: Game, standing: Standing, players: GroupPlayers) -> dict[str, Any]:
    winner = standing.winner
    return {
        "id": str(game.log_id or game.key),
        "started": game.created.isoformat(),
        "revision": game.revision,
        "seats": players.at(game.players),
        "changing_partners": game.rotation_facts is not None,
        "agreement": game.agreement.columns,
        "state": standing.state.value,
        "rounds_played": standing.rounds if standing.rounds_known else None,
        "totals": _by_team(standing.totals.items()),
        "winner": winner and str(winner),
    }


def _rotation(game: Game, players: GroupPlayers) -> Facts | None:
    if game.rotation is None:
        return None
    scoring = game.rotation.scoring
    counted = scoring is not RotationScoring.POINTS
    return {
        "scoring": scoring.value,
        "standings": [
            {
                "place": each.place,
                "player": players.named(each.player),
                "rounds": each.score.rounds,
                "points": each.score.points,
                "credits": float(each.score.win_points) if counted else None,
            }
            for each in player_standings_of(game)
        ],
    }


def _rounds(sheet: ScoreSheet, players: GroupPlayers) -> list[Facts]:
    return [_round(row, players) for row in sheet.rows]


def _round(row: SheetRow, players: GroupPlayers) -> Facts:
    played = row.round
    return {
        "number": row.number,
        "seq": played.seq,
        "recorded": played.recorded.isoformat(),
        "seats": players.at(played.players) if played.players else None,
        "facts": played.result.to_dict() | played.notes.to_dict(),
        "points": _by_team(played.points.items()),
        "totals": _by_team(row.totals.items()),
    }


def _by_team(values: Iterable[tuple[Team, int]]) -> Facts:
    return {str(team): value for team, value in values}
