"""A game as ratings see it."""

from typing import TYPE_CHECKING, NamedTuple, Self

from scoring.rules import Team

if TYPE_CHECKING:
    from scoring.stats.history import PlayedGame


class Match(NamedTuple):
    """Who played, in playing order, so that partners are two apart; team A's points less team
    B's, round by round; and `won`: 1 for team A, 0 for team B, 0.5 for a draw, None as long as
    the game is not over."""

    players: tuple[int, int, int, int]
    margins: tuple[int, ...]
    won: float | None

    @classmethod
    def of(cls, game: "PlayedGame") -> Self:
        margins = tuple(a - b for a, b in zip(game.a, game.b, strict=True))
        if not game.standing.over:
            return cls(game.players, margins, None)
        winner = game.standing.winner
        return cls(game.players, margins, 0.5 if winner is None else float(winner is Team.A))
