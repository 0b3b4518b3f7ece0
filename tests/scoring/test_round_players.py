"""Rounds with four players of their own: who is named, and how these players can change."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import F

from scoring.models import Game, Player, Round
from scoring.rules import Bomb, BySeat, Call, CallLevel, RoundNotes, Seat
from scoring.stats.group_stats import group_stats
from tests.factories import GameFactory, GameWriter, Phone, PlayerFactory, plain
from tests.scoring.reading import saved_group

pytestmark = pytest.mark.django_db

TICHU = Call(Seat.A2, CallLevel.TICHU)


@pytest.fixture
def others(phone: Phone) -> list[Player]:
    """Four players who do not play in the phone's game."""
    names = ("Emil", "Frida", "Gero", "Hanna")
    return [PlayerFactory.create(group=phone.group, name=name) for name in names]


@pytest.fixture
def writer(phone: Phone, others: list[Player]) -> GameWriter:
    """Two rounds, the second of them played by others."""
    writer = GameWriter(phone.game)
    writer.record(plain(60))
    writer.record(plain(30, Seat.A1, TICHU))
    seat(2, others, phone.game)
    return writer


def seat(number: int, players: list[Player], game: Game) -> None:
    row = game.rounds.all()[number - 1]
    row.set_players(BySeat(*(player.pk for player in players)))
    row.save()
    game.clear_cached()


@pytest.mark.parametrize(
    "columns",
    [{"player_b2": None}, {"player_a1": F("player_b2")}, {"player_a2": F("player_b1")}],
    ids=["three of four", "one twice, across", "one twice, side by side"],
)
def test_database_refuses_anything_but_four_players(
    writer: GameWriter, columns: dict[str, Any]
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.exclude(player_a1=None).update(**columns)


def test_round_belongs_to_the_players_of_the_game_unless_it_has_its_own(
    writer: GameWriter, others: list[Player]
) -> None:
    first, second = writer.game.sheet.rows

    assert first.round.players is None
    assert second.round.players == BySeat(*(player.pk for player in others))


def test_pages_name_who_played_the_round(writer: GameWriter, phone: Phone) -> None:
    row = writer.game.sheet.rows[1].round
    writer.annotate(2, RoundNotes((Bomb(Seat.B1, 4, 9),)))

    table, page, notes = (
        phone.get(path).content.decode()
        for path in ("", f"rounds/{row.seq}/", f"rounds/{row.seq}/notes/")
    )

    assert "Emil first" in table
    assert "Tichu by Gero failed" in table
    assert "bomb by Frida" in table
    assert "Tichu by Gero, failed" in page
    assert all(f"<b>{name}</b>" in page for name in ("Emil", "Frida", "Gero", "Hanna"))
    assert all(f"<b>{name}</b>" in notes for name in ("Emil", "Frida", "Gero", "Hanna"))


def test_table_page_costs_one_query_more_for_the_names(
    writer: GameWriter, phone: Phone, django_assert_num_queries: Any
) -> None:
    phone.get()
    cache.clear()

    with django_assert_num_queries(5):
        phone.get()


def test_amended_round_keeps_its_players(writer: GameWriter, others: list[Player]) -> None:
    writer.amend(2, plain(45))

    assert writer.game.rounds.all()[1].players == BySeat(*(player.pk for player in others))


def test_removed_round_comes_back_with_its_players(
    writer: GameWriter, others: list[Player], phone: Phone
) -> None:
    writer.remove(2)
    writer.undo()

    assert writer.game.rounds.all()[1].players == BySeat(*(player.pk for player in others))
    assert "round 2 is back" in phone.get("log/").content.decode()

    writer.redo()
    writer.undo()
    assert writer.game.rounds.all()[1].players == BySeat(*(player.pk for player in others))


def test_log_names_who_played_a_round_that_was_removed(
    writer: GameWriter, phone: Phone
) -> None:
    writer.remove(2)

    assert "Tichu by Gero failed" in phone.get("log/").content.decode()


def test_export_has_the_players_of_the_round(writer: GameWriter, phone: Phone) -> None:
    saved = saved_group(phone)

    names = {each["id"]: each["name"] for each in saved["players"]}
    first, second = saved["games"][0]["rounds"]
    assert [names[each] for each in second["seats"]] == ["Emil", "Frida", "Gero", "Hanna"]
    assert first["seats"] is None


def test_rounds_count_for_who_played_them(writer: GameWriter, others: list[Player]) -> None:
    players = group_stats(writer.game.group).players

    gero = others[2]
    assert players[gero.pk].tichu.made.n == 1
    assert players[gero.pk].tally.rounds == 1
    assert players[writer.game.player_a2_id].tally.rounds == 1
    assert players[writer.game.player_a2_id].tichu.made.n == 0


def test_game_counts_for_who_sat_there_in_the_end() -> None:
    game = GameFactory.create(target=100)
    writer = GameWriter(game)
    writer.record(plain(90))
    writer.record(plain(100))
    dora = PlayerFactory.create(group=game.group)
    seat(1, [dora, game.player_b1, game.player_a2, game.player_b2], game)

    players = group_stats(game.group).players

    assert (players[dora.pk].tally.games, players[dora.pk].tally.rounds) == (0, 1)
    assert (players[game.player_a1_id].tally.won, players[game.player_a1_id].tally.rounds) == (
        1,
        1,
    )
    assert (players[game.player_a2_id].tally.won, players[game.player_a2_id].tally.rounds) == (
        1,
        2,
    )


def test_player_of_two_parts_of_a_game_has_one_game_in_the_ratings(writer: GameWriter) -> None:
    game = writer.game
    dora = PlayerFactory.create(group=game.group)
    seat(2, [dora, game.player_b1, game.player_a2, game.player_b2], game)

    ratings = group_stats(game.group).ratings

    assert ratings[game.player_b1_id].games == 1
    assert ratings[game.player_b1_id].rounds == 2
    assert (ratings[dora.pk].games, ratings[dora.pk].rounds) == (1, 1)
