"""Importers ask the person about everything that can be read in two ways, and about nothing
else."""

from datetime import date

import pytest

from scoring.importers.found import (
    DateOrder,
    Problem,
    ProblemKind,
    ReadingOptions,
    RoundNumbers,
)
from scoring.importers.names import nearest
from scoring.importers.recognition import read
from scoring.importers.values import whole
from scoring.rules import BySeat


def games_on(*days: str) -> str:
    return "date;a;b;c;d;x;y\n" + "".join(f"{day};A;B;C;D;1000;500\n" for day in days)


@pytest.mark.parametrize(
    ("days", "asks"),
    [
        (["3/4/2024", "5/4/2024"], True),
        (["3/4/2024", "13/4/2024"], False),
        (["3/4/2024", "4/13/2024"], False),
        (["4/4/2024"], False),
        (["3.4.2024"], False),
        (["2024-03-04"], False),
    ],
)
def test_days_are_asked_for_where_two_orders_fit_all_rows(
    days: list[str],
    asks: bool,  # noqa: FBT001
) -> None:
    assert read(games_on(*days)).asks_dates is asks


@pytest.mark.parametrize(
    ("order", "day"),
    [(DateOrder.DAY_FIRST, date(2024, 4, 3)), (DateOrder.MONTH_FIRST, date(2024, 3, 4))],
)
def test_days_are_read_as_answered(order: DateOrder, day: date) -> None:
    assert read(games_on("3/4/2024"), ReadingOptions(dates=order)).games[0].day == day


def test_one_row_says_the_order_of_all() -> None:
    games = read(games_on("3/4/2024", "4/13/2024")).games
    assert [game.day for game in games] == [date(2024, 3, 4), date(2024, 4, 13)]


RUNNING = "Us,Them\n60,40\n260,40\n300,100\n300,300\n455,345\n"


def test_running_totals_are_distinguished_from_points() -> None:
    found = read(RUNNING)
    assert not found.asks_numbers
    assert tuple(found.games[0].totals) == (455, 345)


def test_numbers_that_are_both_are_asked_for() -> None:
    text = "Us,Them\n100,0\n200,0\n"
    assert read(text).asks_numbers
    totals = [
        tuple(read(text, ReadingOptions(numbers=each)).games[0].totals) for each in RoundNumbers
    ]
    assert totals == [(300, 0), (200, 0)]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("1040", 1040),
        ("1.040", 1040),
        ("1,040", 1040),
        ("1 040", 1040),
        ("60,0", 60),
        ("-25", -25),
        ("−25", -25),
        ("'-25", -25),
        ("60,5", None),
        ("49-46ish", None),
        ("", None),
        (True, None),
        (float("nan"), None),
        (10**30, None),
    ],
)
def test_numbers_are_read_as_people_write_them(typed: object, number: int | None) -> None:
    assert whole(typed) == number


@pytest.mark.parametrize(
    ("spelling", "person"),
    [("ana", "anna"), ("anna", "anna"), ("bernhard", ""), ("max", "max weber"), ("an", "")],
)
def test_suggestion_is_who_is_near(spelling: str, person: str) -> None:
    assert nearest(spelling, ["anna", "bernd", "max weber"]) == person


@pytest.mark.parametrize("title", ["date", "Datum", "Jour", "Data", "Ημερομηνία", "날짜"])
def test_column_that_is_called_a_day_holds_no_names(title: str) -> None:
    (game,) = read(games_on("5 Dec 2025").replace("date", title)).games
    assert game.names == BySeat("A", "C", "B", "D")
    assert game.problems == (Problem(2, ProblemKind.UNREADABLE_DATE),)


def test_order_of_days_is_that_of_those_that_can_be_read() -> None:
    games = read(games_on("3/4/2024", "3/14/2024", "3/32/2024")).games
    assert [game.day for game in games] == [date(2024, 3, 4), date(2024, 3, 14), None]
