"""The badges of a group by an independent, slow computation that reads the stored rounds one by
one."""

from datetime import date

from scoring.models import Game, Round
from scoring.rules import CallLevel, Seat, Team
from tests.scoring.stats.naive import Naive
from tests.scoring.stats.stored_games import on

# The name of the badge, the player, the evening, and the game if the badge is of a game.
Told = tuple[str, int, date, int | None]


class NaiveBadges(Naive):
    """The badges of the games of a group. Each occurs as often as it was earned."""

    def badges(self) -> list[Told]:
        found: list[Told] = []
        for player in self.players():
            found += self.by_calls(player)
            found += self.perfect_evenings(player)
        for game in self.with_rounds():
            for name, player in [*self.by_doubles(game), *self.by_result(game)]:
                found.append((name, player, self.evening(game), game.pk))
            for row in self.rounds[game.pk]:
                for name, player in [*self.by_bombs(game, row), *self.by_straights(game, row)]:
                    found.append((name, player, self.evening(game), game.pk))
        return sorted(found, key=str)

    def by_calls(self, player: int) -> list[Told]:
        """Return the badges for the first Grand Tichu, and for every ten calls made in a
        row."""
        found: list[Told] = []
        made: list[bool] = []
        for game in self.games:
            for row in self.rounds[game.pk]:
                seats = self.seated(game, row)
                for call in row.result.calls:
                    if seats[call.seat] != player:
                        continue
                    made.append(call.seat is row.result.first_out)
                    where = player, self.evening(game), game.pk
                    if (
                        made[-1]
                        and call.level is CallLevel.GRAND
                        and not any(each[0] == "first_grand" for each in found)
                    ):
                        found.append(("first_grand", *where))
                    run = 0
                    while run < len(made) and made[-1 - run]:
                        run += 1
                    if run and run % 10 == 0:
                        found.append(("calls_made", *where))
        return found

    def by_doubles(self, game: Game) -> list[tuple[str, int]]:
        """Return a badge for every three consecutive double wins of the same two players."""
        found, run, before = [], 0, set[int]()
        for row in self.rounds[game.pk]:
            winners = set[int]()
            if row.result.card_points is None:
                winners = on(self.seated(game, row), row.result.first_out.team)
            run = run + 1 if winners == before else 1
            before = winners
            if winners and run in {3, 6, 9, 12, 15}:
                found += [("double_wins", player) for player in winners]
        return found

    def by_result(self, game: Game) -> list[tuple[str, int]]:
        winner, rows = self.winner(game), self.rounds[game.pk]
        if winner is None or not self.decided(game) or game.adjustments or game.rotation:
            return []
        found = []
        behind = [
            sum(
                self.points[row.pk][winner.opponents] - self.points[row.pk][winner]
                for row in rows[:n]
            )
            for n in range(len(rows))
        ]
        if max(behind) >= 400:
            found += [
                ("comeback", player)
                for player in on(self.at_the_end(game), winner)
                if all(player in on(self.seated(game, row), winner) for row in rows)
            ]
        seats = self.seated(game, rows[-1])
        for call in rows[-1].result.calls:
            made = call.seat is rows[-1].result.first_out and call.level is CallLevel.GRAND
            mine = seats[call.seat] in on(self.at_the_end(game), winner)
            if behind[-1] > 0 and made and mine:
                found.append(("grand_finish", seats[call.seat]))
        return found

    def by_bombs(self, game: Game, row: Round) -> list[tuple[str, int]]:
        found = []
        for seat in Seat:
            bombs = [bomb for bomb in row.notes.bombs if bomb.seat is seat]
            player = self.seated(game, row)[seat]
            if len(bombs) > 1:
                found.append(("bombs", player))
            if any(not bomb.four_of_a_kind for bomb in bombs):
                found.append(("straight_bomb", player))
        return found

    def by_straights(self, game: Game, row: Round) -> list[tuple[str, int]]:
        seated = self.seated(game, row)
        long = {each.seat for each in row.notes.straights if each.length >= 10}
        return [("long_straight", seated[seat]) for seat in long]

    def perfect_evenings(self, player: int) -> list[Told]:
        found: list[Told] = []
        sides = [
            (game, team)
            for game in self.games
            for team in Team
            if self.over(game) and player in on(self.at_the_end(game), team)
        ]
        for evening in {self.evening(game) for game, _ in sides}:
            won = [
                self.winner(game) is team
                for game, team in sides
                if self.evening(game) == evening
            ]
            if len(won) > 2 and all(won):
                found.append(("perfect_evening", player, evening, None))
        return found
