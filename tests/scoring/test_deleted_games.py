"""An owner deletes a game: nobody sees it any more, and it can be restored for 30 days."""

import uuid
from dataclasses import asdict
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import RESTORE_WINDOW, Change, Game, Role, Round
from scoring.rules import BySeat
from scoring.services import rounds
from scoring.services.game_changes import purge_deleted_games
from scoring.services.games import start_game
from scoring.services.groups import purge_deleted, soft_delete
from scoring.services.transaction import Conflict, Submission
from scoring.stats.group_stats import compute_group_stats, group_stats
from scoring.stats.history import read_history
from scoring.stats.win_probability.sample import clear_samples, group_sample
from scoring.views.cached_statistics import game_keys
from tests.addresses import ROUTES, path_of
from tests.factories import DeviceFactory, GameFactory, GameWriter, Phone, plain
from tests.scoring.reading import saved_group, stored_results, text
from tests.scoring.stats.naive import Naive
from tests.scoring.stats.random_histories import RandomHistory

pytestmark = pytest.mark.django_db

OF_GAMES = [name for name, route in ROUTES.items() if route.startswith("t/")]


@pytest.fixture
def writer(host: Phone) -> GameWriter:
    writer = GameWriter(host.game, host.device)
    writer.record(plain(60))
    return writer


def viewer_of(host: Phone) -> Client:
    phone = Phone(Client())
    phone.join(host.group, Role.VIEWER)
    return phone.client


@pytest.mark.parametrize("name", sorted(set(OF_GAMES) - {"restore_game"}))
@pytest.mark.parametrize("role", [Role.OWNER, Role.VIEWER])
def test_deleted_game_is_as_if_it_were_not_there(
    host: Phone, writer: GameWriter, name: str, role: Role
) -> None:
    writer.delete()
    client = host.client if role is Role.OWNER else viewer_of(host)

    for ask in (client.get, client.post, client.head):
        there = ask(path_of(name, {"key": str(host.game.key), "seq": 1}))
        nothing = ask(path_of(name, {"key": str(uuid.uuid4()), "seq": 1}))
        assert there.status_code in {404, 405}
        assert (there.status_code, there.content) == (nothing.status_code, nothing.content)


def test_page_links_to_a_game_that_was_deleted_since_the_page_has_read_it(
    host: Phone, writer: GameWriter
) -> None:
    writer.delete()

    assert game_keys(host.group, [host.game.pk]) == {host.game.pk: host.game.key}


def test_deleted_game_is_in_no_list(host: Phone, writer: GameWriter) -> None:
    names = str(host.game.team_names.a)
    assert names in text(host.client.get("/"))
    host.client.post(f"{host.url}delete/")

    assert names not in text(host.client.get("/"))
    assert host.client.get("/offline-manifest.json").json()["games"] == []
    assert saved_group(host)["games"] == []


def test_game_stays_where_the_key_is_that_of_another_change(
    host: Phone, writer: GameWriter
) -> None:
    (recorded,) = Change.objects.all()
    response = host.client.post(f"{host.url}delete/", {"key": str(recorded.key)})

    assert (response.status_code, Game.objects.count()) == (302, 1)


@pytest.mark.parametrize("page", ["delete/", "restore/"])
def test_member_deletes_and_restores_nothing(host: Phone, page: str) -> None:
    member = Phone(Client())
    member.join(host.group)
    if page == "restore/":
        GameWriter(host.game, host.device).delete()

    assert member.client.post(host.url + page).status_code == 404
    assert Game.objects.count() == (page == "delete/")
    assert "Delete the game" not in text(member.client.get(f"{host.url}settings/"))


def test_owner_is_asked_first(host: Phone) -> None:
    assert f'href="{host.url}delete/"' in text(host.client.get(f"{host.url}settings/"))

    page = text(host.client.get(f"{host.url}delete/"))

    assert "you can restore it for 30 days" in page
    assert Game.objects.count() == 1


def test_owner_restores_the_game_from_the_page_of_the_group(
    host: Phone, writer: GameWriter
) -> None:
    host.client.post(f"{host.url}delete/")
    page = text(host.client.get(f"/g/{host.group.key}/"))
    assert f'action="{host.url}restore/"' in page

    response = host.client.post(f"{host.url}restore/")

    assert (response.status_code, response["Location"]) == (302, host.url)
    assert stored_results(Game.objects.get()) == [plain(60)]
    assert "Deleted games" not in text(host.client.get(f"/g/{host.group.key}/"))


def test_deleted_game_has_the_date_of_its_evening(host: Phone, writer: GameWriter) -> None:
    after_midnight = timezone.make_aware(datetime(2026, 3, 7, 0, 30))
    Game.objects.filter(pk=host.game.pk).update(created=after_midnight)
    host.client.post(f"{host.url}delete/")

    assert "6 Mar 2026" in text(host.client.get(f"/g/{host.group.key}/"))


def test_members_see_no_deleted_games(host: Phone, writer: GameWriter) -> None:
    writer.delete()
    member = Phone(Client())
    member.join(host.group)

    assert "Deleted games" not in text(member.client.get(f"/g/{host.group.key}/"))


def test_log_has_it_and_undo_skips_it(host: Phone, writer: GameWriter) -> None:
    writer.delete()
    writer.restore()

    log = text(host.client.get(f"{host.url}log/"))
    writer.undo()

    assert "The game was restored." in log
    assert "The game was deleted." in log
    assert [change.kind for change in writer.game.changes.all()] == [
        "record",
        "deletion",
        "deletion",
        "undo",
    ]
    assert stored_results(writer.game) == []


def test_round_of_a_phone_that_does_not_know_yet_is_a_conflict(writer: GameWriter) -> None:
    known = Game.objects.get()
    writer.delete()

    with pytest.raises(Conflict):
        rounds.record(known, plain(55), Submission(uuid.uuid4(), writer.by), after=1)
    with pytest.raises(Conflict):
        GameWriter(known).set_calls()

    assert Round.objects.count() == 1


def test_game_is_deleted_once(writer: GameWriter) -> None:
    writer.delete()

    with pytest.raises(Conflict):
        writer.delete()


def test_running_game_is_not_restored(writer: GameWriter) -> None:
    with pytest.raises(Conflict):
        writer.restore()


def test_key_of_a_deleted_game_starts_no_other_one(host: Phone, writer: GameWriter) -> None:
    writer.delete()
    names = BySeat("Anna", "Bernd", "Clara", "Dieter")

    again = start_game(host.group, names, host.game.agreement, key=host.game.key)

    assert (again.pk, Game.with_deleted.count()) == (host.game.pk, 1)


def test_deleted_rematch_gives_way_to_another(host: Phone) -> None:
    host.post("rematch/", partner="A2")
    GameWriter(host.game.next_games.get(), host.device).delete()

    host.post("rematch/", partner="A2")

    assert (host.game.next_games.count(), Game.with_deleted.count()) == (1, 3)


@pytest.mark.parametrize("seed", range(5))
def test_deleted_games_are_in_no_figure_and_come_back_with_them(seed: int) -> None:
    history = RandomHistory(seed)
    history.play(games=4)
    before = asdict(compute_group_stats(read_history(history.group)))
    group_stats(history.group)  # fill the cache
    sample = group_sample(history.group.pk)
    deleted = history.random.sample(history.writers, 2)
    for writer in deleted:
        writer.delete()

    without = group_stats(history.group)
    naive = Naive(history.group)
    assert without.rounds == sum(map(len, naive.rounds.values()))
    assert set(without.players) == naive.players()
    cached = group_sample(history.group.pk)
    clear_samples()
    assert group_sample(history.group.pk) == cached

    for writer in deleted:
        writer.restore()
    assert asdict(compute_group_stats(read_history(history.group))) == before
    assert group_stats(history.group).rounds == before["rounds"]
    assert group_sample(history.group.pk) == sample


def test_rounds_of_a_deleted_game_are_not_sampled() -> None:
    writers = [GameWriter(GameFactory.create(target=100_000))]
    group = writers[0].game.group
    writers += [GameWriter(GameFactory.create(group=group, target=100_000)) for _ in range(2)]
    for points, writer in zip((60, 55), writers, strict=False):
        for _ in range(30):
            writer.record(plain(points))
    assert set(group_sample(group.pk).sample) == {(60, 40, 30), (55, 45, 30)}

    writers[0].delete()

    assert set(group_sample(group.pk).sample) == {(55, 45, 30)}


def test_deleted_game_is_purged_after_thirty_days(writer: GameWriter) -> None:
    kept = GameWriter(GameFactory.create(group=writer.game.group), DeviceFactory.create())
    kept.delete()
    writer.delete()
    old = timezone.now() - RESTORE_WINDOW - timedelta(seconds=1)
    Game.with_deleted.filter(pk=writer.game.pk).update(deleted=old)

    assert purge_deleted_games() == 1
    assert [game.pk for game in Game.with_deleted.all()] == [kept.game.pk]
    assert (Round.objects.count(), Change.objects.count()) == (0, 1)


def test_deleted_game_is_purged_with_its_group(host: Phone, writer: GameWriter) -> None:
    writer.delete()
    soft_delete(host.group)
    host.group.deleted = timezone.now() - RESTORE_WINDOW - timedelta(seconds=1)
    host.group.save()

    assert (purge_deleted(), Game.with_deleted.count()) == (1, 0)


def test_undeleted_game_is_never_purged(writer: GameWriter) -> None:
    assert (purge_deleted_games(), Game.objects.count()) == (0, 1)
