"""Charts of all kinds, of easy and of awkward values."""

from datetime import date

from scoring.charts import (
    Bars,
    Calendar,
    Chances,
    Chart,
    Dots,
    Estimate,
    Evening,
    Lines,
    Look,
    Mark,
    Multiples,
    Panel,
    Rate,
    Reference,
    Series,
    Shape,
    bars,
    calendar,
    dots,
    line,
    multiples,
)

LONG = "W" * 24
NASTY = "<b title=\"x\">Ada</b> & 'Ben'"


def race(
    left: tuple[float, ...],
    right: tuple[float, ...],
    *marks: Mark,
    goal: float | None = 1000,
    names: tuple[str, str] = ("Ada + Cleo", "Ben + Dora"),
    chances: Chances | None = None,
    notes: tuple[str, ...] = (),
) -> Lines:
    return Lines(
        "The race",
        "How it went",
        (Series(names[0], left, Look.A), Series(names[1], right, Look.B)),
        "rounds",
        "Round",
        goal,
        marks,
        notes,
        chances,
    )


def sixty() -> Lines:
    """Both totals below 0, and up again, with something happening in every round."""
    left = tuple(float(abs(n - 20) * 35 - 700) for n in range(61))
    right = tuple(float(abs(n - 30) * 30 - 900) for n in range(61))
    shapes = list(Shape)
    marks = (Mark(n, n % 2, shapes[n % len(shapes)], shapes[n % 5]) for n in range(1, 61))
    chances = Chances("Chance", "Left", tuple(n / 60 for n in range(61)), turn=30)
    return race(left, right, *marks, chances=chances, names=(LONG, NASTY))


def every() -> dict[str, Chart]:
    """A chart of every kind and state, by its key."""
    charts = [
        line("race", race((0, 60, 160), (0, 40, 40), Mark(2, 0, Shape.UP, "made"))),
        line("unplayed", race((0,), (0,), chances=Chances("Chance", "Left", (0.5,)))),
        line("nothing", Lines("Nothing", "", (), "rounds", "Round")),
        line("level", race((0, 0), (0, 0), goal=None)),
        line("below", race((0, -300, -725), (0, -200, -400))),
        line("sixty", sixty()),
        line("far", race((0, 9999999), (0, -9999999), goal=9999999)),
        bars("no-bars", Bars("Nobody", (), ("Player", "Made", "Called"))),
        bars(
            "calls",
            Bars(
                "Calls",
                (Rate("Ada", 5, 8, 0.4, 0.8), Rate(LONG, 0, 0), Rate(NASTY, 3, 3, 0.65, 1)),
                ("Player", "Made", "Called"),
                Reference(1, NASTY),
            ),
        ),
        dots("no-dots", Dots("Nobody", (), ("Player", "Points", "Games"))),
        dots(
            "level-dots",
            Dots("Level", (Estimate(LONG, 0, 0, 0, 0),), ("Player", "Points", "Games")),
        ),
        dots(
            "points",
            Dots(
                "Points a round",
                (
                    Estimate(LONG, -12.5, -40, 15, 12, firm=False),
                    Estimate(NASTY, 8, 1.25, 14, 90),
                ),
                ("Player", "Points", "Games"),
                decimals=1,
            ),
        ),
        multiples("no-panels", Multiples("Nobody", (), "Game")),
        multiples(
            "form",
            Multiples(
                "Form",
                (Panel(LONG, (1, -2, 3)), Panel(NASTY, ()), Panel("Ben", (5,))),
                "Game",
                level=0,
            ),
        ),
        calendar("no-evenings", Calendar("A year", (), date(2027, 3, 31))),
        calendar(
            "evenings",
            Calendar(
                "A year",
                (Evening(date(2028, 2, 29), 4, "/g/?<&"), Evening(date(2028, 3, 1), 1)),
                date(2028, 3, 1),
            ),
        ),
    ]
    return {chart.key: chart for chart in charts}
