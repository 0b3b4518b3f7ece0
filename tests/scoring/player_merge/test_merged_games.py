"""Two players of a group who are one person are merged, and the merge is taken back."""

import uuid

import pytest

from scoring.models import Game, Group, Payment, Player
from scoring.models.log_ids import player_log_id
from scoring.rules import IllegalRound, Seat
from scoring.services.game_changes import undo_game_change
from scoring.services.player_merge import merge_players, preview_merge, take_merge_back
from scoring.services.players import NameTaken, hide_player, rename_player
from scoring.services.transaction import Conflict, Submission
from scoring.stats.group_stats import group_stats
from scoring.stats.history import history_version
from tests.factories import DeviceFactory, GameWriter, PlayerFactory, plain, start_rotation
from tests.scoring import log_groups
from tests.scoring.log_groups import imported, log_of, random_group
from tests.scoring.player_merge.merging import (
    NAMES,
    figures,
    merge,
    naive_figures,
    named,
    play,
    players_to_keep,
    stored,
    take_back,
)
from tests.scoring.stats.random_histories import RandomHistory

pytestmark = pytest.mark.django_db


def misspelling(seed: int, *, rotates: bool) -> tuple[RandomHistory, Player]:
    """A group that has played, and a further evening on which a name was misspelt."""
    history = RandomHistory(seed, rotates=rotates)
    history.play(games=3)
    history.writers.clear()
    misspelt = PlayerFactory.create(group=history.group, name="Misspelt")
    history.players[0] = misspelt
    history.play(games=3)
    return history, misspelt


@pytest.mark.parametrize("rotates", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_merged_figures_are_those_of_a_naive_count_and_come_back(
    seed: int, *, rotates: bool
) -> None:
    history, merged = misspelling(seed, rotates=rotates)
    before, rows = figures(history.group), stored(history.group)
    kept = next(players_to_keep(merged))

    merge_players(merged, kept)
    together = figures(history.group)

    assert together == naive_figures(history.group)
    assert merged.pk in before[0]
    assert together[0].keys() == before[0].keys() - {merged.pk}

    take_merge_back(merged)
    assert (figures(history.group), stored(history.group)) == (before, rows)


@pytest.mark.parametrize("seed", range(10))
def test_games_of_every_kind_are_merged_and_come_back(seed: int) -> None:
    group = random_group(seed)
    names = [name.replace("Ben", "Bne") for name in log_groups.NAMES]
    random_group(seed + 100, 4, group, names)
    # A random group may rename a player by adding an ending.
    bne, ben = (group.players.get(name__startswith=name) for name in ("Bne", "Ben"))
    Payment.objects.filter(payer__in=[bne, ben], payee__in=[bne, ben]).delete()
    rows = stored(group)

    merge_players(bne, ben)
    log = log_of(group)

    assert str(player_log_id(None, group.key, bne.pk)).encode() not in log
    assert log_of(imported(log)) == log

    take_merge_back(bne)
    assert stored(group) == rows


@pytest.mark.parametrize(("hidden", "offered"), [(["Ben"], True), (["Ben", "Bne"], False)])
def test_kept_player_is_offered_if_one_of_the_two_was(
    group: Group, hidden: list[str], *, offered: bool
) -> None:
    for name in hidden:
        hide_player(named(group, name))
    rows = stored(group)

    merge(group, "Bne", "Ben")
    assert group.players.offered().filter(name="Ben").exists() == offered

    take_back(group, "Bne")
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


def test_rotation_continues_after_a_merge() -> None:
    game = start_rotation("Bne")
    player = PlayerFactory.create(group=game.group, name="Bruno")
    merge(game.group, "Bne", "Bruno")
    writer = GameWriter(game)  # the browser has read the page before

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


def test_statistics_in_the_cache_are_counted_again(group: Group) -> None:
    counted = []
    for change in (None, lambda: merge(group, "Bne", "Ben"), lambda: take_back(group, "Bne")):
        if change:
            change()
        counted.append(group_stats(group, version=history_version(group)).players.keys())

    bne = named(group, "Bne").pk
    assert [bne in players for players in counted] == [True, False, True]
    assert len(set(map(frozenset, counted))) == 2


def test_preview_says_how_many_games_each_has(group: Group) -> None:
    play(group, *NAMES)
    GameWriter(play(group, "Ada", "Bne", "Cleo", "Dora")).delete()

    preview = preview_merge(named(group, "Bne"), named(group, "Ben"))

    assert preview == (1, 2, 0)
    assert preview.games == 3
