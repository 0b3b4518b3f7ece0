"""Two players of a group who are one person are merged, and that is taken back."""

import uuid
from itertools import permutations
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring.models import (
    SEAT_COLUMNS,
    Agreement,
    Change,
    Game,
    Group,
    JoinRequest,
    Membership,
    Payment,
    Player,
    Role,
    Round,
)
from scoring.models.log_ids import player_log_id
from scoring.rules import BySeat, IllegalRound, Seat
from scoring.rules.stakes import StakePayment
from scoring.services.game_changes import undo_game_change
from scoring.services.games import PlaceInSeries, continue_series, start_game
from scoring.services.groups import purge_group
from scoring.services.membership import (
    create_recovery_link,
    join_group,
    redeem_recovery_link,
    register_device,
)
from scoring.services.player_merge import (
    CannotMerge,
    MergeRefusal,
    merge_players,
    preview_merge,
    take_merge_back,
)
from scoring.services.players import NameTaken, rename_player
from scoring.services.stakes import pay
from scoring.services.transaction import Conflict, Submission
from scoring.stats.group_stats import compute_group_stats, group_stats
from scoring.stats.history import history_version, read_history
from tests.factories import (
    DeviceFactory,
    GameFactory,
    GameWriter,
    GroupFactory,
    PlayerFactory,
    plain,
    start_rotation,
)
from tests.scoring import log_groups
from tests.scoring.log_groups import imported, log_of, random_group
from tests.scoring.stats.naive import Naive
from tests.scoring.stats.scribble import Scribe
from tests.scoring.stats.test_group_stats import group as group_figures
from tests.scoring.stats.test_group_stats import pairs, rivals, told

pytestmark = pytest.mark.django_db

NAMES = BySeat("Ada", "Ben", "Cleo", "Dora")


@pytest.fixture
def group() -> Group:
    """A group in which Ada played with one misspelt Bne, who is Ben."""
    group: Group = GroupFactory.create()
    play(group, *NAMES)
    play(group, "Ada", "Bne", "Cleo", "Dora")
    return group


def play(group: Group, *names: str) -> Game:
    game = start_game(group, BySeat(*names), Agreement(), key=uuid.uuid4())
    GameWriter(game).record(plain(60))
    return game


def named(group: Group, name: str) -> Player:
    return Player.with_merged.get(group=group, name=name)


def merge(group: Group, merged: str, kept: str) -> None:
    merge_players(named(group, merged), named(group, kept))


def take_back(group: Group, merged: str) -> None:
    take_merge_back(named(group, merged))


def refusal(group: Group, merged: str, kept: str) -> MergeRefusal:
    with pytest.raises(CannotMerge) as refused:
        merge(group, merged, kept)
    return refused.value.reason


def stored(group: Group) -> list[Any]:
    """All rows of the group, without what a merge raises."""
    raised = {"version", "revision"}
    games: Any = Game.with_deleted.filter(group=group).order_by("pk").values()
    rows = [
        rows.order_by("pk").values()
        for rows in (
            Player.with_merged.filter(group=group),
            Round.objects.filter(group=group),
            Change.objects.filter(group=group),
            Payment.objects.filter(group=group),
            Membership.objects.filter(group=group),
            JoinRequest.objects.filter(group=group),
        )
    ]
    kept = [{name: row[name] for name in row if name not in raised} for row in games]
    return [kept, *map(list, rows)]


def figures(group: Group) -> Any:
    found = compute_group_stats(read_history(group))
    players = {player: told(each) for player, each in found.players.items()}
    return players, pairs(found), rivals(found), group_figures(found)


def naive_figures(group: Group) -> Any:
    naive = Naive(group)
    players = {player: naive.player(player) for player in naive.players()}
    return players, naive.pairs(), naive.rivals(), naive.group()


def mergeable(group: Group) -> list[tuple[Player, Player]]:
    """All pairs of players who can be merged."""
    found = []
    for merged, kept in permutations(group.players.order_by("pk"), 2):
        try:
            preview_merge(merged, kept)
        except CannotMerge:
            continue
        found.append((merged, kept))
    return found


@pytest.mark.parametrize("rotates", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_merged_figures_are_those_of_a_naive_count_and_come_back(
    seed: int, *, rotates: bool
) -> None:
    scribe, misspelt = misspelling(seed, rotates=rotates)
    before, rows = figures(scribe.group), stored(scribe.group)
    merged, kept = next(each for each in mergeable(scribe.group) if each[0] == misspelt)

    merge_players(merged, kept)
    together = figures(scribe.group)

    assert together == naive_figures(scribe.group)
    assert merged.pk in before[0]
    assert together[0].keys() == before[0].keys() - {merged.pk}

    take_merge_back(merged)
    assert (figures(scribe.group), stored(scribe.group)) == (before, rows)


def misspelling(seed: int, *, rotates: bool) -> tuple[Scribe, Player]:
    """A group that has played, and another evening on which somebody's name was misspelt."""
    scribe = Scribe(seed, rotates=rotates)
    scribe.play(games=3)
    scribe.pens.clear()
    misspelt = PlayerFactory.create(group=scribe.group, name="Misspelt")
    scribe.players[0] = misspelt
    scribe.play(games=3)
    return scribe, misspelt


@pytest.mark.parametrize("seed", range(10))
def test_games_of_every_kind_are_merged_and_come_back(seed: int) -> None:
    group = random_group(seed)
    names = [name.replace("Ben", "Bne") for name in log_groups.NAMES]
    random_group(seed + 100, 4, group, names)
    bne, ben = named(group, "Bne"), named(group, "Ben")
    Payment.objects.filter(payer__in=[bne, ben], payee__in=[bne, ben]).delete()
    rows = stored(group)

    merge_players(bne, ben)
    log = log_of(group)

    assert str(player_log_id(None, group.key, bne.pk)).encode() not in log
    assert log_of(imported(log)) == log

    take_merge_back(bne)
    assert stored(group) == rows


def test_name_of_who_was_merged_finds_the_one_who_is_kept(group: Group) -> None:
    merge(group, "Bne", "Ben")

    game = play(group, "Ada", "BNE", "Cleo", "Dora")

    assert game.player_b1 == named(group, "Ben")


def test_games_since_the_merge_stay_with_who_was_kept(group: Group) -> None:
    merge(group, "Bne", "Ben")
    game = play(group, "Ada", "Bne", "Cleo", "Dora")

    take_back(group, "Bne")

    assert Game.objects.get(pk=game.pk).player_b1 == named(group, "Ben")


def test_what_was_changed_since_in_a_game_goes_back_with_it(group: Group) -> None:
    game = group.games.get(player_b1__name="Bne")
    merge(group, "Bne", "Ben")
    writer = GameWriter(Game.objects.get(pk=game.pk))
    writer.substitute(Seat.B1, "Eva")
    writer.record(plain(35))

    take_back(group, "Bne")
    writer = GameWriter(Game.objects.get(pk=game.pk))
    writer.undo()
    writer.undo()

    assert writer.game.player_b1 == named(group, "Bne")
    assert [row.players for row in game.rounds.all()] == [None]


def test_substitution_of_before_the_merge_is_undone_after_it(group: Group) -> None:
    game = group.games.get(player_b1__name="Bne")
    GameWriter(game).substitute(Seat.B1, "Eva")
    merge(group, "Bne", "Ben")

    writer = GameWriter(Game.objects.get(pk=game.pk))
    writer.undo()

    assert writer.game.player_b1 == named(group, "Ben")


def test_rotation_goes_on_after_a_merge() -> None:
    game = start_rotation("Bne")
    player = PlayerFactory.create(group=game.group, name="Bruno")
    merge(game.group, "Bne", "Bruno")
    writer = GameWriter(game)  # which has read it before

    for _ in range(5):
        writer.record(plain(60))

    rows = Game.objects.get(pk=game.pk).sheet.rows
    there = {each for row in rows for each in row.round.players or ()}
    assert (player.pk in there, named(game.group, "Bne").pk in there) == (True, False)
    assert Game.objects.get(pk=game.pk).rounds_left == []


def test_phone_that_read_a_change_before_the_merge_undoes_nothing(group: Group) -> None:
    game = group.games.get(player_b1__name="Bne")
    GameWriter(game).substitute(Seat.B1, "Eva")
    target = game.undo_stack.to_undo
    assert target is not None
    merge(group, "Bne", "Ben")

    with pytest.raises(Conflict):
        undo_game_change(game, target, Submission(uuid.uuid4(), DeviceFactory.create().pk))


@pytest.mark.parametrize("deleted", [False, True])
def test_two_players_of_one_game_are_not_merged(group: Group, *, deleted: bool) -> None:
    game = play(group, "Ada", "Bne", "Cleo", "Ben")
    if deleted:
        GameWriter(game).delete()

    assert refusal(group, "Bne", "Ben") is MergeRefusal.SAME_GAME


def test_who_was_substituted_is_not_who_came(group: Group) -> None:
    writer = GameWriter(group.games.get(player_b1__name="Bne"))
    writer.substitute(Seat.B1, "Ben")
    here = refusal(group, "Bne", "Ben")
    writer.undo()

    assert [here, refusal(group, "Bne", "Ben")] == [MergeRefusal.SAME_GAME] * 2


def test_who_sits_out_in_a_rotation_is_none_of_the_others(group: Group) -> None:
    start_rotation("Bne", group=group)

    assert refusal(group, "Bne", "Ben") is MergeRefusal.SAME_GAME


def test_two_players_of_one_series_are_not_merged(group: Group) -> None:
    place = PlaceInSeries(best_of=3)
    names = BySeat("Ada", "Eva", "Cleo", "Dora")
    first = start_game(group, names, Agreement(target=50), key=uuid.uuid4(), place=place)
    GameWriter(first).record(plain(60))
    second = continue_series(first, key=uuid.uuid4())
    seat = next(seat for seat in Seat if second.names[seat] == "Eva")
    somebody_else = PlayerFactory.create(group=group, name="Gül")
    Game.objects.filter(pk=second.pk).update(**{SEAT_COLUMNS[seat]: somebody_else})

    assert refusal(group, "Gül", "Eva") is MergeRefusal.SAME_SERIES


def test_who_paid_somebody_is_not_that_one(group: Group) -> None:
    payment = StakePayment(named(group, "Bne"), named(group, "Ben"), 5)
    pay(group, payment, key=uuid.uuid4(), seen=0)

    assert refusal(group, "Bne", "Ben") is MergeRefusal.PAYMENT


def test_merges_make_no_chain(group: Group) -> None:
    PlayerFactory.create(group=group, name="Benn")
    merge(group, "Bne", "Ben")

    assert refusal(group, "Ben", "Benn") is MergeRefusal.HAS_MERGED
    with pytest.raises(Player.DoesNotExist):
        merge(group, "Benn", "Bne")


def test_two_are_merged_into_one_and_each_is_taken_back(group: Group) -> None:
    play(group, "Ada", "Benn", "Cleo", "Dora")
    rows = stored(group)
    merge(group, "Bne", "Ben")
    merge(group, "Benn", "Ben")

    take_back(group, "Bne")
    assert named(group, "Benn").merged_into == named(group, "Ben")
    take_back(group, "Benn")

    assert stored(group) == rows


def test_taking_back_twice_is_taking_back_once(group: Group) -> None:
    rows = stored(group)
    merge(group, "Bne", "Ben")

    take_back(group, "Bne")
    take_back(group, "Bne")

    assert stored(group) == rows


def test_two_names_of_one_player_are_no_two_seats(group: Group) -> None:
    game = play(group, *NAMES)
    merge(group, "Bne", "Ben")

    with pytest.raises(IllegalRound) as refused:
        play(group, "Ada", "Ben", "Bne", "Dora")
    assert refused.value.code == "SAME_PLAYER_TWICE"

    with pytest.raises(IllegalRound) as refused:
        GameWriter(game).substitute(Seat.A1, "Bne")
    assert refused.value.code == "SAME_PLAYER_TWICE"

    with pytest.raises(IllegalRound) as refused:
        start_rotation("Bne", group=group)
    assert refused.value.code == "SAME_PLAYER_TWICE"


def test_name_of_who_was_merged_stays_taken(group: Group) -> None:
    merge(group, "Bne", "Ben")

    with pytest.raises(NameTaken):
        rename_player(named(group, "Ben"), "bne")


def test_statistics_in_the_cache_are_counted_anew(group: Group) -> None:
    counted = []
    for change in (None, lambda: merge(group, "Bne", "Ben"), lambda: take_back(group, "Bne")):
        if change:
            change()
        counted.append(group_stats(group, at=history_version(group)).players.keys())

    bne = named(group, "Bne").pk
    assert [bne in players for players in counted] == [True, False, True]
    assert len(set(map(frozenset, counted))) == 2


def test_preview_says_how_many_games_each_has(group: Group) -> None:
    play(group, *NAMES)
    GameWriter(play(group, "Ada", "Bne", "Cleo", "Dora")).delete()

    preview = preview_merge(named(group, "Bne"), named(group, "Ben"))

    assert preview == (1, 2, 0)
    assert preview.games == 3


# Devices


def device_of(group: Group, name: str, role: Role = Role.MEMBER) -> Membership:
    device, _ = register_device("Android")
    join_group(device, group, role)
    group.membership_set.filter(device=device).update(player=named(group, name))
    return group.membership_set.get(device=device)


def person(member: Membership) -> Player | None:
    return Membership.objects.get(pk=member.pk).player


def test_devices_payments_and_requests_go_along_and_come_back(group: Group) -> None:
    bne, ben, ada = (named(group, name) for name in ("Bne", "Ben", "Ada"))
    member, other = device_of(group, "Bne"), device_of(group, "Ben")
    request = JoinRequest.objects.create(group=group, player=bne, device=DeviceFactory.create())
    pay(group, StakePayment(bne, ada, 5), key=uuid.uuid4(), seen=0)
    rows = stored(group)

    merge(group, "Bne", "Ben")
    request.refresh_from_db()
    assert [person(member), request.player, Payment.objects.get().payer] == [ben] * 3

    take_back(group, "Bne")
    assert (person(member), person(other), stored(group)) == (bne, ben, rows)


def test_recovery_link_of_who_is_merged_ends(group: Group) -> None:
    device_of(group, "Bne")
    token = create_recovery_link(named(group, "Bne"))

    merge(group, "Bne", "Ben")
    used = redeem_recovery_link(token, DeviceFactory.create())
    take_back(group, "Bne")

    assert (used, redeem_recovery_link(token, DeviceFactory.create())) == (None, None)


@pytest.mark.parametrize(
    ("role", "works"), [(Role.OWNER, False), (Role.MEMBER, True)], ids=["owner", "member"]
)
def test_members_recovery_link_brings_no_owner_in(
    group: Group, role: Role, *, works: bool
) -> None:
    device_of(group, "Bne", role)
    device_of(group, "Ben")
    token = create_recovery_link(named(group, "Ben"))

    merge(group, "Bne", "Ben")

    assert (redeem_recovery_link(token, DeviceFactory.create()) is not None) == works


def test_recovery_link_ends_where_a_device_goes_back(group: Group) -> None:
    device_of(group, "Bne", Role.OWNER)
    device_of(group, "Ben")
    merge(group, "Bne", "Ben")
    token = create_recovery_link(named(group, "Ben"))

    take_back(group, "Bne")

    assert redeem_recovery_link(token, DeviceFactory.create()) is None


# The database


def test_database_refuses_impossible_merges() -> None:
    game: Game = GameFactory.create()
    stranger: Player = PlayerFactory.create()
    a, b, c, _ = (getattr(game, f"player_{seat}") for seat in ("a1", "b1", "a2", "b2"))

    def refused(player: Player, into: Player | None, facts: Any) -> bool:
        rows = Player.with_merged.filter(pk=player.pk)
        try:
            with transaction.atomic():
                rows.update(merged_into=into, merge_facts=facts)
        except IntegrityError:
            return True
        return False

    assert [refused(a, a, {}), refused(a, stranger, {})] == [True] * 2
    assert [refused(a, b, None), refused(a, None, {})] == [True] * 2
    assert not refused(a, b, {})
    assert [refused(c, a, {}), refused(b, c, {})] == [True] * 2
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.with_merged.create(group=a.group, name="X", merged_into=a, merge_facts={})
    assert not refused(a, None, None)


def test_group_with_a_merge_is_purged(group: Group) -> None:
    merge(group, "Bne", "Ben")

    purge_group(group)

    assert not Player.with_merged.filter(group=group.pk).exists()
