"""The page of ratings, and the teams that it finds fair."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scoring.models import Game, Player, Role
from scoring.presentation.ratings import close_calls
from scoring.rules import Seat
from scoring.stats.estimates import Interval
from scoring.stats.ratings.point_rating import PointRating
from tests.factories import (
    GameFactory,
    GameWriter,
    GroupFactory,
    Phone,
    PlayerFactory,
    double,
    plain,
)
from tests.scoring.statistics import SEATS, moved, page, play, text

pytestmark = pytest.mark.django_db


def ratings(phone: Phone, *there: Player, sent: bool = False) -> Any:
    ticked = "".join(f"&player={player.pk}" for player in there)
    return page(phone, "rating_stats", f"?tonight=1{ticked}" if there or sent else "")


def four(phone: Phone) -> list[Player]:
    return [getattr(phone.game, f"player_{seat}") for seat in SEATS]


def more(phone: Phone, many: int) -> list[Player]:
    """Create this number of players who have not played yet."""
    return list(PlayerFactory.create_batch(many, group=phone.group))


def ticked(response: Any) -> set[int]:
    found = re.findall(r'name="player" value="(\d+)" checked', response.content.decode())
    return {int(number) for number in found}


def starts(response: Any) -> list[dict[str, list[str]]]:
    """Return the seats in the links that start a game."""
    found = re.findall(r'href="(/new/\?[^"]+)"', response.content.decode())
    return [parse_qs(urlsplit(unescape(address)).query) for address in found]


# Ratings


def test_everybody_has_points_a_round_with_a_range(phone: Phone) -> None:
    play(phone, *[plain(100)] * 3, target=300)

    rows = re.findall(
        r"<th scope=\"row\">([^<]*)</th><td>([^<]*)</td><td>([^<]*)</td><td>3</td>",
        ratings(phone).content.decode(),
    )
    a1, b1, a2, b2 = (player.name for player in four(phone))
    best = "+0.9", "\N{MINUS SIGN}12.3 to +14.2"
    worst = "\N{MINUS SIGN}0.9", "\N{MINUS SIGN}14.2 to +12.3"
    assert {row[0] for row in rows[:2]} == {a1, a2}
    assert sorted(rows) == sorted([(a1, *best), (a2, *best), (b1, *worst), (b2, *worst)])


def test_few_games_are_provisional(phone: Phone) -> None:
    play(phone, plain(60))

    assert "Provisional, with fewer than 20 games and an open dot: " in text(ratings(phone))


def test_twenty_games_are_not_provisional(phone: Phone) -> None:
    for _ in range(20):
        play(phone, plain(60), target=50)

    assert "Provisional" not in text(ratings(phone))


def rating(player: int, low: float, high: float) -> PointRating:
    return PointRating(player, (low + high) / 2, Interval(low, high), games=20, rounds=200)


NAMES = {1: "Ada", 2: "Ben", 3: "Cy", 4: "Dee"}


@pytest.mark.parametrize(
    ("ranges", "said"),
    [
        ([(8, 9), (6, 7), (4, 5)], ""),
        ([(8, 9), (5, 7), (4, 6), (0, 4)], "Too close to call: Ben and Cy; Cy and Dee."),
        (
            [(5, 9), (4, 6), (0, 5)],
            "It is too close to call between any two who are next to each other.",
        ),
    ],
)
def test_neighbours_whose_ranges_overlap_are_too_close_to_call(
    ranges: list[tuple[float, float]], said: str
) -> None:
    found = [rating(player, *ends) for player, ends in enumerate(ranges, 1)]

    assert close_calls(found, NAMES) == said


def test_rating_curve_begins_at_a_half_and_follows_who_wins(phone: Phone) -> None:
    play(phone, double(Seat.A1), target=200)

    shown = ratings(phone).content.decode()
    assert '<th scope="row">0</th><td>50%</td><td>50%</td><td>50%</td><td>50%</td>' in shown
    assert '<th scope="row">1</th><td>51%</td><td>51%</td><td>49%</td><td>49%</td>' in shown


def test_rating_curve_waits_for_the_end_of_a_game(phone: Phone) -> None:
    play(phone, plain(60))

    said = text(ratings(phone))
    assert "No game is over yet." in said
    assert "No game of theirs is over, so they count as average" in said


def test_ratings_follow_an_amendment(phone: Phone) -> None:
    game = play(phone, double(Seat.A1), target=200)
    before = ratings(phone).content
    GameWriter(game, phone.device).amend(1, double(Seat.B1))

    assert ratings(phone).content != before


# Fair teams


def test_those_of_the_last_evening_are_ticked(phone: Phone) -> None:
    moved(play(phone, plain(60)), "2026-01-01")
    guest, _ = more(phone, 2)
    a1, b1, a2, b2 = four(phone)
    last: Game = GameFactory.create(
        group=phone.group, player_a1=a1, player_b1=guest, player_a2=a2, player_b2=b2
    )
    GameWriter(last, phone.device).record(plain(60))

    assert ticked(ratings(phone)) == {a1.pk, guest.pk, a2.pk, b2.pk}
    assert b1.pk not in ticked(ratings(phone))


def test_fairest_of_the_three_ways_comes_first(phone: Phone) -> None:
    for _ in range(5):
        play(phone, double(Seat.A1), target=200)

    a1, b1, a2, b2 = (player.name for player in four(phone))
    assert [
        ({*way["a1"], *way["a2"]}, {*way["b1"], *way["b2"]}) for way in starts(ratings(phone))
    ] == [
        ({a1, b1}, {a2, b2}),
        ({a1, b2}, {b1, a2}),
        ({a1, a2}, {b1, b2}),
    ]


def test_chances_of_both_teams_add_to_a_hundred(phone: Phone) -> None:
    for _ in range(5):
        play(phone, double(Seat.A1), target=200)

    chances = [int(each) for each in re.findall(r"about (\d+)%", text(ratings(phone)))]
    assert [one + other for one, other in zip(chances[::2], chances[1::2], strict=True)] == [
        100
    ] * 3
    assert (chances[0], chances[4] > 55) == (50, True)


def test_of_five_it_says_who_sits_out(phone: Phone) -> None:
    play(phone, double(Seat.A1), target=200)
    there = four(phone) + more(phone, 1)

    said = text(ratings(phone, *there))
    assert sorted(re.findall(r"(Player \d+) sits out", said)) == sorted(
        player.name for player in there
    )


def test_those_who_sit_out_are_named(phone: Phone) -> None:
    play(phone, double(Seat.A1), target=200)

    said = text(ratings(phone, *four(phone), *more(phone, 2)))
    assert len(re.findall(r"Player \d+, Player \d+ sit out", said)) == 5


def test_of_many_the_best_few_are_proposed(phone: Phone) -> None:
    play(phone, double(Seat.A1), target=200)

    response = ratings(phone, *four(phone), *more(phone, 4))
    assert (len(starts(response)), text(response).count(" sit out")) == (5, 5)


@pytest.mark.parametrize(
    ("many", "said"),
    [
        (0, "A game takes four: tick at least four."),
        (3, "A game takes four: tick at least four."),
        (11, "Tick at most 10 at once."),
    ],
)
def test_too_few_or_too_many_are_refused_and_kept(phone: Phone, many: int, said: str) -> None:
    play(phone, plain(60))
    there = (four(phone) + more(phone, 7))[:many]

    response = ratings(phone, *there, sent=True)
    assert (response.status_code, said in text(response)) == (422, True)
    assert ticked(response) == {player.pk for player in there}
    assert starts(response) == []


@pytest.mark.parametrize("number", ["0", "x", "9" * 30])
def test_who_is_not_there_is_refused(phone: Phone, number: str) -> None:
    play(phone, plain(60))

    response = page(phone, "rating_stats", f"?player={number}")
    assert response.status_code == 422
    assert "A player who is ticked is not in this group: tick again who plays." in text(
        response
    )


def test_player_of_another_group_is_not_there(phone: Phone) -> None:
    play(phone, plain(60))
    theirs: Player = PlayerFactory.create()

    response = ratings(phone, *four(phone), theirs)
    assert (response.status_code, theirs.name in text(response)) == (422, False)


# To the next game


def test_link_starts_a_game_with_these_seats(phone: Phone) -> None:
    play(phone, double(Seat.A1), target=200)
    seats = {seat: names[0] for seat, names in starts(ratings(phone))[1].items()}

    shown = phone.client.get("/new/", seats).content.decode()
    assert re.findall(r'name="([ab][12])" value="([^"]*)"', shown) == [
        (seat, seats[seat]) for seat in ("a1", "a2", "b1", "b2")
    ]


def test_viewer_is_not_led_to_a_new_game(phone: Phone) -> None:
    play(phone, double(Seat.A1), target=200)
    phone.take_role(Role.VIEWER)

    response = ratings(phone)
    assert ("about 5" in text(response), starts(response)) == (True, [])


def test_link_starts_a_game_of_its_group_after_another_was_joined(
    phone: Phone,
) -> None:
    play(phone, double(Seat.A1), target=200)
    phone.join(GroupFactory.create())

    assert [way["group"] for way in starts(ratings(phone))] == [[str(phone.group.key)]] * 3
