"""Games of a player are given to another player, because two people had one name."""

from typing import Any

import pytest

from scoring.models import Game, Player
from scoring.rules import Seat
from scoring.services.game_players import games_of_player, games_with_players
from scoring.services.player_merge import merge_players
from scoring.services.player_split import CannotSplit, SplitRefusal, split_player
from tests.factories import GameWriter, GroupFactory, Phone, enter_game
from tests.scoring.log_groups import random_group
from tests.scoring.player_merge.merging import (
    NAMES,
    figures,
    naive_figures,
    named,
    play,
    stored,
)
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Any:
    return GroupFactory.create()


def games_of(player: Player) -> set[int]:
    return set(games_of_player(player))


def games_naming(player: Player) -> set[int]:
    """Return the games whose change log also names the player."""
    return {game.pk for game in games_with_players(player.group) if player.pk in game.named}


def refusal(player: Player, name: str, *games: Game) -> SplitRefusal:
    with pytest.raises(CannotSplit) as refused:
        split_player(player, name, [game.pk for game in games])
    return refused.value.reason


def test_ticked_games_are_the_others_and_the_rest_stay(group: Any) -> None:
    first, second = play(group, *NAMES), play(group, *NAMES)

    other = split_player(named(group, "Ada"), "Anna", [second.pk])

    assert (games_of(named(group, "Ada")), games_of(other)) == ({first.pk}, {second.pk})


def test_changes_and_rounds_name_the_other_too(group: Any) -> None:
    game = play(group, *NAMES)
    GameWriter(game).substitute(Seat.A2, "Eva")
    cleo = named(group, "Cleo")

    other = split_player(cleo, "Clara", [game.pk])

    assert (games_naming(cleo), games_naming(other)) == (set(), {game.pk})


@pytest.mark.parametrize("seed", range(8))
def test_figures_equal_the_naive_count_and_giving_back_restores_all(seed: int) -> None:
    group = random_group(seed)
    player = max(group.players.all(), key=lambda each: len(games_of(each)))
    rows, chosen = stored(group), sorted(games_of(player))[::2]

    other = split_player(player, "Somebody new", chosen)
    assert figures(group) == naive_figures(group)

    split_player(other, player.name, games_of(other))
    other.delete()
    assert stored(group) == rows


def test_existing_player_gets_games(group: Any) -> None:
    play(group, "Eva", "Ben", "Cleo", "Dora")
    game = play(group, *NAMES)

    assert split_player(named(group, "Ada"), "eva", [game.pk]) == named(group, "Eva")


def test_other_who_is_in_the_game_is_refused(group: Any) -> None:
    game = play(group, *NAMES)

    assert refusal(named(group, "Ada"), "Ben", game) is SplitRefusal.SAME_GAME
    assert games_of(named(group, "Ada")) == {game.pk}


def test_the_same_player_is_refused(group: Any) -> None:
    game = play(group, *NAMES)

    assert refusal(named(group, "Ada"), "ADA", game) is SplitRefusal.SAME_PLAYER


def test_game_of_another_group_is_not_given(group: Any) -> None:
    play(group, *NAMES)
    elsewhere = play(GroupFactory.create(), *NAMES)

    assert refusal(named(group, "Ada"), "Eva", elsewhere) is SplitRefusal.NO_GAMES
    assert not group.players.filter(name="Eva").exists()


def test_game_of_who_was_merged_is_refused(group: Any) -> None:
    play(group, *NAMES)
    game = play(group, "Adda", "Ben", "Cleo", "Dora")
    merge_players(named(group, "Adda"), named(group, "Ada"))

    assert refusal(named(group, "Ada"), "Eva", game) is SplitRefusal.MERGED


def page(phone: Phone, player: Player) -> str:
    return f"/g/{phone.group.key}/players/{player.pk}/split/"


def test_page_gives_what_is_ticked_and_the_log_has_it(host: Phone) -> None:
    game = enter_game(host.group)
    player = game.player_a1

    sent = host.client.post(page(host, player), {"name": "Eva", "game": [game.pk]})

    assert sent.status_code == 302
    assert games_of(named(host.group, "Eva")) == {game.pk}
    told = text(host.client.get(f"/g/{host.group.key}/log/"))
    assert f"1 game of {player.name} was given to Eva." in told


def test_page_keeps_what_was_ticked_when_it_refuses(host: Phone) -> None:
    player, partner = host.game.player_a1, host.game.player_a2

    sent = {"name": partner.name, "game": [host.game.pk]}
    refused = host.client.post(page(host, player), sent)

    assert refused.status_code == 422
    assert "is in one of these games" in text(refused)
    assert f'value="{host.game.pk}" checked' in refused.content.decode()


@pytest.mark.parametrize("sent", [{}, {"name": "Eva"}, {"name": "Eva", "game": "x"}])
def test_page_asks_for_games(host: Phone, sent: dict[str, str]) -> None:
    refused = host.client.post(page(host, host.game.player_a1), sent)

    assert refused.status_code == 422
    assert "Tick the games that somebody else played." in text(refused)
