"""Points in the form that pages show."""

from scoring.charts.number_format import MINUS
from scoring.rules import ByTeam

NBSP = "\N{NO-BREAK SPACE}"


def format_points(points: int) -> str:
    """Return a number with a typographic minus sign."""
    return str(points).replace("-", MINUS)


def digit_count(totals: ByTeam[int]) -> int:
    """Return the number of digits of the longer of two totals. A minus sign is as wide as a
    digit, so it counts."""
    return max(len(format_points(total)) for total in totals)


def signed_points(points: int) -> str:
    """Return points won or lost, with their sign."""
    return f"+{points}" if points > 0 else format_points(points)


def score_pair(points: ByTeam[int]) -> str:
    """Return both teams' points, the left team's on the left, without a line break: 60 : 40."""
    return f"{format_points(points.a)}{NBSP}:{NBSP}{format_points(points.b)}"
