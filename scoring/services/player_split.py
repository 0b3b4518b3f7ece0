"""Move games from one player to another, if one name stood for two people, or if the wrong name
was tapped."""

from collections.abc import Collection
from enum import StrEnum

from scoring.models import GroupChangeKind, Player
from scoring.services.game_players import GamePlayers, games_with_players, write_player
from scoring.services.group_log import log_group_change
from scoring.services.players import get_or_create_player
from scoring.services.transaction import lock_group, write_transaction


class SplitRefusal(StrEnum):
    """Why games cannot be moved to another player."""

    SAME_PLAYER = "same_player"
    NO_GAMES = "no_games"  # the player is in none of the chosen games
    SAME_GAME = "same_game"  # the other player is in one of them, or in its change log
    MERGED = "merged"  # one of them belongs to a player who was merged into this one


class CannotSplit(Exception):
    """The games cannot be moved to another player."""

    def __init__(self, reason: SplitRefusal) -> None:
        super().__init__(reason)
        self.reason = reason


def split_player(
    player: Player, name: str, games: Collection[int], device: int | None = None
) -> Player:
    """Replace `player` in these games (primary keys), and in all games of their series, by the
    player of this name, who is added if necessary. Returns that player. Devices and payments
    remain with `player`. To undo it, move the games back. `device` is the primary key of the
    device that requested it.

    Raises CannotSplit, and Player.DoesNotExist if `player` has been merged meanwhile.
    """
    with write_transaction():
        group = player.group
        lock_group(group.pk)
        player.refresh_from_db(from_queryset=Player.objects.all())
        other = get_or_create_player(group, name)
        moved = _moved_games(player, games_with_players(group), games)
        if refusal := _refusal(player, other, moved):
            raise CannotSplit(refusal)
        write_player([game.pk for game in moved], player.pk, other.pk)
        log_group_change(
            group.pk,
            device,
            GroupChangeKind.SPLIT,
            player=player.pk,
            other=other.pk,
            games=sum(not game.deleted for game in moved),
        )
    return other


def _moved_games(
    player: Player, all_games: Collection[GamePlayers], chosen: Collection[int]
) -> list[GamePlayers]:
    """The player's games that are chosen or belong to the series of a chosen game."""
    own = [game for game in all_games if player.pk in game.named]
    series = {game.series for game in own if game.series and game.pk in chosen}
    return [game for game in own if game.pk in chosen or game.series in series]


def _refusal(
    player: Player, other: Player, moved: Collection[GamePlayers]
) -> SplitRefusal | None:
    if other == player:
        return SplitRefusal.SAME_PLAYER
    if not moved:
        return SplitRefusal.NO_GAMES
    if any(other.pk in game.named for game in moved):
        return SplitRefusal.SAME_GAME
    merged = Player.with_merged.filter(merged_into=player).values_list("merge_facts", flat=True)
    if {game.pk for game in moved} & {pk for facts in merged if facts for pk in facts["games"]}:
        return SplitRefusal.MERGED
    return None
