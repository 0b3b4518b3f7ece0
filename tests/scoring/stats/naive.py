"""A group's figures once more, slowly: asked of every stored round one by one, by the rules'
own words. Nothing here knows how `scoring.stats` counts."""

from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

from django.utils import timezone

from scoring.models import Game, Group, Round
from scoring.rules import Race, Seat, Team, Tie, score_round
from scoring.stats.chances import Chances

SEATS = {Seat.A1: "player_a1", Seat.B1: "player_b1", Seat.A2: "player_a2", Seat.B2: "player_b2"}

SUMS = [
    "games",
    "won",
    "lost",
    "rounds",
    "grand_rounds",
    "points",
    "against",
    "counted",
    "cards",
    "doubles",
    "doubles_suffered",
]
COUNTS = ["tichu", "tichu_made", "grand", "grand_made", "first", "missed", "faced", "busted"]


class Naive:
    """The same questions as `GroupFigures` answers, as plain dicts and numbers."""

    def __init__(self, group: Group) -> None:
        games = Game.objects.filter(group=group).order_by("pk")
        self.games = [game for game in games if game.rounds.exists()]
        self.rounds = {
            game.pk: list(Round.objects.filter(game=game).order_by("seq"))
            for game in self.games
        }

    # Games

    def player_at(self, game: Game, seat: Seat) -> int:
        return int(getattr(game, SEATS[seat] + "_id"))

    def team_of(self, game: Game, player: int) -> Team | None:
        seats = [seat for seat in Seat if self.player_at(game, seat) == player]
        return seats[0].team if seats else None

    def totals(self, game: Game) -> tuple[int, int]:
        scores = [score_round(row.result).points for row in self.rounds[game.pk]]
        return sum(score.a for score in scores), sum(score.b for score in scores)

    def over(self, game: Game) -> bool:
        a, b = self.totals(game)
        return max(a, b) >= game.target and (a != b or game.tie == Tie.DRAW)

    def winner(self, game: Game) -> Team | None:
        a, b = self.totals(game)
        if not self.over(game) or a == b:
            return None
        return Team.A if a > b else Team.B

    def evening(self, game: Game) -> date:
        return (timezone.localtime(game.created) - timedelta(hours=5)).date()

    # Sides: whoever is asked for, by the team that they were on

    def score(self, games: list[tuple[Game, Team]]) -> dict[str, int]:
        found = dict.fromkeys(SUMS, 0)
        for game, team in games:
            found["games"] += self.over(game)
            found["won"] += self.winner(game) is team
            found["lost"] += self.winner(game) is team.opponents
            for row in self.rounds[game.pk]:
                points = score_round(row.result).points
                found["rounds"] += 1
                found["grand_rounds"] += game.grand
                found["points"] += points[team]
                found["against"] += points[team.opponents]
                if row.result.card_points is None:
                    won = row.result.first_out.team is team
                    found["doubles"] += won
                    found["doubles_suffered"] += not won
                else:
                    found["counted"] += 1
                    found["cards"] += row.result.card_points[team]
        return found

    def played(self, player: int) -> list[tuple[Game, Team]]:
        sides = [(game, self.team_of(game, player)) for game in self.games]
        return [(game, team) for game, team in sides if team]

    def players(self) -> set[int]:
        return {self.player_at(game, seat) for game in self.games for seat in Seat}

    def together(self, one: int, other: int) -> list[tuple[Game, Team]]:
        return [side for side in self.played(one) if side in self.played(other)]

    def opposed(self, one: int, other: int) -> list[tuple[Game, Team]]:
        return [
            (game, team)
            for game, team in self.played(one)
            if (game, team.opponents) in self.played(other)
        ]

    # One player

    def player(self, player: int) -> dict[str, Any]:
        sides = self.played(player)
        found: dict[str, Any] = {"score": self.score(sides), "bombs": 0}
        found |= dict.fromkeys(COUNTS, 0)
        places, last, last_known = [0, 0, 0, 0], 0, 0
        for game, team in sides:
            me = next(seat for seat in team.seats if self.player_at(game, seat) == player)
            for row in self.rounds[game.pk]:
                result = row.result
                for call in result.calls:
                    made = call.seat is result.first_out
                    if call.seat is me:
                        found[call.level] += 1
                        found[f"{call.level}_made"] += made
                    if call.seat.team is not team:
                        found["faced"] += 1
                        found["busted"] += not made
                if result.first_out is me:
                    found["first"] += 1
                    found["missed"] += not result.calls
                if len(result.out_order) == 4:
                    places[result.out_order.index(me)] += 1
                if result.last:
                    last_known += 1
                    last += result.last is me
                found["bombs"] += sum(bomb.seat is me for bomb in row.moments.bombs)
        return found | {
            "places": tuple(places),
            "last": (last, last_known),
            "streaks": self.streaks(sides),
            "forms": tuple(
                self.score([side for side in sides if self.over(side[0])][-games:])
                for games in (10, 50)
            ),
            "best": self.best(sides),
        }

    def result(self, game: Game, team: Team) -> str:
        winner = self.winner(game)
        return "draw" if winner is None else "won" if winner is team else "lost"

    def streaks(self, sides: list[tuple[Game, Team]]) -> tuple[int, int, int]:
        results = [self.result(game, team) for game, team in sides if self.over(game)]
        longest = [self.longest(results, what) for what in ("won", "lost")]
        return self.current(results), longest[0], longest[1]

    def longest(self, results: list[str], what: str) -> int:
        longest = 0
        for start in range(len(results)):
            run = 0
            while start + run < len(results) and results[start + run] == what:
                run += 1
            longest = max(longest, run)
        return longest

    def current(self, results: list[str]) -> int:
        if not results or results[-1] == "draw":
            return 0
        run = 0
        while run < len(results) and results[-1 - run] == results[-1]:
            run += 1
        return run if results[-1] == "won" else -run

    def best(self, sides: list[tuple[Game, Team]]) -> tuple[date, dict[str, int]] | None:
        evenings = sorted({self.evening(game) for game, _ in sides})
        best = None
        for evening in evenings:
            score = self.score([side for side in sides if self.evening(side[0]) == evening])
            ahead = score["points"] - score["against"]
            if best is None or ahead > best[0]:
                best = (ahead, evening, score)
        return best and (best[1], best[2])

    # Two players

    def pairs(self) -> dict[tuple[int, int], dict[str, Any]]:
        found = {}
        for one, other in combinations(sorted(self.players()), 2):
            if sides := self.together(one, other):
                score = self.score(sides)
                alone = [
                    self.margin([side for side in self.played(player) if side not in sides])
                    for player in (one, other)
                ]
                expected = None if None in alone else sum(each for each in alone if each)
                actual = self.margin(sides)
                found[one, other] = {
                    "score": score,
                    "chemistry": None if expected is None else (actual, Fraction(expected)),
                }
        return found

    def margin(self, sides: list[tuple[Game, Team]]) -> Fraction | None:
        score = self.score(sides)
        ahead = score["points"] - score["against"]
        return Fraction(ahead, score["rounds"]) if score["rounds"] else None

    def rivals(self) -> dict[tuple[int, int], dict[str, Any]]:
        found = {}
        for one, other in permutations(self.players(), 2):
            if sides := self.opposed(one, other):
                results = [self.result(game, team) for game, team in sides if self.over(game)]
                last = sides[-1][0]
                found[one, other] = {
                    "score": self.score(sides),
                    "streak": self.current(results),
                    "met": (self.evening(last), last.pk),
                }
        return found

    # The group

    def records(self) -> dict[str, Any]:
        found: dict[str, list[tuple[int, int]]] = {}

        def claim(feat: str, value: int, game: Game) -> None:
            found.setdefault(feat, []).append((value, game.pk))

        targets = [game.target for game in self.games]
        usual = max(targets, key=targets.count) if targets else None
        for game in self.games:
            points = [score_round(row.result).points for row in self.rounds[game.pk]]
            claim("highest_round", max(max(each) for each in points), game)
            calls = max(len(row.result.calls) for row in self.rounds[game.pk])
            claim("most_calls", calls, game)
            if game.target == usual and self.over(game):
                claim("longest_game", len(points), game)
                winner = self.winner(game)
                if winner:
                    lead = abs(self.totals(game)[0] - self.totals(game)[1])
                    claim("closest_finish", -lead, game)
                    claim("biggest_win", lead, game)
                    behind = [
                        sum(each[winner.opponents] - each[winner] for each in points[:number])
                        for number in range(1, len(points) + 1)
                    ]
                    claim("farthest_behind", max(behind), game)
        streaks = [self.player(player)["streaks"][1] for player in self.players()]
        best = {
            feat: max(claims, key=lambda claim: (claim[0], -claim[1]))
            for feat, claims in found.items()
        }
        values = {feat: (abs(value), game) for feat, (value, game) in best.items() if value}
        values = {
            feat: each
            for feat, each in values.items()
            if best[feat][0] > 0 or feat == "closest_finish"
        }
        return values | ({"longest_streak": max(streaks)} if max(streaks, default=0) else {})

    def by_chances(self, chances: Chances) -> dict[str, Any]:
        """The lowest chance of a winner, and the greatest move of one round."""
        lows, moves = [], []
        for game in self.games:
            winner = self.winner(game)
            if winner is None or game.target != chances.race.target:
                continue
            scores = [score_round(row.result).points for row in self.rounds[game.pk]]
            race = Race(target=game.target, tie=Tie(game.tie))
            course = [chances.of(standing) for standing in race.run(scores)]
            ours = [chance if winner is Team.A else 1 - chance for chance in course]
            lows += [(chance, game.pk, number) for number, chance in enumerate(ours)]
            moves += [
                (-abs(after - before), game.pk, number)
                for number, (before, after) in enumerate(pairwise(course), 1)
            ]
        found: dict[str, Any] = {}
        if moves:
            move = min(moves)
            found["biggest_swing"] = (-move[0], *move[1:])
        if lows and min(lows)[0] < 0.5:
            found["greatest_comeback"] = min(lows)
        return found

    def group(self) -> dict[str, Any]:
        over = [game for game in self.games if self.over(game)]
        points = [sum(self.totals(game)) for game in self.games]
        rounds = sum(len(rows) for rows in self.rounds.values())
        evenings = sorted({self.evening(game) for game in self.games})
        return {
            "games": len(over),
            "running": len(self.games) - len(over),
            "rounds": rounds,
            "average": (sum(points), 2 * rounds),
            "evenings": tuple(
                (
                    day,
                    sum(self.evening(game) == day for game in self.games),
                    sum(len(self.rounds[g.pk]) for g in self.games if self.evening(g) == day),
                )
                for day in evenings
            ),
        }
