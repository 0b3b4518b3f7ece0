"""Migrations of rows of earlier releases."""

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

import scoring.migrations
from scoring.models import Agreement, Device, Game, Group, Membership, Player
from scoring.services.membership import create_recovery_link
from scoring.services.players import get_or_create_player
from tests.factories import Phone, PlayerFactory
from tests.scoring.joining import joined

pytestmark = pytest.mark.django_db


MIGRATIONS = Path(scoring.migrations.__path__[0])
APPS = {"", "scoring", "rules_ref", "tichu_score"}  # "" is a relative import
# Names that Django writes into migrations by their path: the function that is the default of a
# field, and the expression of an index.
NAMED_BY_FIELDS = {"scoring.tokens", "scoring.models.session_key"}


def imported(source: str) -> set[str]:
    """Return the modules that a file imports."""
    nodes = list(ast.walk(ast.parse(source)))
    plain = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def test_migrations_use_no_code_that_may_change() -> None:
    modules = set().union(*(imported(each.read_text()) for each in MIGRATIONS.glob("*.py")))

    assert {each for each in modules if each.split(".")[0] in APPS} == NAMED_BY_FIELDS


def migrate(name: str, function: str) -> None:
    """Run a function of a migration on the present rows, with the models of that migration."""
    migration: Any = import_module(f"scoring.migrations.{name}")
    state = MigrationLoader(connection).project_state(("scoring", name))
    getattr(migration, function)(state.apps, None)


def test_every_group_keeps_the_name_of_a_device(host: Phone) -> None:
    Device.objects.update(system="Ben's old tablet")
    Membership.objects.update(name="")

    migrate("0011_names_of_devices", "name_in_every_group")

    assert [each.name for each in Membership.objects.all()] == ["Ben's old tablet"]
    assert Device.objects.get().system == "Browser"


def test_system_of_a_device_that_nobody_named_stays(host: Phone) -> None:
    migrate("0011_names_of_devices", "name_in_every_group")

    assert (Device.objects.get().system, Membership.objects.get().name) == ("Android",) * 2


def test_device_that_left_is_named_in_the_log_as_before(host: Phone) -> None:
    Device.objects.update(system="Ben's old tablet")
    Membership.objects.all().delete()

    migrate("0011_names_of_devices", "name_in_every_group")

    assert Device.objects.get().system == "Ben's old tablet"


def test_who_was_revoked_before_has_no_recovery_link(host: Phone) -> None:
    _, gone = joined(host, "Ben"), joined(host, "Cleo")
    for player in host.group.players.filter(name__in=("Ben", "Cleo")):
        create_recovery_link(player)
    Membership.objects.filter(device=gone.device).delete()

    migrate("0010_ways_back", "end_those_without_a_device")

    left = Group.objects.get().players.exclude(recovery_link_hash=None)
    assert [player.name for player in left] == ["Ben"]


def upgraded(*names: str) -> dict[str, str]:
    """Return the names and keys after the upgrade of players who had these names before."""
    group = PlayerFactory.create(name="Somebody").group
    players = [
        PlayerFactory.create(group=group, name=name, name_key=f"old {place}")
        for place, name in enumerate(names)
    ]
    migrate("0012_name_keys", "key_players")
    found = {player.pk: player for player in Player.objects.all()}
    return {found[player.pk].name: found[player.pk].name_key for player in players}


def test_names_stay_as_they_are() -> None:
    assert upgraded("Ada", "Ben") == {"Ada": "ada", "Ben": "ben"}


def test_name_with_an_unseen_character_is_distinguished_from_the_one_without() -> None:
    assert list(upgraded("Ada\u200b", "Ada", "\u202eAda")) == ["Ada 2", "Ada", "Ada 3"]


def test_name_of_which_nothing_is_seen_gets_a_mark() -> None:
    assert list(upgraded("\u200b", "\u3164")) == ["?", "? 2"]


def test_two_names_that_are_alike_now_stay_two() -> None:
    names = upgraded("Ida", "\u0130da")

    assert list(names) == ["Ida", "\u0130da"]
    assert len(set(names.values())) == 2


def test_players_with_names_that_are_alike_are_both_found() -> None:
    upgraded("Ida", "\u0130da")
    group = Group.objects.get()

    assert [get_or_create_player(group, name).name for name in ("Ida", "\u0130da")] == [
        "Ida",
        "\u0130da",
    ]


def key_apostrophes(**players: str) -> list[str]:
    """Return the keys of players of one group who had these names and keys before different
    apostrophes counted as the same."""
    group = PlayerFactory.create(name="Somebody").group
    for name, key in players.items():
        PlayerFactory.create(group=group, name=name, name_key=key)
    migrate("0057_one_apostrophe", "key_apostrophes_alike")
    return [Player.objects.get(name=name).name_key for name in players]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("O’Neil", "o’neil"),
        ("O‘Neil", "o‘neil"),
        ("O`Neil", "o`neil"),
        ("O´Neil", "o \u0301neil"),
    ],
)
def test_player_is_found_by_any_apostrophe_after_the_upgrade(name: str, key: str) -> None:
    assert key_apostrophes(**{name: key}) == ["o'neil"]
    assert get_or_create_player(Group.objects.get(), "O'Neil").name == name


def test_two_players_whose_apostrophes_differed_stay_two() -> None:
    former = {"O’Neil": "o’neil", "O'Neil": "o'neil", "O`Neil": "o`neil"}

    assert key_apostrophes(**former) == [*former.values()]
    group = Group.objects.get()
    assert [get_or_create_player(group, name).name for name in former] == [*former]


def test_names_of_groups_and_devices_are_left_with_what_can_be_seen(host: Phone) -> None:
    Group.objects.update(name="\u202eFriday")
    Membership.objects.update(name="\u200b")

    migrate("0012_name_keys", "clean_names")

    assert (Group.objects.get().name, Membership.objects.get().name) == ("Friday", "Browser")


def test_group_whose_settings_were_written_by_its_last_game_has_none(host: Phone) -> None:
    Game.objects.filter(pk=host.game.pk).update(target=500, grand=False)
    Group.objects.update(target=500, grand=False)

    migrate("0026_group_defaults", "clear_defaults_of_the_latest_game")

    assert Group.objects.get().agreement is None


def test_group_whose_settings_were_set_after_its_last_game_keeps_them(host: Phone) -> None:
    Game.objects.filter(pk=host.game.pk).update(target=500)
    Group.objects.update(target=300)

    migrate("0026_group_defaults", "clear_defaults_of_the_latest_game")

    assert Group.objects.get().agreement == Agreement(target=300)
