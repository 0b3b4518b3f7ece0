"""Points as the pages write them."""

from scoring.charts.number_format import MINUS
from scoring.rules import ByTeam

NBSP = "\N{NO-BREAK SPACE}"


def format_points(points: int) -> str:
    """A number as it is read: with a real minus sign."""
    return str(points).replace("-", MINUS)


def digit_count(totals: ByTeam[int]) -> int:
    """The number of digits of the longer of two totals; a minus sign is as wide as one."""
    return max(len(format_points(total)) for total in totals)


def signed_points(points: int) -> str:
    """Points won or lost, with their sign."""
    return f"+{points}" if points > 0 else format_points(points)


def score_pair(points: ByTeam[int]) -> str:
    """Both teams' points, the left team's on the left, in one piece: 60 : 40."""
    return f"{format_points(points.a)}{NBSP}:{NBSP}{format_points(points.b)}"
