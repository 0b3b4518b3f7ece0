"""Tables from spreadsheets are read, whatever else is written around the numbers."""

from datetime import date

import pytest

from scoring.forms.date_words import date_words
from scoring.importers.found import Problem, ProblemKind, ReadingOptions, RoundNumbers, Shape
from scoring.importers.recognition import decode, read

ROUNDS = [(60, 40), (200, 0), (-40, 140)]
PLAYED = "Anna + Ben;Clara + Dora\n60;40\n200;0\n-40;140\n"


def rounds_in(text: str) -> list[list[tuple[int, ...]]]:
    return [[tuple(each.points) for each in game.rounds] for game in read(text).games]


@pytest.mark.parametrize(
    "text",
    [
        f"{PLAYED}220;180\n",
        "Round;Us;Them\n1;60;40\n2;200;0\n3;-40;140\nTotal;220;180\n",
        ";Us;Them\n1;60;40\n2;200;0\n3;-40;140\nΣ;220;180\n",
        "Datum;Us;Them\n13.2.2024;60;40\n;200;0\n;-40;140\nSumme:;220;180\n",
        "Round;Us;Them\n1;60;40\n2;200;0\n3;-40;140\n;;\nTotal;220;180\n",
        "Round;Us;Them\n1;60;40\n2;260;40\n3;220;180\nEndstand;220;180\n",
    ],
    ids=["no title", "title", "no head", "column of days", "empty row", "running totals"],
)
def test_row_with_the_sums_is_no_round(text: str) -> None:
    assert rounds_in(text) == [ROUNDS]


def test_each_game_has_its_own_row_with_the_sums() -> None:
    text = "Us;Them\n60;40\n100;0\n200;0\n360;40\n\n0;100\n55;45\n65;35\n120;180\n"
    first, second = [(60, 40), (100, 0), (200, 0)], [(0, 100), (55, 45), (65, 35)]
    assert rounds_in(text) == [first, second]


def test_third_round_may_score_what_both_before_it_did() -> None:
    assert rounds_in("Us;Them\n60;40\n100;0\n160;40\n100;0\n") == [
        [(60, 40), (100, 0), (160, 40), (100, 0)]
    ]
    assert rounds_in("Us;Them\n60;40\n100;0\n160;40\n") == [[(60, 40), (100, 0), (160, 40)]]


def test_title_with_other_numbers_than_the_sums_is_reported() -> None:
    found = read("Round;Us;Them\n1;60;40\n2;200;0\n3;-40;140\nTotal;220;190\n")
    assert [each.place for each in found.problems] == [5]


@pytest.mark.parametrize(
    "above", ["Tichu at Anna's;\n", "\n;Our games\n\n", "Tichu 13.02.2024;\nat Anna's;\n"]
)
def test_titles_above_the_head_are_passed_over(above: str) -> None:
    assert tuple(read(above + PLAYED).games[0].names) == ("Anna", "Clara", "Ben", "Dora")
    assert rounds_in(above + PLAYED) == [ROUNDS]


def test_quotation_mark_is_no_separator() -> None:
    assert rounds_in(f'sep="\n{PLAYED}') == [ROUNDS]


def test_lines_of_an_old_macintosh_are_rows() -> None:
    assert rounds_in(decode(PLAYED.replace("\n", "\r").encode())) == [ROUNDS]


@pytest.mark.parametrize(
    "text",
    [
        "Anna + Ben : Clara + Dora\n60 : 40\n200 : 0\n-40 : 140\n",
        "Runde;Anna + Ben : Clara + Dora\n1;60:40\n2;200:0\n3;−40:140\n",
    ],
)
def test_both_numbers_may_be_in_one_cell(text: str) -> None:
    assert tuple(read(text).games[0].names) == ("Anna", "Clara", "Ben", "Dora")
    assert rounds_in(text) == [ROUNDS]


def test_result_in_one_cell_is_that_of_both_teams() -> None:
    (game,) = read("Date;Team 1;Team 2;Score\n2024-02-13;Anna + Ben;C + D;1040:560\n").games
    assert (tuple(game.totals), game.day) == ((1040, 560), date(2024, 2, 13))


@pytest.mark.parametrize(
    ("head", "more"),
    [
        ("Differenz", ["480", "520"]),
        ("Anzahl Runden", ["11", "14"]),
        ("Minuten gespielt", ["60", "75"]),
    ],
)
@pytest.mark.parametrize("order", [1, -1], ids=["after", "before"])
def test_other_numbers_beside_the_totals_are_none(
    head: str, more: list[str], order: int
) -> None:
    columns = [["Us;Them", "1040;560", "540;1060"], [head, *more]][::order]
    names = ["a;b;c;d", *["Anna;Ben;Clara;Dora"] * 2]
    found = read("\n".join(map(";".join, zip(names, *columns, strict=True))))
    assert [tuple(game.totals) for game in found.games] == [(1040, 560), (540, 1060)]


def test_totals_are_beside_each_other_where_other_numbers_would_do_too() -> None:
    (game,) = read("a;b;c;d;x;y;z\nAnna;Ben;Clara;Dora;1040;560;60\n").games
    assert tuple(game.totals) == (1040, 560)


def test_texts_beside_two_teams_are_no_names() -> None:
    text = "a;b;x;y;who;where\nAnna + Ben;Clara + Dora;1040;560;Anna + Ben;Bern\n"
    (game,) = read(text).games
    assert tuple(game.names) == ("Anna", "Clara", "Ben", "Dora")


@pytest.mark.parametrize(
    "title", ["Location", "Ort", "Lieu", "Luogo", "Plaats", "Τόπος", "장소", "Sieger", "Notes"]
)
def test_column_with_another_title_has_no_names(title: str) -> None:
    (game,) = read(f"{title};a;b;c;d;x;y\nBern;Anna;Ben;Clara;Dora;1040;560\n").games
    assert tuple(game.names) == ("Anna", "Clara", "Ben", "Dora")


def test_time_of_the_day_is_no_score() -> None:
    found = read("Start;Us;Them\n20:30;60;40\n21:05;200;0\n21:20;100;0\n")
    assert (found.shape, len(found.games)) == (Shape.ROUNDS_TABLE, 1)


@pytest.mark.parametrize(
    "day", ["Di 13.02.2024", "Tue, 13/2/2024", "mar. 13.02.24", "Τρί 13-2-2024"]
)
def test_day_may_begin_with_the_day_of_the_week(day: str) -> None:
    text = f'date;a;b;c;d;x;y\n"{day}";A;B;C;D;1000;500\n'
    assert [game.day for game in read(text).games] == [date(2024, 2, 13)]


def test_day_with_an_unknown_month_is_reported() -> None:
    found = read("date;a;b;c;d;x;y\n13 Floréal 2024;A;B;C;D;1000;500\n", words=date_words())
    assert found.problems == [Problem(2, ProblemKind.UNREADABLE_DATE)]


def test_names_that_differ_by_capitals_alone_are_one() -> None:
    found = read("a;b;c;d;x;y\nAnna;Ben;Clara;Dora;1000;500\nBEN ;anna;dora;Clara;900;1000\n")
    assert found.spellings == ["Anna", "Clara", "Ben", "Dora"]


@pytest.mark.parametrize("gap", ["", "\n"], ids=["none", "empty row"])
def test_each_game_may_have_its_own_head(gap: str) -> None:
    found = read(f"{PLAYED}{gap}Anna + Clara;Ben + Dora\n0;100\n55;45\n")
    assert [" ".join(game.names) for game in found.games] == [
        "Anna Clara Ben Dora",
        "Anna Ben Clara Dora",
    ]
    assert [[tuple(each.points) for each in game.rounds] for game in found.games] == [
        ROUNDS,
        [(0, 100), (55, 45)],
    ]
    assert found.problems == []


def test_columns_of_short_games_are_known_by_their_rounds() -> None:
    found = read("Us;Them\n60;40\n200;–\n\nRed;Blue\n100;0\n–;200\n")
    assert [[tuple(each.points) for each in game.rounds] for game in found.games] == [
        [(60, 40), (200, 0)],
        [(100, 0), (0, 200)],
    ]


@pytest.mark.parametrize("words", ["won;lost\n", "pause;pause"])
def test_words_that_are_no_two_names_over_numbers_are_no_head(words: str) -> None:
    found = read(f"{PLAYED}{words}\n0;100\n55;45\n")
    assert {" ".join(game.names) for game in found.games} == {"Anna Clara Ben Dora"}
    assert found.problems == [Problem(5, ProblemKind.NO_NUMBERS)]


def test_table_of_markdown_is_read_without_its_rule() -> None:
    found = read("| Anna + Ben | C + D |\n| :--- | ---: |\n| 60 | 40 |\n| 200 | 0 |\n")
    assert [tuple(each.points) for each in found.games[0].rounds] == [(60, 40), (200, 0)]
    assert found.problems == []


@pytest.mark.parametrize("dash", "-−–—")
def test_dash_in_place_of_a_number_is_no_points(dash: str) -> None:
    found = read(f"Us;Them\n60;40\n200;{dash}\n-40;140\n")
    assert [[tuple(each.points) for each in game.rounds] for game in found.games] == [ROUNDS]
    assert found.problems == []


@pytest.mark.parametrize(
    ("marked", "fits"),
    [
        ("T+;160;;40", True),
        ("T+;60;;40", False),
        ("T-;-40;;40", True),
        ("T−;100;;0", True),
        ("T−;60;;40", False),
        ("T−;0;;0", True),
        ("GT+;260;T-;-60", True),
        ("GT+;260;T-;40", False),
        ("T+, T-;160;;-60", True),
        ("T+, T-;60;;40", True),
        ("T+, GT-;160;;40", False),
        ("T;160;;40", True),
        ("T;-40;;40", True),
        ("Tichu;60;;40", False),
        ("Grand +;400;;0", True),
        ("Grand +;200;;0", False),
        (";160;;40", True),
        ("T+T-T-T-;60;T-;40", False),
    ],
)
def test_calls_that_are_marked_go_with_the_points(marked: str, *, fits: bool) -> None:
    text = f"Calls;Us;Calls;Them\nT+;200;T-;-100\n{marked}\n"
    found = read(text, ReadingOptions(numbers=RoundNumbers.POINTS))
    problem = Problem(3, ProblemKind.CALLS_DO_NOT_FIT)
    assert found.problems == ([] if fits else [problem])
