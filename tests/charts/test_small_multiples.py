"""Small line charts, the calendar, and the parts of which charts are made."""

from datetime import date

import pytest
from django.utils import translation

from scoring.charts import (
    CalendarChart,
    CalendarDay,
    Panel,
    SmallMultiples,
    render_calendar,
    render_multiples,
)
from scoring.charts.number_format import format_number, format_percent, format_signed
from scoring.charts.scale import Scale, spread_labels
from scoring.charts.svg import element
from scoring.charts.text_metrics import text_width, truncate
from tests.charts.svg_parsing import find_by_class, parse, points, words

MINUS = "\N{MINUS SIGN}"


def test_multiples_are_all_drawn_on_one_scale() -> None:
    panels = (Panel("Ada", (0, 10)), Panel("Ben", (0, 5)))
    root = parse(render_multiples("form", SmallMultiples("Form", panels, "Game")).svg)

    (ada, ben) = (points(path) for path in find_by_class(root, "line"))
    assert ada[0][1] - ada[1][1] == 2 * (ben[0][1] - ben[1][1])


def test_table_of_multiples_has_a_column_for_each() -> None:
    panels = (Panel("Ada", (0, 10)), Panel("Ben", (-5,)))
    table = render_multiples("form", SmallMultiples("Form", panels, "Game")).table

    assert (table.column_labels, table.rows) == (
        ("Game", "Ada", "Ben"),
        (("1", "0", f"{MINUS}5"), ("2", "10", "")),
    )


def test_multiples_name_their_places_by_the_given_function() -> None:
    chart = render_multiples(
        "form", SmallMultiples("Form", (Panel("Ada", (1, 2)),), "Game", row_numbers=(0, 50))
    )

    assert chart.table.rows == (("0", "1"), ("50", "2"))


def test_scale_of_multiples_reaches_as_far_as_it_must() -> None:
    panels = (Panel("Ada", (4, 6)),)
    narrow, wide = (
        points(find_by_class(parse(render_multiples("form", chart).svg), "line")[0])
        for chart in (
            SmallMultiples("Form", panels, "Game"),
            SmallMultiples("Form", panels, "Game", scale_range=(0, 10)),
        )
    )

    assert narrow[0][1] - narrow[1][1] == pytest.approx(5 * (wide[0][1] - wide[1][1]))


def test_multiples_format_their_values_by_the_given_function() -> None:
    chart = render_multiples(
        "form",
        SmallMultiples("Form", (Panel("Ada", (0, 10)),), "Game", format_value=format_signed),
    )

    assert words(parse(chart.svg), "figure") == ["+10"]
    assert chart.table.rows == (("1", "0"), ("2", "+10"))


def test_calendar_has_every_day_of_the_twelve_months_up_to_now() -> None:
    root = parse(render_calendar("year", CalendarChart("A year", (), date(2028, 3, 1))).svg)

    assert len(find_by_class(root, "day")) == 366
    assert words(root, "tick")[5:] == (
        ["Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb", "Mar"]
    )


def test_calendar_shows_an_evening_the_larger_the_more_was_played() -> None:
    evenings = tuple(CalendarDay(date(2028, 3, day), day) for day in (1, 2, 3, 7))
    root = parse(
        render_calendar("year", CalendarChart("A year", evenings, date(2028, 3, 7))).svg
    )

    one, two, three, seven = (
        float(each.attrib["r"]) for each in find_by_class(root, "evening")
    )
    assert one < two < three == seven


def test_calendar_lists_all_evenings_the_latest_first() -> None:
    evenings = (CalendarDay(date(2020, 1, 2), 2), CalendarDay(date(2028, 3, 1), 1))
    table = render_calendar("year", CalendarChart("A year", evenings, date(2028, 3, 7))).table

    assert table.rows == (("1 Mar 2028", "1"), ("2 Jan 2020", "2"))


@pytest.mark.parametrize(
    ("low", "high", "most", "ticks"),
    [
        (0, 1000, 6, [0, 200, 400, 600, 800, 1000]),
        (-725, 1000, 6, [-500, 0, 500, 1000]),
        (0, 1, 6, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 60, 8, [0, 10, 20, 30, 40, 50, 60]),
        (5, 5, 6, [5]),
    ],
)
def test_scale_names_round_values(
    low: float, high: float, most: int, ticks: list[float]
) -> None:
    assert Scale(low, high, 0, 100).ticks(most) == pytest.approx(ticks)


def test_scale_of_one_value_puts_it_in_the_middle() -> None:
    assert Scale(7, 7, 0, 100)(7) == 50


@pytest.mark.parametrize(
    ("places", "moved"),
    [
        ([10, 50], [10, 50]),
        ([10, 10], [10, 26]),
        ([12, 10], [26, 10]),
        ([95, 99], [84, 100]),
    ],
)
def test_labels_are_moved_apart_and_stay_in_order(
    places: list[float], moved: list[float]
) -> None:
    assert spread_labels(places, 16, 0, 100) == moved


def test_numbers_are_written_in_the_language_of_the_page() -> None:
    with translation.override("de"):
        assert (format_number(-12.5, 1), format_signed(3.25, 1), format_percent(0.5)) == (
            f"{MINUS}12,5",
            "+3,2",
            "50\N{NO-BREAK SPACE}%",
        )


@pytest.mark.parametrize(("value", "shown"), [(0.04, "0.0"), (-0.04, "0.0"), (0.06, "+0.1")])
def test_gain_that_rounds_to_nought_has_no_sign(value: float, shown: str) -> None:
    assert format_signed(value, 1) == shown


def test_coordinates_are_written_alike_in_every_language() -> None:
    with translation.override("de"):
        assert element("circle", cx=-0.01, cy=12.25) == '<circle cx="0" cy="12.2"/>'


def test_text_that_fits_is_left_alone() -> None:
    assert truncate("Maximilian", text_width("Maximilian")) == "Maximilian"


def test_text_that_does_not_fit_is_cut_to_its_room() -> None:
    cut = truncate("Bartholomäus-Ferdinandus", 80)

    assert cut.endswith("…")
    assert 60 < text_width(cut) <= 80
