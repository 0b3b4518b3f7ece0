"""A forgotten name is removed everywhere, and nothing else changes."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers

from scoring.exchange.log_import import import_log
from scoring.models import AvatarChoice, Game, Group, GroupChange, Player
from scoring.rules import Bomb, Ending, RoundNotes, Seat
from scoring.services.forget_player import forget_player
from scoring.services.game_import import open_import
from scoring.services.player_merge import merge_players
from scoring.services.players import choose_avatar, rename_player
from scoring.stats.group_stats import group_stats
from scoring.tokens import parse_device_token
from tests.factories import DeviceFactory, GameWriter, Phone, PlayerFactory, plain
from tests.scoring.joining import joined
from tests.scoring.log_groups import log_of
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

NAME = "Zoë-Marie"


@pytest.fixture
def zoe(host: Phone) -> Player:
    """A player whose name occurs in all texts that people write."""
    player: Player = host.game.player_a1
    rename_player(player, NAME)
    writer = GameWriter(Game.objects.get(pk=host.game.pk), host.device)
    writer.record(plain(60))
    writer.annotate(1, RoundNotes((Bomb(Seat.A1, 4, 9),), f"{NAME} and her nines"))
    writer.adjust(-50, 0, "other", f"ask {NAME.lower()}!")
    writer.record(plain(40))
    writer.undo()
    writer.end(Ending.ABANDONED, f"{NAME} was tired")
    alias = PlayerFactory.create(group=host.group, name="Zoë")
    merge_players(alias, player)
    choose_avatar(player, AvatarChoice("teal", "🦊"))
    player.refresh_from_db()
    return player


def database() -> str:
    rows = [row for model in apps.get_models() for row in model._base_manager.order_by("pk")]
    return str(serializers.serialize("json", rows, ensure_ascii=False))


def forget(host: Phone, player: Player, **sent: str) -> Any:
    return host.client.post(f"/g/{host.group.key}/players/{player.pk}/forget/", sent)


def test_name_is_nowhere_in_the_database(host: Phone, zoe: Player) -> None:
    before = database()
    forget(host, zoe, sure="on")

    assert before.count(NAME) == 6
    assert NAME.casefold() not in database().casefold()
    assert "Zoë" not in database()


def test_everything_that_was_written_stays_but_for_the_name(host: Phone, zoe: Player) -> None:
    new = forget_player(zoe)
    game = Game.objects.get(pk=host.game.pk)

    assert new == "Player 1"
    assert game.names.a1 == new
    assert game.sheet.rows[0].round.notes.note == "Player 1 and her nines"
    assert game.ending_reason == "Player 1 was tired"
    assert [each["note"] for each in game.adjustments or []] == ["ask Player 1!"]


def test_figures_are_as_before(host: Phone, zoe: Player) -> None:
    before = group_stats(host.group)
    forget_player(zoe)

    assert group_stats(host.group) == before


def test_file_of_the_group_is_whole_without_the_name(host: Phone, zoe: Player) -> None:
    forget_player(zoe)
    log = log_of(Group.objects.get(pk=host.group.pk))
    import_log(BytesIO(log), DeviceFactory.create)

    assert NAME not in json.dumps(json.loads(log), ensure_ascii=False)


def test_devices_stay_and_are_nobodys(host: Phone, zoe: Player) -> None:
    mine = joined(host, "Eva").device.membership_set.get()
    mine.player, mine.name = zoe, f"Phone of {NAME}"
    mine.save()
    forget_player(zoe)
    mine.refresh_from_db()

    assert (mine.player_id, mine.name) == (None, "Player 1")


def test_second_one_has_a_name_of_his_own(host: Phone, zoe: Player) -> None:
    other: Player = host.game.player_b1

    assert [forget_player(zoe), forget_player(other)] == ["Player 1", "Player 3"]


def test_text_of_an_unfinished_import_is_discarded_if_it_has_the_name(
    host: Phone, zoe: Player
) -> None:
    token = parse_device_token(host.client.cookies["device"].value)
    group = Group.objects.visible_to(token).get()
    open_import(group, "sheet.csv", f"date,{NAME},Ben")
    kept = open_import(group, "other.csv", "date,Zoë-Marietta,Ben")
    forget_player(zoe)

    assert list(group.game_imports.values_list("pk", flat=True)) == [kept.pk]


def test_name_is_forgotten_with_any_apostrophe(host: Phone, zoe: Player) -> None:
    rename_player(zoe, "Zoë O'Neil")
    GameWriter(Game.objects.get(pk=host.game.pk), host.device).annotate(
        1, RoundNotes(note="Zoë O’Neil and her nines")
    )
    forget(host, zoe, sure="on")

    assert "Neil" not in database()


def test_nothing_is_forgotten_before_somebody_is_sure(host: Phone, zoe: Player) -> None:
    refused = forget(host, zoe)

    assert refused.status_code == 422
    assert "Tick that it cannot be undone" in text(refused)
    assert database().count(NAME) == 6


def test_member_who_is_no_owner_cannot_forget(host: Phone, zoe: Player) -> None:
    member = joined(host, "Eva")
    page = f"/g/{host.group.key}/players/{zoe.pk}/forget/"

    assert member.client.post(page, {"sure": "on"}).status_code == 404
    assert Player.objects.get(pk=zoe.pk).name == NAME


def entry(group: Group, kind: str, **facts: Any) -> GroupChange:
    change: GroupChange = group.changes.create(kind=kind, facts=facts)
    return change


def test_entry_of_a_later_release_has_the_name_nowhere(host: Phone, zoe: Player) -> None:
    group = Group.objects.get(pk=host.group.pk)
    later = entry(group, "adopt", **{"by": [NAME, 3], f"{NAME}'s": {"cat": f"one of {NAME}"}})
    forget_player(zoe)
    later.refresh_from_db()

    assert later.facts == {"by": ["Player 1", 3], "Player 1's": {"cat": "one of Player 1"}}


def test_earlier_name_is_nowhere_either(host: Phone, zoe: Player) -> None:
    rename_player(zoe, "Zoë-Ann")
    forget_player(zoe)

    assert NAME not in database()
    assert "Zoë" not in database()


def test_earlier_name_that_somebody_else_has_now_stays_theirs(host: Phone, zoe: Player) -> None:
    rename_player(zoe, "Zoë-Ann")
    other: Player = PlayerFactory.create(group=host.group, name=NAME)
    renames = GroupChange.objects.filter(kind="rename", facts__player=zoe.pk)
    forget_player(zoe)
    game = Game.objects.get(pk=host.game.pk)

    assert game.ending_reason == f"{other.name} was tired"
    assert {each.facts["name"] for each in renames.all()} == {"Player 1"}
    assert {each.facts["new_name"] for each in renames.all()} == {"Player 1"}


def test_name_does_not_come_back_by_a_rename_that_was_on_its_way(
    host: Phone, zoe: Player
) -> None:
    read_before = Player.objects.get(pk=zoe.pk)
    forget_player(zoe)
    rename_player(read_before, "Ida")

    assert NAME not in database()
