"""Replace players of a running game."""

from collections.abc import Iterable

from scoring.models import Change, Game
from scoring.rules import BySeat, Seat
from scoring.services.game_changes import change_rotation, seat_player
from scoring.services.players import (
    get_or_create_all,
    get_or_create_player,
    refuse_same_player,
)
from scoring.services.transaction import Submission, lock_group, write_transaction


def substitute(
    game: Game, seat: Seat, name: str, submission: Submission, *, after: int
) -> Change:
    """Let the player with this name replace the player at `seat`. A new name is added to the
    players of the group, unless the change is refused. See `seat_player`."""
    with write_transaction():
        lock_group(game.group_id)
        player = get_or_create_player(game.group, name)
        return seat_player(game, seat, player, submission, after=after)


def players_seated(game: Game, seating_number: int) -> BySeat[int] | None:
    """The players while the game had this `Game.seating_number`; None if that is the present
    number, or if the game never had it."""
    if seating_number == game.seating_number:
        return None
    players = game.players
    for change in game.changes.filter(seq=0).reverse():
        if change.changes_seating:
            players = change.seated_before(players)
            if change.before and change.before["seating_number"] == seating_number:
                return players
    return None


def change_players(
    game: Game, names: Iterable[str], submission: Submission, *, after: int
) -> Change:
    """Let the players with these names play the remaining rounds of a game with changing
    partners; see `change_rotation`."""
    with write_transaction():
        lock_group(game.group_id)
        players = get_or_create_all(game.group, names)
        refuse_same_player(players)
        return change_rotation(game, players, submission, after=after)
