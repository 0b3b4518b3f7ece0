"""Bars and dots: a value, its range, and the value that it is compared with."""

from scoring.charts import (
    BarChart,
    DotChart,
    EstimateDot,
    ProportionBar,
    ReferenceLine,
    render_bars,
    render_dots,
)
from tests.charts.svg_parsing import find_by_class, parse, words

HEAD = ("Player", "Made", "Called")
MINUS = "\N{MINUS SIGN}"


def calls(*rates: ProportionBar, reference: ReferenceLine | None = None) -> BarChart:
    return BarChart("Calls", rates, HEAD, reference)


def test_bar_is_as_long_as_its_share() -> None:
    root = parse(
        render_bars(
            "calls",
            calls(
                ProportionBar("Ada", 1, 4),
                ProportionBar("Ben", 3, 4),
                ProportionBar("Cleo", 4, 4),
            ),
        ).svg
    )

    quarter, three, whole = (float(each.attrib["width"]) for each in find_by_class(root, "bar"))
    assert (3 * quarter, 4 * quarter) == (three, whole)


def test_bar_says_how_many_of_how_many() -> None:
    root = parse(render_bars("calls", calls(ProportionBar("Ada", 5, 8, 0.4, 0.8))).svg)

    assert words(root, "figure") == ["5 of 8 · 62%"]


def test_bar_of_nothing_is_not_drawn() -> None:
    root = parse(render_bars("calls", calls(ProportionBar("Ada", 0, 0))).svg)

    assert words(root, "figure") == ["none yet"]
    assert find_by_class(root, "bar") + find_by_class(root, "range") == []


def test_range_lies_around_the_end_of_its_bar() -> None:
    root = parse(render_bars("calls", calls(ProportionBar("Ada", 5, 8, 0.4, 0.8))).svg)

    (bar,), (reach,) = find_by_class(root, "bar"), find_by_class(root, "range")
    low, high = reach.attrib["d"].split("H")[0], reach.attrib["d"].split("H")[1].split("M")[0]
    end = float(bar.attrib["x"]) + float(bar.attrib["width"])
    assert float(low.removeprefix("M").split()[0]) < end < float(high)


def test_reference_crosses_every_row_and_is_named_once() -> None:
    chart = calls(
        ProportionBar("Ada", 1, 4),
        ProportionBar("Ben", 2, 4),
        reference=ReferenceLine(0.5, "pays from 50%"),
    )
    root = parse(render_bars("calls", chart).svg)

    (bar,) = find_by_class(root, "bar")[1:]
    end = float(bar.attrib["x"]) + float(bar.attrib["width"])
    assert [float(each.attrib["x1"]) for each in find_by_class(root, "reference")] == [end, end]
    assert words(root, "tick") == ["pays from 50%"]


def test_table_of_bars_has_the_range() -> None:
    table = render_bars(
        "calls", calls(ProportionBar("Ada", 5, 8, 0.4, 0.8), ProportionBar("Ben", 0, 0))
    ).table

    assert table.column_labels == ("Player", "Made", "Called", "Share", "Likely range")
    assert table.rows == (("Ada", "5", "8", "62%", "40% to 80%"), ("Ben", "0", "0", "", ""))


def test_dots_lie_in_the_order_of_their_values_around_nought() -> None:
    estimates = (EstimateDot("Ada", 12.5, 3, 22, 40), EstimateDot("Ben", -3.25, -14, 7, 12))
    chart = DotChart("Points", estimates, ("Player", "Points", "Games"), decimals=1)
    root = parse(render_dots("points", chart).svg)

    ada, ben = (float(each.attrib["cx"]) for each in find_by_class(root, "dot"))
    nought = float(find_by_class(root, "reference")[0].attrib["x1"])
    assert ben < nought < ada


def test_dot_that_is_not_firm_is_open() -> None:
    estimates = (
        EstimateDot("Ada", 1, 0, 2, 40),
        EstimateDot("Ben", 1, 0, 2, 4, reliable=False),
    )
    root = parse(
        render_dots("points", DotChart("Points", estimates, ("Player", "Points", "Games"))).svg
    )

    assert [each.attrib["class"] for each in find_by_class(root, "dot")] == ["dot", "dot open"]


def test_table_of_dots_has_value_range_and_sample() -> None:
    estimates = (EstimateDot("Ada", -12.5, -40, 15, 12),)
    chart = DotChart("Points", estimates, ("Player", "Points a round", "Games"), decimals=1)

    table = render_dots("points", chart).table
    assert table.column_labels == ("Player", "Points a round", "Likely range", "Games")
    assert table.rows == (("Ada", f"{MINUS}12.5", f"{MINUS}40.0 to +15.0", "12"),)
