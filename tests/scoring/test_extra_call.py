"""A game with an extra call, on its pages: agreement, calls, scores, log and figures."""

from dataclasses import replace

import pytest
from django.test import Client

from scoring.models import Agreement, Game, Group
from scoring.presentation.race_charts import race_chart
from scoring.rules import Call, CallLevel, IllegalRound, LastMoment, Seat
from scoring.stats.group_stats import group_stats
from tests.factories import GameFactory, GameWriter, Phone, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

BLIND = Agreement(extra_call="Blind Tichu", extra_call_points=400)
NAMES = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
NEW_GAME = NAMES | {"target": "1000", "grand": "on", "tie": "play_on"}


@pytest.fixture
def table(phone: Phone) -> Phone:
    Game.objects.filter(pk=phone.game.pk).update(**BLIND.columns)
    phone.game.refresh_from_db()
    return phone


# Agreed


def test_extra_call_is_agreed_by_its_name_worth_and_last_moment(client: Client) -> None:
    client.post(
        "/new/",
        NEW_GAME
        | {"extra_call": " Open  Tichu ", "extra_call_points": "300"}
        | {"extra_call_until": "first_card"},
    )

    assert Game.objects.get().agreement == Agreement(
        extra_call="Open Tichu",
        extra_call_points=300,
        extra_call_until=LastMoment.FIRST_CARD,
    )


def test_points_of_an_extra_call_without_a_name_say_nothing(client: Client) -> None:
    client.post("/new/", NEW_GAME | {"extra_call": " ", "extra_call_points": "300"})

    assert Game.objects.get().agreement == Agreement()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"extra_call": "x" * 21}, "a name of at most 20 letters"),
        ({"extra_call": "Blind", "extra_call_points": "150"}, "Choose one of the house rules."),
        ({"extra_call": "Blind", "extra_call_until": "late"}, "Choose one of the house rules."),
    ],
)
def test_impossible_extra_call_is_refused_and_stays_typed(
    client: Client, fields: dict[str, str], sentence: str
) -> None:
    response = client.post("/new/", NEW_GAME | fields)

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert sentence in text(response)
    assert f'value="{fields["extra_call"]}"' in text(response)


def test_agreement_names_the_extra_call(table: Phone) -> None:
    assert "Blind Tichu for 400" in text(table.get("settings/"))


def test_rematch_is_played_with_the_same_extra_call(table: Phone) -> None:
    table.record(first="A1", card_points="100", extra="A1")
    table.record(first="A1", second="A2", extra="A1")

    table.post("rematch/", partner="A2", key="5f6e2f4b-6f1c-4b7c-9a58-6e6f8f9b8a10")

    assert Game.objects.latest("pk").agreement == BLIND


def test_tournament_of_nine_is_played_without_an_extra_call(client: Client) -> None:
    client.post("/new/", NEW_GAME | {"partners": "win_points", "extra_call": "Blind Tichu"})

    game = Game.objects.get()
    assert (game.extra_call, game.extra_call_points, game.grand) == ("", 0, False)


# Called


def test_table_of_a_plain_game_has_no_extra_call(phone: Phone) -> None:
    page = text(phone.get())

    assert 'name="extra"' not in page
    assert "extra-call" not in page


def test_extra_call_is_stored_by_a_tap(table: Phone) -> None:
    table.send_progress(htmx=True, extra="B1")

    assert table.in_progress().calls == (Call(Seat.B1, CallLevel.EXTRA),)
    assert 'name="extra" value="B1" checked' in text(table.get())


def test_extra_call_is_refused_once_all_cards_are_dealt(table: Phone) -> None:
    table.send_progress(htmx=True, dealt="on")

    response = table.post("progress/", htmx=True, after=0, extra="B1", known='{"dealt": true}')

    assert response.status_code == 422
    assert "made before the ninth card" in text(response)


@pytest.mark.parametrize(
    ("grand", "until", "shown"),
    [(False, "first_look", True), (False, "first_card", False), (True, "first_card", True)],
)
def test_table_asks_whether_all_is_dealt_where_that_closes_a_call(
    table: Phone, until: str, *, grand: bool, shown: bool
) -> None:
    Group.objects.update(shows_deal=True)
    Game.objects.update(grand=grand, extra_call_until=until)

    assert ('name="dealt"' in text(table.get())) is shown


def test_extra_call_of_a_plain_game_is_refused(phone: Phone) -> None:
    response = phone.record(first="A1", card_points="60", extra="A1")

    assert response.status_code == 422
    assert "played without an extra call" in text(response)


def test_player_makes_no_extra_call_beside_another_one(table: Phone) -> None:
    response = table.record(first="A1", card_points="60", extra="A1", tichu="A1")

    assert response.status_code == 422
    assert "one call a round" in text(response)


# Scored and shown


@pytest.mark.parametrize(("caller", "totals"), [("A1", (460, 40)), ("B1", (60, -360))])
def test_extra_call_scores_its_worth(
    table: Phone, caller: str, totals: tuple[int, int]
) -> None:
    table.record(first="A1", card_points="60", extra=caller)

    assert table.totals() == totals


def test_failed_extra_call_pays_the_opponents_where_all_calls_do(table: Phone) -> None:
    Game.objects.update(failed_calls="opponents")

    table.record(first="A1", card_points="60", extra="B1")

    assert table.totals() == (460, 40)


def test_failed_extra_call_costs_its_own_team_where_grand_tichu_alone_pays(
    table: Phone,
) -> None:
    Game.objects.update(failed_calls="opponents_grand")

    table.record(first="A1", card_points="60", extra="B1")

    assert table.totals() == (60, -360)


def test_list_of_rounds_says_the_call_by_its_name_and_shows_its_letters(table: Phone) -> None:
    table.record(first="A1", card_points="60", extra="A1")

    page, ada = text(table.get()), table.game.names.a1
    assert f"Blind Tichu by {ada} made, +400" in page
    assert f"BT✓ {ada}" in page


def test_page_of_a_round_opens_its_points_and_keeps_the_call_ticked(table: Phone) -> None:
    table.record(first="A1", card_points="60", extra="A1")
    seq = Game.objects.get(pk=table.game.pk).last_seq

    page = text(table.get(f"rounds/{seq}/"))

    assert f"Blind Tichu by {table.game.names.a1}, made" in page
    assert 'name="extra" value="A1" checked' in page


def test_winning_conditions_name_the_extra_call(table: Phone) -> None:
    Game.objects.update(target=450)

    page = text(table.get("winning-conditions/"))

    assert "a made Blind Tichu and 50 card points" in page


def test_change_log_says_who_called(table: Phone) -> None:
    table.send_progress(htmx=True, extra="B1")

    assert f"Blind Tichu called by {table.game.names.b1}." in text(table.get("log/"))


def test_race_has_no_chances_with_an_extra_call(table: Phone) -> None:
    table.record(first="A1", card_points="60")

    assert "with the points of the rule book" in text(table.get("race/"))


def test_race_distinguishes_an_extra_call_from_a_grand_tichu() -> None:
    writer = GameWriter(GameFactory.create(**BLIND.columns))
    writer.record(plain(60, Seat.A1, Call(Seat.A1, CallLevel.EXTRA)))
    writer.record(plain(60, Seat.A1, Call(Seat.A1, CallLevel.GRAND)))

    chart = race_chart(writer.game.sheet, writer.game)
    assert [entry.meaning for entry in chart.legend[2:]] == [
        "Grand Tichu made",
        "Extra call made",
    ]


# Changed and amended


def test_another_worth_counts_for_the_rounds_so_far_until_it_is_undone() -> None:
    writer = GameWriter(GameFactory.create(**BLIND.columns))
    writer.record(plain(60, Seat.A1, Call(Seat.A1, CallLevel.EXTRA)))

    writer.agree(replace(BLIND, extra_call_points=800))
    changed = writer.game.sheet.standing.totals
    writer.undo()

    assert (changed.a, writer.game.sheet.standing.totals.a) == (860, 460)


def test_extra_call_that_was_made_is_not_agreed_away() -> None:
    writer = GameWriter(GameFactory.create(**BLIND.columns))
    writer.record(plain(60, Seat.A1, Call(Seat.A1, CallLevel.EXTRA)))

    with pytest.raises(IllegalRound) as refused:
        writer.agree(Agreement())
    assert (refused.value.code, refused.value.params) == (
        "CALL_AGAINST_AGREEMENT",
        {"number": 1},
    )


# Counted


def played(group: Group, level: CallLevel, agreement: Agreement) -> Game:
    """Play a game of one round with a call of A1 that is made and one of B1 that fails."""
    first = Game.objects.filter(group=group).first()
    columns = [f"player_{seat}" for seat in NAMES] if first else []
    seats = {column: getattr(first, column) for column in columns}
    game: Game = GameFactory.create(group=group, **seats, **agreement.columns)
    calls = (Call(seat, level) for seat in (Seat.A1, Seat.B1))
    GameWriter(game).record(plain(60, Seat.A1, *calls))
    return game


def test_extra_calls_are_counted_apart_from_those_of_the_rule_book(table: Phone) -> None:
    played(table.group, CallLevel.TICHU, Agreement())
    game = played(table.group, CallLevel.EXTRA, BLIND)

    found = group_stats(table.group).players

    ada, ben = found[game.player_a1_id], found[game.player_b1_id]
    for each, made in ((ada, 1), (ben, 0)):
        assert (each.extra.made.k, each.extra.made.n, each.extra.called.n) == (made, 1, 1)
        assert (each.tichu.made.k, each.tichu.made.n, each.tichu.called.n) == (made, 1, 2)
        assert (each.grand.made.n, each.grand.called.n) == (0, 2)


def test_pages_of_statistics_name_extra_calls_where_there_are_any(table: Phone) -> None:
    game = played(table.group, CallLevel.EXTRA, BLIND)

    group = text(table.client.get(f"/g/{table.group.key}/stats/"))
    player = text(table.client.get(f"/g/{table.group.key}/stats/p/{game.player_a1_id}/"))

    assert "Extra calls" in group
    assert "Extra call: called 1, made 1, 100%" in player
    assert "Extra call called, of the rounds that allow it" in player


def test_pages_of_statistics_say_nothing_of_extra_calls_elsewhere(table: Phone) -> None:
    game = played(table.group, CallLevel.TICHU, Agreement())

    group = text(table.client.get(f"/g/{table.group.key}/stats/"))
    player = text(table.client.get(f"/g/{table.group.key}/stats/p/{game.player_a1_id}/"))

    assert "Extra call" not in group + player
