"""The first sentences of the statistics page of a group, and the league below them."""

import re
from itertools import combinations
from typing import Any

import pytest
from django.urls import reverse

from scoring.models import Game
from scoring.presentation.highlights import highlight_sentence
from scoring.rules import Call, CallLevel, Seat
from scoring.stats.highlights import WinningRun
from scoring.stats.win_probability.cache import get_model
from tests.factories import GameFactory, GameWriter, Phone, PlayerFactory, enter_game, plain
from tests.scoring.statistics import SEATS, moved, page, play, text

pytestmark = pytest.mark.django_db

NAMES = {1: "Anna", 2: "Bernd", 3: "Clara"}
WON, LOST = plain(60), plain(40, Seat.B1)


@pytest.fixture(autouse=True)
def _chances_known() -> None:
    """Compute once for all tests what the site computes in the background."""
    get_model(GameFactory.create())


def highlights(response: Any) -> list[tuple[str, str]]:
    """Return the sentences and their links."""
    found = re.search(
        r'<ul class="highlights">(.*?)</ul>', response.content.decode(), re.DOTALL
    )
    return re.findall(r'<a href="(.*?)">(.*?)</a>', found[1]) if found else []


def play_games(phone: Phone, *results: Any) -> list[Game]:
    """Play games of one round."""
    return [play(phone, each, target=50) for each in results]


# The sentences


def run(*players: int, evenings: bool = False) -> WinningRun:
    return WinningRun(players, 5, evenings=evenings, chance=0.1)


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (run(1), "Anna is on a run: 5 games won in a row."),
        (run(1, 2), "Anna and Bernd are on a run: each has won 5 games in a row."),
        (run(1, 2, 3), "Anna, Bernd and Clara are on a run: each has won 5 games in a row."),
        (
            run(1, evenings=True),
            "Anna is on a run: more games won than lost on 5 evenings in a row.",
        ),
        (
            run(1, 2, evenings=True),
            (
                "Anna and Bernd are on a run: more games won than lost by each on 5 evenings in"
                " a row."
            ),
        ),
    ],
)
def test_sentence_of_a_run(run: WinningRun, sentence: str) -> None:
    assert highlight_sentence(run, NAMES) == sentence


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (run(1), "Anna was on a run: 5 games won in a row."),
        (run(1, 2), "Anna and Bernd were on a run: each had won 5 games in a row."),
        (
            run(1, evenings=True),
            "Anna was on a run: more games won than lost on 5 evenings in a row.",
        ),
        (
            run(1, 2, evenings=True),
            (
                "Anna and Bernd were on a run: more games won than lost by each on 5 evenings"
                " in a row."
            ),
        ),
    ],
)
def test_sentence_of_a_run_that_may_be_over(run: WinningRun, sentence: str) -> None:
    assert highlight_sentence(run, NAMES, past=True) == sentence


# On the page


def test_page_without_anything_to_tell_has_no_empty_section(phone: Phone) -> None:
    play_games(phone, WON, LOST, WON, WON, WON, WON)

    assert "highlights" not in page(phone).content.decode()


def test_run_leads_to_the_league_that_names_it(phone: Phone) -> None:
    games = play_games(phone, *[WON] * 5)

    response = page(phone)
    names = games[0].names
    sentence = f"{names.a1} and {names.a2} are on a run: each has won 5 games in a row."
    assert highlights(response) == [("#league", sentence)]
    assert 'id="league"' in response.content.decode()
    assert text(response).count("5 of 5 games won, 100% · 5 games won in a row") == 2


def test_run_up_to_the_end_of_a_past_year_is_in_the_past_tense(phone: Phone) -> None:
    for game in play_games(phone, *[WON] * 5):
        moved(game, "2025-12-05")

    names = phone.game.names
    sentence = f"{names.a1} and {names.a2} were on a run: each had won 5 games in a row."
    told = highlights(page(phone, query="?since=2025-01-01&until=2025-12-31"))
    assert sentence in [each for _, each in told]


def test_run_of_one_player_leads_to_the_row_of_that_player(phone: Phone) -> None:
    game = phone.game
    others = [game.player_b1, game.player_a2, game.player_b2]
    for place in range(6):
        b1, a2, b2 = others[place % 3 :] + others[: place % 3]
        seats = {"player_a1": game.player_a1, "player_b1": b1, "player_a2": a2, "player_b2": b2}
        won = GameFactory.create(group=phone.group, target=50, **seats)
        GameWriter(won, phone.device).record(WON)

    response = page(phone)
    anchor = f"player-{game.player_a1_id}"
    sentence = f"{game.names.a1} is on a run: 6 games won in a row."
    assert highlights(response) == [(f"#{anchor}", sentence)]
    assert f'<li id="{anchor}">' in response.content.decode()


def test_evenings_in_a_row_are_named_by_the_league_and_the_page_of_the_player(
    phone: Phone,
) -> None:
    for day in range(1, 6):
        for game in play_games(phone, WON, WON, LOST):
            moved(game, f"2026-03-0{day}")

    (_, sentence), *_ = highlights(page(phone))
    mine = page(phone, "player_stats", number=phone.game.player_a1_id)
    assert "more games won than lost by each on 5 evenings in a row." in sentence
    assert text(page(phone)).count(" · 5 evenings won in a row") == 2
    assert "Evenings now 5 evenings won in a row" in text(mine)


def test_calls_lead_to_those_of_the_player(phone: Phone) -> None:
    call = Call(Seat.A1, CallLevel.GRAND)
    rounds = [plain(60, Seat.A1, call), *[plain(60, Seat.B1, call)] * 11]
    play(phone, *rounds, target=100_000)

    number, name = phone.game.player_a1_id, phone.game.names.a1
    address = reverse("player_stats", args=[phone.group.key, number])
    sentence = f"Grand Tichus cost {name} 166.7 points each on average: 1 of 12 made."
    assert highlights(page(phone)) == [(f"{address}#calls", sentence)]
    mine = page(phone, "player_stats", number=number)
    assert 'id="calls"' in mine.content.decode()
    assert "Grand Tichu: called 12, made 1, 8% A call brought −166.7 points" in text(mine)


def test_proof_is_of_the_same_games(phone: Phone) -> None:
    call = Call(Seat.A1, CallLevel.GRAND)
    play(phone, *[plain(60, Seat.B1, call)] * 12, target=100_000)

    ((url, _),) = highlights(page(phone, query="?target=100000"))
    assert url.endswith("/?target=100000#calls")


def play_in_every_lineup(phone: Phone) -> None:
    """Play with every two teams that the phone's four form with a fifth player. The first two
    players win all of their 21 games together, and all other games are draws."""
    game = phone.game
    four = [getattr(game, f"player_{seat}") for seat in SEATS]
    winners = [game.player_a1, game.player_a2]
    pairs = list(combinations([*four, PlayerFactory.create(group=phone.group)], 2))
    for one, other in combinations(pairs, 2):
        if {*one} & {*other}:
            continue
        first, second = (other, one) if [*other] == winners else (one, other)
        won = [*first] == winners
        in_order = (first[0], second[0], first[1], second[1])
        seats = zip(SEATS, in_order, strict=True)
        players = {f"player_{seat}": player for seat, player in seats}
        for _ in range(7 if won else 1):
            rounds = 10 if won else 70
            about = {"target": None, "fixed_rounds": rounds, "tie": "draw", **players}
            played = GameFactory.create(group=phone.group, **about)
            GameWriter(played, phone.device).record_often(plain(100 if won else 50), rounds)


def test_pair_leads_to_its_page(phone: Phone) -> None:
    play_in_every_lineup(phone)

    game = phone.game
    numbers = sorted([game.player_a1_id, game.player_a2_id])
    address = reverse("one_pair_stats", args=[phone.group.key, *numbers])
    told = dict(highlights(page(phone)))
    points = re.search(r"(?<=make )[\d.]+", told[address])
    names = game.names
    assert points
    assert told[address] == (
        f"{names.a1} and {names.a2} click: together they make {points[0]} points a round more"
        " than their strengths make likely."
    )
    assert told[address] in text(phone.client.get(address))
    assert f"What they add to each other +{points[0]} " in text(phone.client.get(address))
    pairs = page(phone, "pair_stats")
    assert f"{names.a1} + {names.a2} +{points[0]} " in text(pairs)
    assert highlights(pairs)[0] == (address, told[address])


def test_sentences_follow_a_correction_and_its_undo(phone: Phone) -> None:
    games = play_games(phone, *[WON] * 5)
    before = page(phone).content
    writer = GameWriter(games[2], phone.device)
    writer.amend(1, plain(20))
    corrected = highlights(page(phone))
    writer.undo()

    assert corrected == []
    assert page(phone).content == before


# The league


def test_results_of_the_last_ten_games_in_words_and_signs(phone: Phone) -> None:
    play_games(phone, *[LOST] * 3, *[WON] * 2, LOST, WON, *[LOST] * 5)

    response = page(phone)
    words = "lost, won, won, lost, won, lost, lost, lost, lost, lost"
    assert f"The last 10 games, the latest at the end: {words}." in text(response)
    row = re.search(
        rf'<li id="player-{phone.game.player_a1_id}">(.*?)</li>',
        response.content.decode(),
        re.DOTALL,
    )
    assert row
    signs = re.search(r'<svg class="results".*?</svg>', row[1])
    assert signs
    assert re.findall(r'class="won"|<circle (?=cx)', signs[0]) == [
        'class="won"' if word == "won" else "<circle " for word in words.split(", ")
    ]


def test_places_are_numbered_from_twenty_games_on(phone: Phone) -> None:
    def ranks() -> list[str]:
        return re.findall(r'<span class="rank">(.*?)</span>', page(phone).content.decode())

    play_games(phone, *[WON, LOST] * 9, WON)
    before = ranks()
    play_games(phone, WON)

    assert before == [""] * 4
    assert ranks() == ["1", "2", "3", "4"]


def test_intervals_are_explained_in_words_behind_a_tap(phone: Phone) -> None:
    play_games(phone, *[WON, LOST] * 10)

    response = page(phone).content.decode()
    folded = response[response.index("How sure is this?") : response.index("</details>")]
    assert len(re.findall(r"−\d+\.\d to \+\d+\.\d", folded)) == 4
    assert folded.count("too close to call with") == 3
    assert "too close" not in response.replace(folded, "")


def test_nothing_is_said_of_intervals_where_nothing_is_rated(phone: Phone) -> None:
    enter_game(phone.group, names=phone.game.names, device=phone.device)

    assert "How sure is this?" not in text(page(phone))
