"""Line charts: the race, its marks, and the chances below it."""

from itertools import pairwise
from xml.etree import ElementTree as ET

from scoring.charts import LineChart, Marker, MarkerShape, Series, WinProbability, render_lines
from tests.charts.examples import race, sixty
from tests.charts.svg_parsing import find_by_class, parse, points, words

MINUS = "\N{MINUS SIGN}"


def test_line_has_a_point_for_every_value() -> None:
    root = parse(render_lines("race", race((0, 60, 160, 135), (0, 40, 40, 165))).svg)

    assert [len(points(path)) for path in find_by_class(root, "line")] == [4, 4]


def test_line_rises_with_its_values() -> None:
    root = parse(render_lines("race", race((0, 60, 160, -40), (0, 40, 40, 240))).svg)

    (left, right) = (points(path) for path in find_by_class(root, "line"))
    assert left[0] == right[0]
    assert left[2][1] < left[1][1] < left[0][1] < left[3][1]
    assert right[1][1] == right[2][1]


def test_lines_of_the_teams_differ_in_more_than_their_colour() -> None:
    chart = render_lines("race", race((0, 60), (0, 40)))

    assert [key.meaning for key in chart.legend] == ["Ada + Cleo", "Ben + Dora"]
    assert [
        ('class="end a"' in key.symbol, 'class="end b"' in key.symbol) for key in chart.legend
    ] == [
        (True, False),
        (False, True),
    ]


def test_line_ends_with_its_value() -> None:
    root = parse(render_lines("race", race((0, 1040), (0, -125))).svg)

    assert words(root, "value") == ["1040", f"{MINUS}125"]


def test_labels_of_lines_that_end_together_do_not_cover_each_other() -> None:
    root = parse(render_lines("race", race((0, 995), (0, 1000))).svg)

    left, right = (float(each.attrib["y"]) for each in find_by_class(root, "value"))
    assert left - right >= 16


def test_goal_is_a_line_with_its_value() -> None:
    root = parse(render_lines("race", race((0, 60), (0, 40), goal=750)).svg)

    assert words(root, "goal") == ["750"]
    assert len(find_by_class(root, "goal", "line")) == 1


def test_goal_is_in_the_picture_before_anybody_is_near_it() -> None:
    root = parse(render_lines("race", race((0, 5), (0, 95), goal=5000)).svg)

    (goal,) = find_by_class(root, "goal", "line")
    assert float(goal.attrib["y1"]) > 0


def test_grid_names_no_value_so_near_the_goal_that_both_cannot_be_read() -> None:
    root = parse(render_lines("race", race((0, 60), (0, 40), goal=610)).svg)

    heights = sorted(float(each.attrib["y"]) for each in find_by_class(root, "tick", "text"))[
        :-2
    ]
    assert min(below - above for above, below in pairwise(heights)) >= 14


def test_axis_of_sixty_rounds_names_only_some() -> None:
    root = parse(render_lines("race", sixty()).svg)

    assert words(root, "tick")[-7:] == ["10", "20", "30", "40", "50", "60", "rounds"]


def test_marks_are_over_their_round_on_the_line_of_their_team() -> None:
    ring = Marker(2, 1, MarkerShape.RING, "double win")
    root = parse(render_lines("race", race((0, 60, 60), (0, 40, 240), ring)).svg)

    (mark,) = find_by_class(root, "mark ring b")
    place = points(find_by_class(root, "line b")[0])[2]
    assert (float(mark.attrib["cx"]), float(mark.attrib["cy"])) == place


def test_two_marks_of_one_round_do_not_cover_each_other() -> None:
    failed = Marker(1, 0, MarkerShape.DOWN, "failed")
    root = parse(render_lines("race", race((0, -140), (0, 40), failed, failed)).svg)

    one, other = find_by_class(root, "mark down a")
    assert points(other)[0][1] - points(one)[0][1] >= 12


def test_marks_at_the_foot_of_the_lines_leave_the_axis_free() -> None:
    failed = Marker(1, 0, MarkerShape.DOWN_THRICE, "failed")
    root = parse(render_lines("race", race((0, -400), (0, 100), failed, failed)).svg)

    axis = float(find_by_class(root, "tick", "text")[-1].attrib["y"]) - 12
    marks = find_by_class(root, "mark down-thrice")
    lowest = max(y for mark in marks for _, y in corners(mark))
    assert lowest <= axis


def test_key_explains_every_shape_once_and_no_other() -> None:
    marks = (
        Marker(1, 0, MarkerShape.UP, "Tichu made"),
        Marker(2, 1, MarkerShape.UP, "Tichu made"),
        Marker(2, 0, MarkerShape.RING, "double win"),
    )
    chart = render_lines("race", race((0, 60, 60), (0, 40, 240), *marks))

    assert [key.meaning for key in chart.legend[2:]] == ["Tichu made", "double win"]


def test_table_says_the_same_as_the_lines() -> None:
    chances = WinProbability("Chances", "Ada + Cleo win", (0.5, 0.625, 0.4), turning_point=2)
    notes = ("", "60 : 40", "double win")
    table = render_lines(
        "race", race((0, 60, 60), (0, 40, 240), chances=chances, notes=notes)
    ).table

    assert table.column_labels == (
        "Round",
        "Ada + Cleo",
        "Ben + Dora",
        "Ada + Cleo win",
        "What happened",
    )
    assert table.rows == (
        ("0", "0", "0", "50%", ""),
        ("1", "60", "40", "62%", "60 : 40"),
        ("2", "60", "240", "40%", "double win"),
    )


def test_table_leaves_open_what_a_shorter_line_does_not_say() -> None:
    lines = LineChart(
        "Rating",
        "",
        (Series("Ada", (1.25, -3), decimals=1), Series("Ben", (2,))),
        "games",
        "Game",
    )

    assert render_lines("rating", lines).table.rows == (
        ("0", "1.2", "2"),
        ("1", f"{MINUS}3.0", ""),
    )


def test_chances_turn_where_they_are_said_to() -> None:
    chances = WinProbability("Chances", "Left", (0.5, 0.7, 0.2, 0.1), turning_point=2)
    root = parse(render_lines("race", race((0, 1, 2, 3), (0, 3, 6, 9), chances=chances)).svg)

    (dot,) = find_by_class(root, "turn", "circle")
    place = points(find_by_class(root, "chance")[0])[2]
    assert (float(dot.attrib["cx"]), float(dot.attrib["cy"])) == place


def test_chances_end_with_the_share_of_who_is_ahead() -> None:
    chances = WinProbability("Chances", "Left", (0.5, 0.19))
    root = parse(render_lines("race", race((0, 1), (0, 3), chances=chances)).svg)

    assert words(root, "value b") == ["3", "81%"]


def test_chances_of_a_running_game_are_never_certain() -> None:
    chances = WinProbability("Chances", "Left", (0.5, 0.004, 0.997))
    chart = render_lines("race", race((0, 1, 2), (0, 3, 6), chances=chances))
    assert "&gt;99%" in chart.svg
    assert [row[3] for row in chart.table.rows] == ["50%", "<1%", ">99%"]


def test_chances_are_under_their_rounds() -> None:
    chances = WinProbability("Chances", "Left", (0.5, 0.7, 0.2))
    root = parse(render_lines("race", race((0, 1, 2), (0, 3, 6), chances=chances)).svg)

    places = [[x for x, _ in points(path)] for path in find_by_class(root, "line")]
    assert [x for x, _ in points(find_by_class(root, "chance")[0])] == places[0] == places[1]


def corners(mark: ET.Element) -> list[tuple[float, float]]:
    parts = mark.attrib["d"].removeprefix("M").split("M")
    return [corner for part in parts for corner in points(ET.Element("path", d=part))]
