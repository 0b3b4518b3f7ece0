"""The file of a player contains everything of the group that names the player."""

import json
import uuid
from typing import Any

import pytest
from django.utils.text import slugify

from scoring.exchange.log_export import write_log
from scoring.models import Group, Player
from scoring.services.game_players import games_of_player
from tests.factories import GroupFactory, Phone
from tests.scoring.log_groups import imported, log_of, random_group
from tests.scoring.player_merge.merging import named, play

pytestmark = pytest.mark.django_db


def player_file(player: Player) -> Any:
    return json.loads("".join(write_log(player.group, player)))


def names(file: Any) -> list[str]:
    return [player["name"] for player in file["players"]]


@pytest.fixture
def group() -> Group:
    group: Group = GroupFactory.create()
    return group


def test_file_has_the_players_games_and_who_was_in_them(group: Group) -> None:
    play(group, "Ada", "Ben", "Cleo", "Dora")
    play(group, "Eva", "Ben", "Cleo", "Finn")

    file = player_file(named(group, "Ada"))

    assert (len(file["games"]), names(file)) == (1, ["Ada", "Ben", "Cleo", "Dora"])


def test_player_without_a_game_has_a_file_with_the_name(group: Group) -> None:
    player = group.players.create(name="Zoe")

    file = player_file(player)

    assert (file["games"], names(file)) == ([], ["Zoe"])


def test_file_has_the_players_payments_only(group: Group) -> None:
    ada, ben, cleo = (group.players.create(name=each) for each in ("Ada", "Ben", "Cleo"))
    for payer, payee in ((ada, ben), (ben, cleo), (cleo, ada)):
        group.payments.create(payer=payer, payee=payee, chips=5, key=uuid.uuid4())

    file = player_file(ada)

    assert len(file["payments"]) == 2
    assert names(file) == ["Ada", "Ben", "Cleo"]


@pytest.mark.parametrize("seed", range(5))
def test_file_is_imported_like_that_of_a_group(seed: int) -> None:
    group = random_group(seed)
    for player in group.players.all():
        text = "".join(write_log(group, player))

        again = imported(text.encode())

        assert log_of(again).decode() == text
        assert again.games.count() == len(games_of_player(player))


def test_page_of_a_player_leads_to_the_file(host: Phone) -> None:
    player = host.game.player_a1
    address = f"/g/{host.group.key}/players/{player.pk}/export/"

    page = host.client.get(f"/g/{host.group.key}/players/{player.pk}/").content.decode()
    file: Any = host.client.get(address)

    assert f'href="{address}"' in page
    assert player.name in file.getvalue().decode()
    assert f"-{slugify(player.name)}.json" in file["Content-Disposition"]
