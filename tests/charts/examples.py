"""Charts of all kinds, with simple and with difficult values."""

from datetime import date

from scoring.charts import (
    BarChart,
    CalendarChart,
    CalendarDay,
    Chart,
    DotChart,
    EstimateDot,
    LineChart,
    LineStyle,
    Marker,
    MarkerShape,
    Panel,
    ProportionBar,
    ReferenceLine,
    Series,
    SmallMultiples,
    WinProbability,
    render_bars,
    render_calendar,
    render_dots,
    render_lines,
    render_multiples,
)

LONG = "W" * 24
NASTY = "<b title=\"x\">Ada</b> & 'Ben'"


def race(
    left: tuple[float, ...],
    right: tuple[float, ...],
    *marks: Marker,
    goal: float | None = 1000,
    names: tuple[str, str] = ("Ada + Cleo", "Ben + Dora"),
    chances: WinProbability | None = None,
    notes: tuple[str, ...] = (),
) -> LineChart:
    return LineChart(
        "The race",
        "How it went",
        (Series(names[0], left, LineStyle.A), Series(names[1], right, LineStyle.B)),
        "rounds",
        "Round",
        goal,
        marks,
        notes,
        chances,
    )


def sixty() -> LineChart:
    """Both totals fall below 0 and rise again, and something happens in every round."""
    left = tuple(float(abs(n - 20) * 35 - 700) for n in range(61))
    right = tuple(float(abs(n - 30) * 30 - 900) for n in range(61))
    shapes = list(MarkerShape)
    marks = (Marker(n, n % 2, shapes[n % len(shapes)], shapes[n % 5]) for n in range(1, 61))
    chances = WinProbability(
        "Chance", "Left", tuple(n / 60 for n in range(61)), turning_point=30
    )
    return race(left, right, *marks, chances=chances, names=(LONG, NASTY))


def every() -> dict[str, Chart]:
    """Return a chart of every kind and state, by its key."""
    charts = [
        render_lines(
            "race", race((0, 60, 160), (0, 40, 40), Marker(2, 0, MarkerShape.UP, "made"))
        ),
        render_lines(
            "unplayed", race((0,), (0,), chances=WinProbability("Chance", "Left", (0.5,)))
        ),
        render_lines("nothing", LineChart("Nothing", "", (), "rounds", "Round")),
        render_lines("level", race((0, 0), (0, 0), goal=None)),
        render_lines("below", race((0, -300, -725), (0, -200, -400))),
        render_lines("sixty", sixty()),
        render_lines("far", race((0, 9999999), (0, -9999999), goal=9999999)),
        render_bars("no-bars", BarChart("Nobody", (), ("Player", "Made", "Called"))),
        render_bars(
            "calls",
            BarChart(
                "Calls",
                (
                    ProportionBar("Ada", 5, 8, 0.4, 0.8),
                    ProportionBar(LONG, 0, 0),
                    ProportionBar(NASTY, 3, 3, 0.65, 1),
                ),
                ("Player", "Made", "Called"),
                ReferenceLine(1, NASTY),
            ),
        ),
        render_dots("no-dots", DotChart("Nobody", (), ("Player", "Points", "Games"))),
        render_dots(
            "level-dots",
            DotChart("Level", (EstimateDot(LONG, 0, 0, 0, 0),), ("Player", "Points", "Games")),
        ),
        render_dots(
            "points",
            DotChart(
                "Points a round",
                (
                    EstimateDot(LONG, -12.5, -40, 15, 12, reliable=False),
                    EstimateDot(NASTY, 8, 1.25, 14, 90),
                ),
                ("Player", "Points", "Games"),
                decimals=1,
            ),
        ),
        render_multiples("no-panels", SmallMultiples("Nobody", (), "Game")),
        render_multiples(
            "form",
            SmallMultiples(
                "Form",
                (Panel(LONG, (1, -2, 3)), Panel(NASTY, ()), Panel("Ben", (5,))),
                "Game",
                reference=0,
            ),
        ),
        render_calendar("no-evenings", CalendarChart("A year", (), date(2027, 3, 31))),
        render_calendar(
            "evenings",
            CalendarChart(
                "A year",
                (CalendarDay(date(2028, 2, 29), 4, "/g/?<&"), CalendarDay(date(2028, 3, 1), 1)),
                date(2028, 3, 1),
            ),
        ),
    ]
    return {chart.svg_id: chart for chart in charts}
