"""Players of a log that is merged are matched by id, and otherwise by name. Two players of a
log never become one player here."""

import json
import uuid

import pytest

from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_compare import MergeVerdict
from scoring.models import AvatarChoice, Device, Game, Group, Player, photo_digest
from scoring.services.groups import purge_group
from scoring.services.player_merge import merge_players
from scoring.services.players import choose_avatar, choose_photo, rename_player
from tests.factories import plain
from tests.photos import jpeg
from tests.scoring.log_groups import imported, log_of
from tests.scoring.log_merge.merging import (
    copied,
    merge,
    names,
    planned,
    start,
    stored,
    totals,
    writer,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def twice(home: Group) -> tuple[Player, Player]:
    """One person with two names. The player with the first name has a game of their own."""
    writer(home).record(plain(20))
    start(home, "Annie", "Ben", "Cleo", "Dora").record(plain(70))
    return home.players.get(name="Annie"), home.players.get(name="Ada")


def test_log_from_before_two_players_were_merged_has_nothing_new(
    home: Group, twice: tuple[Player, Player]
) -> None:
    log = log_of(home)
    merge_players(*twice)

    plan = planned(log, home)

    assert plan.merge.is_empty
    assert (plan.verdicts[MergeVerdict.DIVERGED], plan.verdicts[MergeVerdict.NEW]) == (0, 0)


def test_game_that_continued_under_a_merged_name_continues_under_the_other(
    home: Group, twice: tuple[Player, Player]
) -> None:
    away = copied(home)
    writer(away).record(plain(30))
    merge_players(*twice)

    merge(log_of(away), home)

    assert totals(home)[1] == (100, 100)
    assert [name for name in names(home) if name in {"Ada", "Annie"}] == ["Ada"]


def test_new_game_under_a_merged_name_is_the_other_ones(
    home: Group, twice: tuple[Player, Player]
) -> None:
    away = copied(home)
    start(away, "Annie", "Dora", "Ben", "Cleo").record(plain(5))
    merge_players(*twice)

    merge(log_of(away), home)

    latest = Game.objects.filter(group=home).latest("pk")
    assert latest.player_a1 == twice[1]


def test_new_id_of_a_name_that_is_alike_is_taken_for_that_player(
    home: Group, away: Group
) -> None:
    start(home, "Ada", "Ben", "Cleo", "EVA").record(plain(10))
    start(away, "Ada", "Ben", "Cleo", "Eva").record(plain(20))

    plan = merge(log_of(home), away)

    assert (plan.alike, plan.merge.new_players) == ([("EVA", "Eva")], {})
    assert names(away) == {"Ada", "Ben", "Cleo", "Dora", "Eva"}
    assert merge(log_of(home), away).merge.is_empty


def test_player_who_was_taken_for_another_one_is_known_whatever_the_names(
    home: Group, away: Group
) -> None:
    other = start(home, "Ada", "Ben", "Cleo", "Eva")
    start(away, "Ada", "Ben", "Cleo", "Eva")
    merge(log_of(home), away)
    rename_player(away.players.get(name="Eva"), "Evelyn")
    other.record(plain(10))

    plan = merge(log_of(home), away)

    assert (plan.alike, plan.merge.new_players) == ([], {})
    assert names(away) == {"Ada", "Ben", "Cleo", "Dora", "Evelyn"}
    assert totals(away) == [(60, 40), (0, 0), (10, 90)]


def test_two_players_of_a_file_are_never_one_here(home: Group, away: Group) -> None:
    start(home, "Ada", "Ben", "Cleo", "Eva")
    start(away, "Ada", "Ben", "Cleo", "Eva")
    merge(log_of(home), away)
    rename_player(away.players.get(name="Eva"), "Evelyn")
    evelyn = next(
        each for each in json.loads(log_of(away))["players"] if each["name"] == "Evelyn"
    )
    log = json.loads(log_of(home))
    log["players"].append(evelyn)

    plan = planned(json.dumps(log).encode(), away)

    assert [player.name for player in plan.merge.new_players.values()] == ["Eva"]


def test_new_player_comes_with_an_avatar_and_who_is_here_keeps_the_own(
    home: Group, away: Group
) -> None:
    start(home, "Ada", "Ben", "Cleo", "Eva")
    choose_avatar(home.players.get(name="Eva"), AvatarChoice("pink", "🦊"))
    choose_avatar(home.players.get(name="Ada"), AvatarChoice("teal", "🐢"))
    choose_avatar(away.players.get(name="Ada"), AvatarChoice("green"))
    choose_photo(home.players.get(name="Eva"), jpeg())
    choose_photo(home.players.get(name="Ada"), jpeg(24))

    merge(log_of(home), away)

    chosen = away.players.exclude(colour=None).order_by("name")
    told = [*chosen.values_list("name", "colour", "symbol", "photo")]
    photo = photo_digest(jpeg())
    assert told == [("Ada", "green", None, None), ("Eva", "pink", "🦊", photo)]
    assert [bytes(each.content) for each in away.photos.all()] == [jpeg()]


def test_player_is_known_by_the_id_whatever_the_name(home: Group, away: Group) -> None:
    rename_player(home.players.get(name="Ada"), "Adelheid")
    writer(home).record(plain(35))

    plan = merge(log_of(home), away)

    assert (plan.alike, plan.merge.new_players) == ([], {})
    assert names(away) == {"Ada", "Ben", "Cleo", "Dora"}
    assert totals(away) == [(95, 105)]


def test_name_of_another_player_of_the_file_is_refused(home: Group, away: Group) -> None:
    rename_player(away.players.get(name="Ada"), "Eva")
    start(home, "Ada", "Ben", "Cleo", "Eva")
    before = stored()

    with pytest.raises(DamagedFile) as refused:
        planned(log_of(home), away)

    assert refused.value.sentence == (
        "Eva of the file is not Eva of this group, who is Ada in the file:"
        " give Eva another name here first."
    )
    assert stored() == before


def test_group_that_has_the_address_of_another_one_gives_its_players_other_ids(
    home: Group,
) -> None:
    log, key = log_of(home), home.key
    purge_group(home)
    again = imported(log)

    start(again, "Ada", "Ben", "Cleo", "Eva").record(plain(10))

    eva = again.players.get(name="Eva")
    ids = {each["name"]: each["id"] for each in json.loads(log_of(again))["players"]}
    assert again.key == key
    assert ids["Eva"] != str(uuid.uuid5(key, f"player {eva.pk}"))
    authors = [each["id"] for each in json.loads(log_of(again))["authors"]]
    derived = {str(uuid.uuid5(key, f"device {each.pk}")) for each in Device.objects.all()}
    assert len(authors) == 2
    assert len(derived & {*authors}) == 1  # the player that the log contained
