"""Stakes of a group: put down at the start, divided between the winners, and settled."""

import random
import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Game, Group, Payment, Player
from scoring.rules import Ending, Seat
from scoring.rules.stakes import StakePayment
from scoring.services.games import start_rematch
from scoring.services.stakes import last_payment, pay, remove_payment, set_stake
from scoring.stats.stakes import stake_ledger
from tests.factories import GameFactory, GameWriter, Phone, PlayerFactory, double
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

ENDINGS = [Ending.ABANDONED, Ending.FORFEITED_BY_A, Ending.FORFEITED_BY_B]


@pytest.fixture
def writer() -> GameWriter:
    """A game to 200, for which each player put down 5 chips."""
    game = GameFactory.create(target=200, stake=5)
    Group.objects.update(stake=5)
    return GameWriter(game)


def balances(writer: GameWriter) -> list[int]:
    """Return the balances by seat."""
    ledger = stake_ledger(writer.game.group)
    return [ledger.balances.get(player, 0) for player in writer.game.players]


def note(group: Group, payer: Player, payee: Player, chips: int) -> None:
    payment = StakePayment(payer, payee, chips)
    pay(group, payment, key=uuid.uuid4(), seen=last_payment(group))


def test_winners_share_what_was_put_down(writer: GameWriter) -> None:
    writer.record(double(Seat.B1))

    assert balances(writer) == [-5, 5, -5, 5]


def test_stakes_of_a_running_game_are_on_the_table(writer: GameWriter) -> None:
    assert balances(writer) == [0, 0, 0, 0]
    assert stake_ledger(writer.game.group).on_table == 20


def test_abandoned_game_gives_the_stakes_back(writer: GameWriter) -> None:
    writer.end(Ending.ABANDONED)

    assert balances(writer) == [0, 0, 0, 0]
    assert stake_ledger(writer.game.group).on_table == 0


def test_forfeit_loses_the_stakes(writer: GameWriter) -> None:
    writer.end(Ending.FORFEITED_BY_A)

    assert balances(writer) == [-5, 5, -5, 5]


def test_ledger_follows_a_correction_and_a_deletion(writer: GameWriter) -> None:
    writer.record(double(Seat.B1))
    writer.amend(1, double(Seat.A1))
    assert balances(writer) == [5, -5, 5, -5]

    writer.delete()

    assert balances(writer) == [0, 0, 0, 0]


def test_new_games_have_the_stake_of_the_group_and_earlier_ones_keep_theirs(
    writer: GameWriter,
) -> None:
    writer.record(double(Seat.A1))
    set_stake(writer.game.group, 7)

    rematch = start_rematch(Game.objects.get(pk=writer.game.pk), Seat.A2, key=uuid.uuid4())

    assert [each.stake for each in Game.objects.order_by("pk")] == [5, 7]
    assert rematch.group.stake == 7


def test_game_of_a_group_without_stakes_moves_nothing() -> None:
    writer = GameWriter(GameFactory.create(target=200))
    writer.record(double(Seat.A1))

    assert stake_ledger(writer.game.group).balances == {}


def test_ledger_of_random_games_and_payments_sums_to_zero_and_is_settled() -> None:
    chance = random.Random(14)
    group = GameFactory.create().group
    players = PlayerFactory.create_batch(7, group=group)
    for _ in range(30):
        seats = zip(
            ("player_a1", "player_b1", "player_a2", "player_b2"),
            chance.sample(players, 4),
            strict=True,
        )
        game = GameFactory.create(
            group=group, target=200, stake=chance.choice([None, 1, 5, 20]), **dict(seats)
        )
        if chance.random() < 0.7:
            GameWriter(game).record(double(chance.choice([*Seat])))
        elif chance.random() < 0.7:
            GameWriter(game).end(chance.choice(ENDINGS))
    for _ in range(5):
        payer, payee = chance.sample(players, 2)
        note(group, payer, payee, chance.randint(1, 30))

    ledger = stake_ledger(group)
    assert sum(ledger.balances.values()) == 0
    names = {player.pk: player for player in players}
    for each in ledger.payments:
        note(group, names[each.payer], names[each.payee], each.chips)

    assert set(stake_ledger(group).balances.values()) == {0}


def test_payment_counts_once_for_one_key(writer: GameWriter) -> None:
    game, key = writer.game, uuid.uuid4()
    for _ in range(2):
        payment = StakePayment(game.player_a1, game.player_b1, 3)
        pay(game.group, payment, key=key, seen=0)
    assert balances(writer) == [3, -3, 0, 0]

    remove_payment(game.group, Payment.objects.get().pk)

    assert balances(writer) == [0, 0, 0, 0]


# The page


def stakes_page(phone: Phone) -> str:
    return text(phone.client.get(f"/g/{phone.group.key}/stakes/"))


def send(phone: Phone, path: str = "", **fields: object) -> Any:
    return phone.client.post(f"/g/{phone.group.key}/stakes/{path}", fields)


def send_payment(phone: Phone, payer: object, payee: object, chips: object) -> Any:
    seen = last_payment(phone.group)
    return send(phone, "paid/", payer=payer, payee=payee, chips=chips, seen=seen)


def test_group_plays_for_nothing_until_somebody_says(phone: Phone) -> None:
    assert phone.game.stake is None

    response = send(phone, stake="5")

    assert (response.status_code, Group.objects.get().stake) == (302, 5)
    send(phone, stake="")
    assert Group.objects.get().stake is None


def test_page_says_what_was_saved(phone: Phone) -> None:
    send(phone, stake="5")
    put_down = text(phone.client.get(f"/g/{phone.group.key}/stakes/"))
    send(phone, stake="")
    nothing = text(phone.client.get(f"/g/{phone.group.key}/stakes/"))

    sentences = "Each of the four puts down 5 chips.", "Nobody puts down chips for a new game."
    assert [sentence in put_down for sentence in sentences] == [True, False]
    assert [sentence in nothing for sentence in sentences] == [False, True]


@pytest.mark.parametrize("stake", ["0", "-5", "1001", "1.5", "many", "9" * 4000])
def test_impossible_stake_is_refused_and_what_was_typed_stays(phone: Phone, stake: str) -> None:
    response = send(phone, stake=stake)

    assert (response.status_code, Group.objects.get().stake) == (422, None)
    assert "A stake is a whole number of chips from 1 to 1000" in text(response)
    assert f'name="stake" value="{stake}"' in text(response)


def test_page_says_who_pays_whom_until_it_is_paid(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=200, stake=5)
    phone.record(first="A1", second="A2")
    a1, _, a2, _ = phone.game.names
    page = stakes_page(phone)
    assert f'</i>{a1}</b> <span class="value">+5</span>' in page
    assert page.count("This is paid") == 2
    assert f"{a1} + {a2} win 5 chips each." in text(phone.get())

    for each in stake_ledger(phone.group).payments:
        assert send_payment(phone, each.payer, each.payee, each.chips).status_code == 302

    page = stakes_page(phone)
    assert "Nobody owes anybody anything." in page
    assert page.count("It was not paid") == 2
    send(phone, f"{Payment.objects.latest('pk').pk}/remove/")
    assert stakes_page(phone).count("This is paid") == 1


@pytest.mark.parametrize(
    "changed", [{"chips": "0"}, {"chips": "x"}, {"payee": ""}, {"payer": "0"}], ids=str
)
def test_impossible_payment_is_refused(phone: Phone, changed: dict[str, str]) -> None:
    players = phone.game.players
    sent = {"payer": players.a1, "payee": players.b1, "chips": "5"} | changed

    response = send_payment(phone, **sent)

    assert (response.status_code, Payment.objects.count()) == (422, 0)
    assert "Choose two players, and a whole number of chips from 1." in text(response)


def test_payment_that_another_phone_noted_is_refused(phone: Phone) -> None:
    players = phone.game.players
    sent = {"payer": players.a1, "payee": players.b1, "chips": "5", "seen": "0"}
    send(phone, "paid/", **sent)

    response = send(phone, "paid/", **sent)

    assert (response.status_code, Payment.objects.count()) == (422, 1)
    assert "Somebody noted or took back a payment meanwhile" in text(response)


def test_payment_that_the_group_does_not_have_is_404(phone: Phone) -> None:
    assert send(phone, "1/remove/").status_code == 404


def test_payment_to_oneself_is_refused(phone: Phone) -> None:
    player = phone.game.players.a1

    response = send_payment(phone, player, player, 5)

    assert (response.status_code, Payment.objects.count()) == (422, 0)


def test_nobody_of_another_group_pays_or_is_paid(phone: Phone) -> None:
    stranger = PlayerFactory.create()
    response = send_payment(phone, stranger.pk, phone.game.players.a1, 5)

    assert (response.status_code, Payment.objects.count()) == (422, 0)


def test_next_game_says_what_is_put_down(phone: Phone) -> None:
    send(phone, stake="1")

    assert "Each of the four puts down 1 chip." in text(phone.client.get("/new/"))


@pytest.mark.parametrize(
    "columns", [{"stake": 0}, {"stake": 1001}, {"stake": 5, "rotation_facts": {}}], ids=str
)
def test_database_refuses_an_impossible_stake(columns: dict[str, Any]) -> None:
    GameFactory.create()

    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(**columns)


@pytest.mark.parametrize("chips", [0, -5])
def test_database_refuses_a_payment_of_nothing(writer: GameWriter, chips: int) -> None:
    game = writer.game
    with pytest.raises(IntegrityError), transaction.atomic():
        note(game.group, game.player_a1, game.player_b1, chips)


def test_database_refuses_a_payment_to_oneself(writer: GameWriter) -> None:
    game = writer.game
    with pytest.raises(IntegrityError), transaction.atomic():
        note(game.group, game.player_a1, game.player_a1, 5)
