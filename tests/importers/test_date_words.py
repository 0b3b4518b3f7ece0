"""Dates with names in them are read in all languages of the site."""

from datetime import date, time

import pytest
from django.conf import settings
from django.utils.dateformat import format as format_date
from django.utils.dates import MONTHS, MONTHS_3, MONTHS_ALT, MONTHS_AP
from django.utils.formats import get_format
from django.utils.translation import override

from scoring.forms.date_words import date_words
from scoring.importers.date_words import word_key
from scoring.importers.found import FoundGame, ParsedText, Problem, ProblemKind
from scoring.importers.recognition import read

LANGUAGES = [language for language, _ in settings.LANGUAGES]


def read_days(*days: str) -> ParsedText:
    rows = "".join(f"{day}\tA\tB\tC\tD\t1000\t500\n" for day in days)
    return read("date\ta\tb\tc\td\tx\ty\n" + rows, words=date_words())


def read_game(day: str) -> FoundGame:
    (game,) = read_days(day).games
    return game


@pytest.mark.parametrize(
    "written",
    [
        *("3. März 2024", "3.März 2024", "So, 3. Mär. 2024", "Sonntag, den 3. März 2024"),
        *("March 3, 2024", "March 3rd, 2024", "3rd of March 2024", "Sun 3 Mar 2024"),
        *("3-Mar-24", "3 MAR '24", "03/Mar/2024", "2024-Mar-03"),
        *("dimanche 3 mars 2024", "domenica 3 marzo 2024", "zo 3 mrt. 2024"),
        *("Κυριακή, 3 Μαρτίου 2024", "3 ΜΑΡΤΙΟΥ 2024", "3 Μαρ 2024"),
        *("2024년 3월 3일", "2024년3월3일", "2024년 3월 3일 일요일", "2024년 3월 3일 (일)"),
    ],
)
def test_day_in_words_is_read(written: str) -> None:
    assert read_game(written).day == date(2024, 3, 3)


@pytest.mark.parametrize(
    ("written", "day"),
    [("1er août 2024", date(2024, 8, 1)), ("15 fevrier 2024", date(2024, 2, 15))],
)
def test_french_day_is_read_with_its_ordinal_and_without_accents(
    written: str, day: date
) -> None:
    assert read_game(written).day == day


@pytest.mark.parametrize("written", ["Sonntag, 3.3.2024", "Sunday 3/3/2024"])
def test_day_in_numbers_may_begin_with_the_full_day_of_the_week(written: str) -> None:
    assert read_game(written).day == date(2024, 3, 3)


@pytest.mark.parametrize(
    ("written", "at"),
    [
        *(("3/13/2024 8:15 PM", time(20, 15)), ("2024-03-13 8:15:30 am", time(8, 15))),
        *(("13.3.2024 8:15 p.m.", time(20, 15)), ("13/3/2024, 12:05 AM", time(0, 5))),
        *(("March 13, 2024 12:05 pm", time(12, 5)), ("13/3/2024 8:15 μ.μ.", time(20, 15))),
        *(("13/3/2024 8:15 πμ", time(8, 15)), ("2024. 3. 13. 오후 8:15", time(20, 15))),
        *(
            ("2024년 3월 13일 오후 8:15", time(20, 15)),
            ("2024년 3월 13일 (수) 오전 12:15", time(0, 15)),
        ),
        *(("13/3/2024 8:15 Amsterdam", time(8, 15)), ("2024-03-13 20:15 PM", time(20, 15))),
    ],
)
def test_hour_of_twelve_is_before_or_after_noon(written: str, at: time) -> None:
    game = read_game(written)
    assert (game.day, game.clock) == (date(2024, 3, 13), at)


@pytest.mark.parametrize("written", ["2024. 3. 13.", "2024.3.13."])
def test_korean_day_in_numbers_may_end_with_a_dot(written: str) -> None:
    assert read_game(written).day == date(2024, 3, 13)


def test_title_that_ends_with_a_day_is_no_day() -> None:
    text = "Tichu 3 March 2024;\nAnna + Ben;Clara + Dora\n60;40\n200;0\n"
    (game,) = read(text, words=date_words()).games
    assert (tuple(game.names), game.day) == (("Anna", "Clara", "Ben", "Dora"), None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_days_are_read_as_the_site_writes_them(language: str) -> None:
    days = [date(2024, month, 7) for month in range(1, 13)]
    with override(language):
        formats = (get_format("DATE_FORMAT"), "j F Y", "j. M Y", "l, j E Y")
        written = [format_date(day, each) for each in formats for day in days]
    assert [game.day for game in read_days(*written).games] == 4 * days


def test_time_behind_a_day_in_words_is_read() -> None:
    game = read_game("Sun Mar 03 2024 20:15:00 GMT+0100")
    assert (game.day, game.clock) == (date(2024, 3, 3), time(20, 15))


@pytest.mark.parametrize(
    "written", ["31 February 2024", "3 March", "March 2024", "3 March 1024"]
)
def test_impossible_day_in_words_is_reported(written: str) -> None:
    assert read_game(written).problems == (Problem(2, ProblemKind.UNREADABLE_DATE),)


def test_days_in_words_are_not_asked_for() -> None:
    assert not read_days("3 April 2024", "April 5, 2024").asks_dates


def test_days_in_words_do_not_say_the_order_of_those_in_numbers() -> None:
    assert read_days("13 April 2024", "3/4/2024").asks_dates


def test_no_name_is_that_of_two_months() -> None:
    names = set()
    for language in LANGUAGES:
        with override(language):
            names |= {
                (word_key(str(name)), number)
                for months in (MONTHS, MONTHS_ALT, MONTHS_AP, MONTHS_3)
                for number, name in months.items()
            }
    assert names == set(date_words().months.items())
