"""Lines without an axis."""

from scoring.charts import LineStyle, Series, render_compact_lines
from tests.charts.svg_parsing import find_by_class, parse, points

LEFT = Series("Ada", (0, 60, 1000), LineStyle.A)
RIGHT = Series("Ben", (0, 40, 40), LineStyle.B)


def test_last_value_is_as_high_as_the_target_that_it_reaches() -> None:
    root = parse(render_compact_lines([LEFT, RIGHT], 1000))

    goal, _ = find_by_class(root, "goal")
    (line,) = find_by_class(root, "line a")
    assert points(line)[-1][1] == float(goal.attrib["y1"])
    assert [each.text for each in root.iter("text")] == ["1000"]


def test_lines_start_at_zero_side_by_side() -> None:
    root = parse(render_compact_lines([LEFT, RIGHT], 1000))

    (zero,) = find_by_class(root, "zero")
    (left,), (right,) = find_by_class(root, "line a"), find_by_class(root, "line b")
    assert points(left)[0] == points(right)[0] == (8, float(zero.attrib["y1"]))


def test_without_a_target_there_is_no_line_for_it() -> None:
    root = parse(render_compact_lines([LEFT, RIGHT]))

    assert find_by_class(root, "goal") == []


def test_one_value_is_a_symbol_at_the_start() -> None:
    root = parse(render_compact_lines([Series("Ada", (0,), LineStyle.A)], 1000))

    assert len(find_by_class(root, "end a")) == 1
    assert points(find_by_class(root, "line a")[0]) == [(8, 88)]
