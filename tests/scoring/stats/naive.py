"""The figures of a group by an independent, slow computation. It reads the stored rounds one by
one, and uses the terms of the rules. It shares no code with `scoring.stats`."""

from datetime import date
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

from scoring.models import Game
from scoring.rules import ByTeam, Race, Team, TieRule
from scoring.stats.win_probability.model import WinProbabilityModel
from tests.scoring.stats.stored_games import COUNTS, Side, StoredGames, on


class Naive(StoredGames):
    """Computes the same figures as `GroupStats`, as plain dicts and numbers."""

    # One player

    def player(self, player: int) -> dict[str, Any]:
        sides = self.played(player)
        found: dict[str, Any] = {"score": self.score(sides), "bombs": 0}
        found |= dict.fromkeys(COUNTS, 0)
        places, last, last_known = [0, 0, 0, 0], 0, 0
        for game, team, rows, _ in sides:
            for row in rows:
                seats = self.seated(game, row)
                me = next(seat for seat in team.seats if seats[seat] == player)
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
                if result.last_player:
                    last_known += 1
                    last += result.last_player is me
                found["bombs"] += sum(bomb.seat is me for bomb in row.notes.bombs)
        return found | {
            "places": tuple(places),
            "last": (last, last_known),
            "streaks": self.streaks(sides),
            "evening_streaks": self.runs(self.evening_results(sides)),
            "latest": self.results(sides)[-10:],
            "last_played": self.evening(sides[-1].game),
            "forms": tuple(
                self.score([side for side in sides if side.ended][-games:])
                for games in (10, 50)
            ),
            "best": self.best(sides),
        }

    def result(self, game: Game, team: Team) -> str:
        winner = self.winner(game)
        return "draw" if winner is None else "won" if winner is team else "lost"

    def results(self, sides: list[Side]) -> list[str]:
        return [self.result(side.game, side.team) for side in sides if side.ended]

    def streaks(self, sides: list[Side]) -> tuple[int, int, int]:
        return self.runs(self.results(sides))

    def runs(self, results: list[str]) -> tuple[int, int, int]:
        longest = [self.longest(results, what) for what in ("won", "lost")]
        return self.current(results), longest[0], longest[1]

    def evening_results(self, sides: list[Side]) -> list[str]:
        """For each evening with a finished game, return whether more games were won or lost."""
        ended = [side for side in sides if side.ended]
        found = []
        for evening in sorted({self.evening(side.game) for side in ended}):
            results = self.results([s for s in ended if self.evening(s.game) == evening])
            won, lost = results.count("won"), results.count("lost")
            found.append("won" if won > lost else "lost" if lost > won else "draw")
        return found

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

    def best(self, sides: list[Side]) -> tuple[date, dict[str, int]] | None:
        evenings = sorted(
            {self.evening(side.game) for side in sides if not self.result_only(side.game)}
        )
        best = None
        for evening in evenings:
            score = self.score([side for side in sides if self.evening(side.game) == evening])
            ahead = score["points"] - score["against"]
            if best is None or ahead > best[0]:
                best = (ahead, evening, score)
        return best and (best[1], best[2])

    # Two players

    def pairs(self) -> dict[tuple[int, int], dict[str, Any]]:
        found = {}
        for one, other in combinations(sorted(self.players()), 2):
            if sides := self.together(one, other):
                actual = self.margin(sides)
                found[one, other] = {
                    "score": self.score(sides),
                    "chemistry": None
                    if actual is None
                    else (actual, *self.chemistry(one, other)),
                }
        return found

    def chemistry(self, one: int, other: int) -> tuple[Fraction, Fraction]:
        """Return the points that two partners add in excess of their strengths, and their
        weight.

        They are the last unknown of the normal equations, after the strengths of all players
        have been eliminated.
        """
        unknowns = [*self.players(), "chemistry"]
        size = len(unknowns)
        equations = [[Fraction(0)] * (size + 1) for _ in unknowns]
        for game in self.games:
            for row in self.rounds[game.pk]:
                a, b = (on(self.seated(game, row), team) for team in Team)
                its = [(each in a) - (each in b) for each in unknowns[:-1]]
                its.append(({one, other} == a) - ({one, other} == b))
                its.append(self.points[row.pk].a - self.points[row.pk].b)
                for place in range(size):
                    for column in range(size + 1):
                        equations[place][column] += its[place] * its[column]
        for place in range(size - 1):
            pivot = equations[place][place]
            for below in equations[place + 1 :]:
                share = below[place] / pivot if pivot else Fraction(0)
                for column in range(size + 1):
                    below[column] -= share * equations[place][column]
        return equations[-1][-1], equations[-1][-2]

    def margin(self, sides: list[Side]) -> Fraction | None:
        score = self.score(sides)
        ahead = score["points"] - score["against"]
        return Fraction(ahead, score["rounds"]) if score["rounds"] else None

    def rivals(self) -> dict[tuple[int, int], dict[str, Any]]:
        found = {}
        for one, other in permutations(self.players(), 2):
            if sides := self.opposed(one, other):
                last = sides[-1].game
                found[one, other] = {
                    "score": self.score(sides),
                    "streak": self.current(self.results(sides)),
                    "met": self.evening(last),
                }
        return found

    # The group

    def records(self) -> dict[str, Any]:
        found: dict[str, list[tuple[int, int]]] = {}

        def claim(feat: str, value: int, game: Game) -> None:
            found.setdefault(feat, []).append((value, game.pk))

        def stands_out(feat: str) -> bool:
            rounds = {
                "highest_round": lambda row: max(self.points[row.pk]),
                "most_calls": lambda row: len(row.result.calls),
            }
            if feat in rounds:
                games = self.with_rounds() if feat == "most_calls" else self.with_equal_worths()
                rows = [row for game in games for row in self.rounds[game.pk]]
                return len({rounds[feat](row) for row in rows}) > 1
            return len({value for value, _ in found[feat]}) > 1

        ends = [self.end(game) for game in self.games if not game.rotation]
        usual = max(ends, key=ends.count) if ends else None
        for game in self.games:
            points = [self.points[row.pk] for row in self.rounds[game.pk]]
            if game in self.with_equal_worths():
                claim("highest_round", max(max(each) for each in points), game)
            if points:
                calls = max(len(row.result.calls) for row in self.rounds[game.pk])
                claim("most_calls", calls, game)
            whole = not game.rotation and not game.adjustments and self.decided(game)
            if whole and self.end(game) == usual:
                for feat, value in self.feats(game, points):
                    claim(feat, value, game)
        streaks = [self.player(player)["streaks"][1] for player in self.players()]
        best = {
            feat: max(claims, key=lambda claim: claim[0])
            for feat, claims in found.items()
            if stands_out(feat)
        }
        if best.get("most_calls", (0, 0))[0] == 1:
            del best["most_calls"]
        values = {feat: (abs(value), game) for feat, (value, game) in best.items() if value}
        values = {
            feat: each
            for feat, each in values.items()
            if best[feat][0] > 0 or feat == "closest_finish"
        }
        return values | (
            {"longest_streak": max(streaks)} if max(streaks, default=0) > 1 else {}
        )

    def feats(self, game: Game, points: list[ByTeam[int]]) -> list[tuple[str, int]]:
        """Return the figures of a game that can be records. A game without rounds has fewer of
        them."""
        winner = self.winner(game)
        found = [("longest_game", len(points))] if points else []
        if winner:
            lead = abs(self.totals(game)[0] - self.totals(game)[1])
            found += [("closest_finish", -lead), ("biggest_win", lead)]
        if winner and points:
            behind = [
                sum(each[winner.opponents] - each[winner] for each in points[:number])
                for number in range(1, len(points) + 1)
            ]
            found.append(("farthest_behind", max(behind)))
        return found

    def with_equal_worths(self) -> list[Game]:
        worths = [self.worths(game) for game in self.with_rounds()]
        usual = max(worths, key=worths.count) if worths else None
        return [game for game in self.with_rounds() if self.worths(game) == usual]

    def by_chances(self, model: WinProbabilityModel) -> dict[str, Any]:
        """Return the lowest win probability of a winner, and the greatest change by one round
        that did not end the game. They are empty unless more than one game was won."""
        lows, moves, games = [], [], 0
        for place, game in enumerate(self.games):
            winner = self.winner(game)
            race = model.race
            ends = (race.target, race.fixed_rounds, race.lead, race.floor)
            usual = (*ends, race.time_limit, 200, "minus", 0)
            if winner is None or self.end(game) != usual or game.adjustments or game.rotation:
                continue
            if not self.decided(game) or self.result_only(game):
                continue
            games += 1
            scores = [self.points[row.pk] for row in self.rounds[game.pk]]
            race = Race(*ends, tie=TieRule(game.tie))
            probabilities = [model.probability(standing) for standing in race.standings(scores)]
            ours = [chance if winner is Team.A else 1 - chance for chance in probabilities]
            lows += [(chance, place, number) for number, chance in enumerate(ours)]
            moves += [
                (-abs(after - before), place, number)
                for number, (before, after) in enumerate(pairwise(probabilities[:-1]), 1)
            ]
        found: dict[str, Any] = {}
        if games < 2:
            return found
        if moves and (move := min(moves))[0]:
            found["biggest_swing"] = (-move[0], self.games[move[1]].pk, move[2])
        if lows and (low := min(lows))[0] < 0.5:
            found["greatest_comeback"] = (low[0], self.games[low[1]].pk, low[2])
        return found

    def group(self) -> dict[str, Any]:
        over = [game for game in self.games if self.over(game)]
        points = [sum(self.scored(game)) for game in self.games]
        rounds = sum(len(rows) for rows in self.rounds.values())
        evenings = sorted({self.evening(game) for game in self.games})
        return {
            "games": len(over),
            "without_rounds": len(self.games) - len(self.with_rounds()),
            "running": sum(not self.decided(game) and not game.ending for game in self.games),
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
