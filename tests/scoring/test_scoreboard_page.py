"""The scoreboard of a running game: the race, the last round, and who took the lead."""

from collections.abc import Sequence

import pytest
from django.test import Client

from scoring.models import Game, Role
from scoring.presentation.scores import lead_taken_by
from scoring.rules import Call, CallLevel, Ending, RoundResult, Seat, Team
from scoring.services.membership import join_group
from tests.factories import GameFactory, GameWriter, Phone, double, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("rounds", "team"),
    [
        ([], None),
        ([plain(60)], None),
        ([plain(60), plain(70)], None),
        ([plain(60), double(Seat.B1)], Team.B),
        ([double(Seat.B1), plain(60), double(Seat.A1)], Team.A),
        ([plain(60), plain(40)], None),
        ([plain(60), plain(40), plain(40)], Team.B),
        ([plain(60), plain(40), plain(60)], None),
        ([plain(60), *[double(Seat.B1)] * 5], None),
    ],
    ids=["none", "first", "same", "other", "back", "tie", "after a tie", "kept", "over"],
)
def test_lead_is_taken_by_the_team_that_comes_past_the_other(
    rounds: Sequence[RoundResult], team: Team | None
) -> None:
    writer = GameWriter(GameFactory.create())
    for result in rounds:
        writer.record(result)

    game = Game.objects.get(pk=writer.game.pk)
    assert lead_taken_by(game.sheet, game) is team


def test_new_leader_is_shown_until_something_is_known_of_the_next_round(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record(plain(60))
    writer.record(double(Seat.B1))
    sentence = f"Now in the lead: {phone.game.team_names.b}"

    assert sentence in text(phone.get("scoreboard/"))
    assert 'class="side b leading"' in phone.get("scoreboard/").content.decode()
    phone.post("progress/", after=phone.game.sheet.last_seq, first="A1")
    assert sentence not in text(phone.get("scoreboard/"))


def test_calls_are_shown_as_long_as_the_game_is_not_over(phone: Phone) -> None:
    writer = GameWriter(phone.game, phone.device)
    writer.set_calls(Call(Seat.A1, CallLevel.TICHU))
    called = f"Tichu {phone.game.names.a1}"
    assert called in text(phone.get("scoreboard/"))

    writer.end(Ending.ABANDONED)
    assert called not in text(phone.get("scoreboard/"))

    writer.resume()
    assert called in text(phone.get("scoreboard/"))


def test_last_round_is_shown_in_signs_and_in_words(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record(plain(60))
    writer.record(double(Seat.A1, Call(Seat.B2, CallLevel.TICHU)))
    names = phone.game.names

    page = text(phone.get("scoreboard/"))

    assert "<b>Round 2</b>" in page
    assert f'<i class="tag tichu failed">T✕ {names.b2}</i>' in page
    assert f"double win by {names.a1} and {names.a2}" in page
    assert "+200" in page
    assert "−100" in page


def test_race_is_drawn_for_a_viewer_too(phone: Phone) -> None:
    GameWriter(phone.game).record(plain(60))
    viewer = Phone(Client())
    join_group(viewer.device, phone.game.group, Role.VIEWER)

    page = viewer.client.get(f"{phone.url}scoreboard/").content.decode()

    assert page.count('class="compact"') == 1
    assert f"{phone.game.team_names.a} lead by</span> <b>20</b>" in page


def test_code_to_join_is_that_of_the_invitation_and_stored_nowhere(phone: Phone) -> None:
    image = phone.get("invite/qr/")

    _, _, squares = phone.get("invite/").context["qr"].partition("<path ")
    assert image["Content-Type"] == "image/svg+xml"
    assert "no-store" in image["Cache-Control"]
    assert image.content.decode().endswith(squares)


def test_scoreboard_of_a_member_shows_the_code_to_join(phone: Phone) -> None:
    page = phone.get("scoreboard/").content.decode()

    assert f'src="{phone.url}invite/qr/"' in page
    assert phone.game.group.join_token not in page


def test_viewer_gets_no_code_to_join(phone: Phone) -> None:
    viewer = Phone(Client())
    join_group(viewer.device, phone.game.group, Role.VIEWER)

    assert "invite" not in viewer.client.get(f"{phone.url}scoreboard/").content.decode()
    assert viewer.client.get(f"{phone.url}invite/qr/").status_code == 404


def test_board_that_is_fetched_has_no_code_to_join(phone: Phone) -> None:
    assert "invite" not in phone.get("scoreboard/", **{"HX-Request": "true"}).content.decode()
