"""The page of a recorded round offers likely corrections, each of which one tap saves."""

import re
from typing import Any

import pytest
from hypothesis import given

from scoring.forms.amendment import PLACES, complete_amendment
from scoring.forms.round_form import initial_values
from scoring.rules import Call, CallLevel, RoundResult, Seat
from scoring.rules.corrections import likely_corrections
from tests.factories import GameWriter, Phone, plain
from tests.rules.strategies import results
from tests.scoring.reading import text

TICHU = Call(Seat.B1, CallLevel.TICHU)


def buttons(phone: Phone) -> dict[str, dict[str, list[str]]]:
    """Return the fields that each button sends, by its label."""
    page = text(phone.get("rounds/1/"))
    section = page.partition('class="corrections"')[2].partition("</section>")[0]
    found = {}
    for form in section.split("<form")[1:]:
        fields: dict[str, list[str]] = {}
        for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form):
            fields.setdefault(name, []).append(value)
        label = re.search(r'type="submit">(.*?)<small', form)
        assert label
        found[label[1].strip().replace("\N{NO-BREAK SPACE}", " ")] = fields
    return found


@given(results())
def test_fields_of_a_correction_make_that_round(result: RoundResult) -> None:
    for each in likely_corrections(result):
        corrected, points = each.result, each.result.card_points
        places: Any = initial_values(corrected.out_order, ())
        sent = {name: str(places[name]) for name in PLACES if name in places}
        if points:
            sent["card_points"] = str(points.a)
        completed = complete_amendment(sent, result)
        order = tuple(map(str, corrected.out_order[:3]))
        assert tuple(completed[name] for name in PLACES if completed[name]) == order
        assert completed["card_points"] == (str(points.a) if points else "")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("label", "points"),
    [
        ("40 : 60", (40, -40)),
        ("65 : 35", (65, -65)),
        ("Double win", (200, -100)),
        ("No Tichu {b1}", (60, 40)),
        ("Grand Tichu {b1}", (60, -160)),
        ("Tichu {a1}", (160, -60)),
        ("{b1} first", (60, 140)),
    ],
)
def test_one_tap_saves_the_round_that_was_meant(
    phone: Phone, label: str, points: tuple[int, int]
) -> None:
    game = phone.game
    GameWriter(game, phone.device).record(plain(60, Seat.A1, TICHU))
    names = {"a1": game.player_a1.name, "b1": game.player_b1.name}

    fields: Any = buttons(phone)[label.format(**names)]
    answer = phone.post("rounds/1/", **fields)

    assert answer.status_code == 302
    row = phone.game.sheet.rows[0].round
    assert (row.points_a, row.points_b) == points


@pytest.mark.django_db
def test_correction_of_a_round_that_was_amended_meanwhile_is_a_conflict(phone: Phone) -> None:
    writer = GameWriter(phone.game, phone.device)
    writer.record(plain(60))
    fields: Any = buttons(phone)["40 : 60"]
    writer.amend(1, plain(70))

    assert phone.post("rounds/1/", **fields).status_code == 409
    assert phone.game.sheet.rows[0].round.points_a == 70
