"""The list of how two partners do compared with what their strengths make likely."""

from itertools import combinations

import pytest

from tests.factories import GameFactory, GameWriter, Phone, PlayerFactory, enter_game, plain
from tests.scoring.statistics import SEATS, page, play, text

pytestmark = pytest.mark.django_db


def play_all_pairings(phone: Phone) -> None:
    """Play a round of every two partners, of these players and a fifth one, against every two
    others. This many rounds are needed to separate chemistry from strength."""
    four = [getattr(phone.game, f"player_{seat}") for seat in SEATS]
    for a, b, c, d in combinations([*four, PlayerFactory.create(group=phone.group)], 4):
        for seated in ((a, b, c, d), (a, c, b, d), (b, a, c, d)):
            seats = {f"player_{seat}": each for seat, each in zip(SEATS, seated, strict=True)}
            game = GameFactory.create(group=phone.group, **seats)
            GameWriter(game, phone.device).record(plain(60))


def test_that_it_is_known_of_no_two_is_said_once(phone: Phone) -> None:
    play(phone, plain(60), target=50)

    assert (
        "Chemistry, the best pairs first Not known yet: only rounds with other partners and"
        " opponents tell chemistry from strength. Advice:"
    ) in text(page(phone, "pair_stats"))


def test_pairs_that_never_played_with_others_come_last(phone: Phone) -> None:
    play_all_pairings(phone)
    apart = GameFactory.create(group=phone.group)
    GameWriter(apart, phone.device).record(plain(60))

    said = text(page(phone, "pair_stats"))
    assert said.count(" is likely, over ") == 10
    assert said.count(" – not known: no other games tell how strong these two") == 2
    assert said.rindex(" is likely, over ") < said.index(" – not known: no other")


def test_results_make_none_sure(phone: Phone) -> None:
    play_all_pairings(phone)
    for _ in range(20):
        enter_game(phone.group, names=phone.game.names, device=phone.device)

    assert text(page(phone, "pair_stats")).count(" · provisional") == 10
