"""A game on paper: a score pad with names and a code that opens its table, and a fair copy."""

from datetime import datetime

import pytest
import segno
from django.test import Client
from django.utils.timezone import make_aware

from scoring.forms import SheetKind
from scoring.models import Game
from scoring.presentation.printing import fair_copy, score_pad
from scoring.printing import Paper, render_pdf
from scoring.printing.shapes import Path
from scoring.rules import Call, CallLevel, Seat
from tests.factories import GameWriter, Phone, double, enter_game, plain, start_rotation
from tests.printing.reading import page_sizes, words

pytestmark = pytest.mark.django_db

T, GT = CallLevel.TICHU, CallLevel.GRAND


@pytest.fixture
def phone() -> Phone:
    return Phone(Client())


def address(phone: Phone, name: str = "print/") -> str:
    return f"/t/{phone.game.key}/{name}"


def named(game: Game) -> Game:
    """The game with names by which players can be told apart."""
    for seat, name in zip(
        ("a1", "b1", "a2", "b2"), ("Anna", "Γιώργος", "Zoë", "Jürg"), strict=True
    ):
        player = getattr(game, f"player_{seat}")
        player.name = name
        player.save()
    return Game.objects.get(pk=game.pk)


def test_pad_has_the_teams_and_opens_the_table(phone: Phone) -> None:
    game = named(phone.game)
    table = f"http://testserver/t/{game.key}/"

    pdf = phone.client.get(address(phone, "print.pdf")).content

    assert page_sizes(pdf) == [(210.0, 297.0)]
    text = words(pdf)
    assert "Anna + Zoë" in text
    assert "Γιώργος + Jürg" in text
    assert table in text
    (page,) = score_pad(game, table, Paper.A4)
    (code,) = [each for each in page.shapes if isinstance(each, Path) and each.fill]
    dark = sum(sum(map(bool, row)) for row in segno.make(table, error="m").matrix)
    assert sum(letter == "M" for letter, _ in code.commands) == dark


def test_fair_copy_has_every_round_in_order(phone: Phone) -> None:
    named(phone.game)
    writer = GameWriter(Game.objects.get(pk=phone.game.pk), phone.device)
    writer.record(plain(60, Seat.A1, Call(Seat.A1, T), Call(Seat.B2, GT)))
    writer.adjust(-100, 0)
    writer.record(double(Seat.B1))

    pdf = phone.client.get(address(phone, "print.pdf"), {"sheet": "rounds"}).content

    text = words(pdf)
    rows = [
        "1 Anna T+ Anna, GT− Jürg 160 160 −160 −160",
        "± Adjustment for a miscount −100 60 0 −160",
        "2 Γιώργος › Jürg double win 0 60 200 40",
    ]
    assert [row for row in rows if row not in text] == []
    assert "http" not in text


def test_fair_copy_of_a_game_after_midnight_has_the_date_of_its_evening(phone: Phone) -> None:
    after_midnight = make_aware(datetime(2026, 3, 7, 0, 30))
    Game.objects.filter(pk=phone.game.pk).update(created=after_midnight)
    GameWriter(phone.game, phone.device).record(plain(60))

    pdf = phone.client.get(address(phone, "print.pdf"), {"sheet": "rounds"}).content

    assert "6 Mar 2026 · " in words(pdf)


def test_fair_copy_of_a_long_game_runs_over(phone: Phone) -> None:
    GameWriter(phone.game, phone.device).record_often(plain(50, Seat.A1), 35)
    game = Game.objects.get(pk=phone.game.pk)
    pages = fair_copy(game, Paper.LETTER)
    assert page_sizes(render_pdf(pages, "Tichu")) == [(215.9, 279.4)] * 2


def test_page_shows_both_choices_and_the_pdf(phone: Phone) -> None:
    html = phone.client.get(address(phone), {"sheet": "rounds"}).content.decode()
    assert [f'value="{kind}"' in html for kind in SheetKind] == [True, True]
    assert '<option value="rounds" selected>' in html
    assert f'formaction="{address(phone, "print.pdf")}"' in html
    assert html.count("<svg ") == 1


def test_what_cannot_be_chosen_is_said(phone: Phone) -> None:
    page = phone.client.get(address(phone), {"paper": "a3"})
    assert page.status_code == 422
    assert "Choose A4 or Letter as the paper." in page.content.decode()
    pdf = phone.client.get(address(phone, "print.pdf"), {"sheet": "poem"})
    assert (pdf.status_code, pdf["Location"]) == (302, f"{address(phone)}?sheet=poem")


def test_menu_of_the_game_leads_there(phone: Phone) -> None:
    html = phone.client.get(address(phone, "settings/")).content.decode()
    assert f'href="{address(phone)}"' in html


@pytest.mark.parametrize("name", ["print/", "print.pdf"])
def test_game_without_two_teams_or_without_rounds_has_no_sheet(phone: Phone, name: str) -> None:
    games = [start_rotation("Eva", group=phone.group), enter_game(phone.group)]
    answers = [phone.client.get(f"/t/{game.key}/{name}").status_code for game in games]
    assert answers == [404, 404]
    menus = [phone.client.get(f"/t/{game.key}/settings/").content.decode() for game in games]
    assert [
        f"/t/{game.key}/print/" in html for game, html in zip(games, menus, strict=True)
    ] == [
        False,
        False,
    ]


def test_menu_of_a_game_that_is_over_leads_to_its_fair_copy(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=200)
    GameWriter(Game.objects.get(pk=phone.game.pk)).record(double(Seat.A1))

    menu = phone.get("settings/").content.decode()

    assert f'href="{address(phone)}?sheet=rounds"' in menu


def test_nobody_else_keeps_it(phone: Phone) -> None:
    for name in ("print/", "print.pdf"):
        answer = phone.client.get(address(phone, name))
        assert answer["Cache-Control"] == "private, no-cache"


def test_pdf_is_in_english_where_its_fonts_lack_the_letters(
    phone: Phone,
) -> None:
    fair = {"sheet": "rounds"}
    phone.client.cookies["language"] = "ko"
    korean = phone.client.get(address(phone, "print.pdf"), fair).content
    phone.client.cookies["language"] = "en"
    assert words(korean) == words(phone.client.get(address(phone, "print.pdf"), fair).content)
