"""Properties of all charts, whatever their values are."""

import re
from html import unescape
from math import isfinite

import pytest
from django.template.loader import render_to_string

from scoring.charts import Chart
from scoring.charts.text_metrics import text_width
from tests.charts.examples import LONG, NASTY, every
from tests.charts.svg_parsing import coordinates, find_by_class, parse, words

CHARTS = every()


@pytest.fixture(params=CHARTS)
def chart(request: pytest.FixtureRequest) -> Chart:
    return CHARTS[request.param]


def shown(chart: Chart) -> str:
    return render_to_string("scoring/_chart.html", {"chart": chart})


def test_drawing_is_one_picture_with_a_name_and_a_description(chart: Chart) -> None:
    root = parse(chart.svg)

    title, desc = list(root)[:2]
    assert (root.get("role"), root.get("id")) == ("img", chart.svg_id)
    assert (root.get("aria-labelledby"), root.get("aria-describedby")) == (
        title.get("id"),
        desc.get("id"),
    )
    assert title.text == chart.table.caption


def test_drawing_has_nothing_that_a_strict_policy_refuses(chart: Chart) -> None:
    for each in parse(chart.svg).iter():
        assert each.tag.rpartition("}")[2] not in {"style", "script", "a", "image", "use"}
        assert [key for key in each.attrib if key == "style" or key.startswith("on")] == []


def test_drawing_stays_on_its_sheet(chart: Chart) -> None:
    width, height = 320, chart.height

    for x, y in coordinates(parse(chart.svg)):
        assert isfinite(x)
        assert isfinite(y)
        assert -12 <= x <= width + 12
        assert -12 <= y <= height + 12


def test_words_of_a_drawing_fit_on_its_sheet(chart: Chart) -> None:
    for each in find_by_class(parse(chart.svg), "", "text"):
        x, width = float(each.attrib["x"]), text_width(each.text or "")
        start = x - {"end": width, "middle": width / 2}.get(each.get("text-anchor", ""), 0)
        assert start >= -1, each.text
        assert start + width <= 321, each.text


def test_every_id_of_a_page_of_charts_is_there_once() -> None:
    page = "".join(shown(chart) for chart in CHARTS.values())

    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]*)\)", page)) <= set(ids)


def test_every_id_of_a_chart_begins_with_its_key(chart: Chart) -> None:
    ids = re.findall(r'\bid="([^"]*)"', shown(chart))

    assert [each for each in ids if not each.startswith(chart.svg_id)] == []


def test_names_are_escaped_wherever_they_are_shown() -> None:
    page = "".join(shown(chart) for chart in CHARTS.values())

    assert "<b" not in page.replace("<body", "")
    assert NASTY in unescape(page)


def test_long_name_is_cut_in_the_drawing_and_whole_in_the_table() -> None:
    chart = CHARTS["calls"]

    (cut,) = [name for name in words(parse(chart.svg), "name") if name.startswith("W")]
    assert LONG.startswith(cut.removesuffix("…"))
    assert len(cut) < len(LONG)
    assert chart.table.rows[1][0] == LONG


def test_table_of_a_chart_has_as_many_cells_in_every_row_as_columns(chart: Chart) -> None:
    assert {len(row) for row in chart.table.rows} <= {len(chart.table.column_labels)}


def test_table_beneath_names_its_columns_and_rows_to_a_screen_reader() -> None:
    page = shown(CHARTS["race"])

    assert page.count('<th scope="col">') == 3
    assert re.findall(r'<th scope="row">(.*?)</th>', page) == ["0", "1", "2"]
    assert re.findall(r"<td>(.*?)</td>", page) == ["0", "0", "60", "40", "160", "40"]


def test_table_has_the_links_that_it_is_given() -> None:
    assert '<th scope="row"><a href="/g/?&lt;&amp;">' in shown(CHARTS["evenings"])
