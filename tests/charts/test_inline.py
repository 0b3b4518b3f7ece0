"""Small drawings in a row of a list."""

import re

from scoring.charts.inline import Estimate, render_intervals, render_results


def test_a_draw_is_a_dash_between_a_disc_and_a_ring() -> None:
    signs = re.findall(r"<(circle|line)(?: class=\"(won)\")?", render_results([1, 0, -1], 10))

    assert signs == [("circle", "won"), ("line", ""), ("circle", "")]


def test_nothing_is_drawn_before_the_first_result() -> None:
    assert render_results([], 10) == ""


def test_intervals_are_drawn_on_one_scale_with_zero() -> None:
    left, right = render_intervals([Estimate(-5, -10, 0), Estimate(5, 0, 10)])

    def ends(drawn: str) -> tuple[str, ...]:
        found = re.search(r'class="range" x1="(.*?)" x2="(.*?)"', drawn)
        assert found
        return found.groups()

    assert (ends(left), ends(right)) == (("5", "80"), ("80", "155"))
    assert all('class="zero" x1="80"' in each for each in (left, right))
