"""The seats of a game, and the names of its players."""

from functools import cached_property

from django.db import models

from scoring.models.avatars import Avatar, Person, avatars
from scoring.models.group import PLAYERS_OF_GROUP, Player, PlayerNames
from scoring.models.seat_columns import SEAT_COLUMNS, SEAT_ID_COLUMNS
from scoring.rules import BySeat, ByTeam, Seat

# Annotations with the names of the four players, for a query that reads them with the game.
NAME_COLUMNS = {seat: f"name_{seat.lower()}" for seat in Seat}
_OF_GROUP = ("group_players", "player_names", "avatars")


class GameSeats(models.Model):
    """The four players of a game of the group `group_id`."""

    player_a1 = models.ForeignKey(Player, models.PROTECT, related_name="+")
    player_b1 = models.ForeignKey(Player, models.PROTECT, related_name="+")
    player_a2 = models.ForeignKey(Player, models.PROTECT, related_name="+")
    player_b2 = models.ForeignKey(Player, models.PROTECT, related_name="+")

    # The number of the change since which these four sit there, 0 for the start. If partners
    # change, the number of the next round in the plan.
    seating_number = models.PositiveIntegerField(default=0, db_default=0)

    group_id: int
    # Set by `GameQuerySet.visible_to`: whether the group shows avatars.
    shows_avatars = False

    class Meta:
        abstract = True

    @property
    def players(self) -> BySeat[int]:
        """The primary keys of the four players."""
        return BySeat.from_function(lambda seat: getattr(self, SEAT_ID_COLUMNS[seat]))

    @cached_property
    def names(self) -> BySeat[str]:
        def name(seat: Seat) -> str:
            player: Player = getattr(self, SEAT_COLUMNS[seat])
            return player.name

        if "name_a1" not in self.__dict__:
            return BySeat.from_function(name)
        return BySeat.from_function(lambda seat: str(self.__dict__[NAME_COLUMNS[seat]]))

    @cached_property
    def team_names(self) -> ByTeam[str]:
        return team_names(self.names)

    @cached_property
    def group_players(self) -> tuple[Person, ...]:
        """All players of the group, including those who were merged into others."""
        return tuple(PLAYERS_OF_GROUP(group=self.group_id))

    @cached_property
    def player_names(self) -> PlayerNames:
        """The names of all players of the group, by primary key."""
        return PlayerNames(self.group_id, self.group_players)

    @cached_property
    def avatars(self) -> dict[int, Avatar]:
        """The avatars of `group_players` by primary key; empty if the group does not show
        avatars."""
        return avatars(self.group_players) if self.shows_avatars else {}

    def names_in(self, players: BySeat[int] | None) -> BySeat[str]:
        """The names of these players of a round; for None, the names of the players of the
        game."""
        return players.map(self.player_names.__getitem__) if players else self.names

    def clear_names(self) -> None:
        """Clear the cached names and players."""
        for name in ("names", "team_names", *_OF_GROUP, *NAME_COLUMNS.values()):
            self.__dict__.pop(name, None)


def team_names(names: BySeat[str]) -> ByTeam[str]:
    """The names of the teams of these players: Ada + Cleo, Ben + Dora."""
    return ByTeam.from_function(lambda team: " + ".join(names[seat] for seat in team.seats))
