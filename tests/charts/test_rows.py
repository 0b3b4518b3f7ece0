"""Bars and dots: a value, its range, and what to compare with."""

from scoring.charts import Bars, Dots, Estimate, Rate, Reference, bars, dots
from tests.charts.reading import of_class, parse, words

HEAD = ("Player", "Made", "Called")
MINUS = "\N{MINUS SIGN}"


def calls(*rates: Rate, reference: Reference | None = None) -> Bars:
    return Bars("Calls", rates, HEAD, reference)


def test_bar_is_as_long_as_its_share() -> None:
    root = parse(
        bars("calls", calls(Rate("Ada", 1, 4), Rate("Ben", 3, 4), Rate("Cleo", 4, 4))).svg
    )

    quarter, three, whole = (float(each.attrib["width"]) for each in of_class(root, "bar"))
    assert (3 * quarter, 4 * quarter) == (three, whole)


def test_bar_says_how_many_of_how_many() -> None:
    root = parse(bars("calls", calls(Rate("Ada", 5, 8, 0.4, 0.8))).svg)

    assert words(root, "told") == ["5 of 8 · 62%"]


def test_bar_of_nothing_is_not_drawn() -> None:
    root = parse(bars("calls", calls(Rate("Ada", 0, 0))).svg)

    assert words(root, "told") == ["none yet"]
    assert of_class(root, "bar") + of_class(root, "range") == []


def test_range_lies_around_the_end_of_its_bar() -> None:
    root = parse(bars("calls", calls(Rate("Ada", 5, 8, 0.4, 0.8))).svg)

    (bar,), (reach,) = of_class(root, "bar"), of_class(root, "range")
    low, high = reach.attrib["d"].split("H")[0], reach.attrib["d"].split("H")[1].split("M")[0]
    end = float(bar.attrib["x"]) + float(bar.attrib["width"])
    assert float(low.removeprefix("M").split()[0]) < end < float(high)


def test_reference_crosses_every_row_and_is_named_once() -> None:
    chart = calls(
        Rate("Ada", 1, 4), Rate("Ben", 2, 4), reference=Reference(0.5, "pays from 50%")
    )
    root = parse(bars("calls", chart).svg)

    (bar,) = of_class(root, "bar")[1:]
    end = float(bar.attrib["x"]) + float(bar.attrib["width"])
    assert [float(each.attrib["x1"]) for each in of_class(root, "reference")] == [end, end]
    assert words(root, "tick") == ["pays from 50%"]


def test_table_of_bars_has_the_range() -> None:
    table = bars("calls", calls(Rate("Ada", 5, 8, 0.4, 0.8), Rate("Ben", 0, 0))).table

    assert table.head == ("Player", "Made", "Called", "Share", "May well be")
    assert table.rows == (("Ada", "5", "8", "62%", "40% to 80%"), ("Ben", "0", "0", "", ""))


def test_dots_lie_in_the_order_of_their_values_around_nought() -> None:
    estimates = (Estimate("Ada", 12.5, 3, 22, 40), Estimate("Ben", -3.25, -14, 7, 12))
    chart = Dots("Points", estimates, ("Player", "Points", "Games"), decimals=1)
    root = parse(dots("points", chart).svg)

    ada, ben = (float(each.attrib["cx"]) for each in of_class(root, "dot"))
    nought = float(of_class(root, "reference")[0].attrib["x1"])
    assert ben < nought < ada


def test_dot_that_is_not_firm_is_open() -> None:
    estimates = (Estimate("Ada", 1, 0, 2, 40), Estimate("Ben", 1, 0, 2, 4, firm=False))
    root = parse(dots("points", Dots("Points", estimates, ("Player", "Points", "Games"))).svg)

    assert [each.attrib["class"] for each in of_class(root, "dot")] == ["dot", "dot open"]


def test_table_of_dots_has_value_range_and_sample() -> None:
    estimates = (Estimate("Ada", -12.5, -40, 15, 12),)
    chart = Dots("Points", estimates, ("Player", "Points a round", "Games"), decimals=1)

    table = dots("points", chart).table
    assert table.head == ("Player", "Points a round", "May well be", "Games")
    assert table.rows == (("Ada", f"{MINUS}12.5", f"{MINUS}40.0 to +15.0", "12"),)
