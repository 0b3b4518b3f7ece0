"""Groups with random histories of games of every format, and their logs."""

import random
import uuid
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from io import BytesIO

from django.utils import timezone

from scoring.exchange.log_export import write_log
from scoring.exchange.log_import import import_log
from scoring.models import (
    COLOURS,
    Agreement,
    AvatarChoice,
    Device,
    Game,
    Group,
    GroupChangeKind,
    Role,
)
from scoring.rules import (
    Bomb,
    BySeat,
    ByTeam,
    Call,
    CallLevel,
    Ending,
    FailedCalls,
    IllegalRound,
    LongStraight,
    RoundNotes,
    RoundResult,
    Seat,
    TieRule,
)
from scoring.rules.play_rules import HouseRule
from scoring.rules.rotation import RotationScoring
from scoring.rules.saved_ruling import CARD_CODES, CardQuestion, SavedRuling
from scoring.rules.stakes import StakePayment
from scoring.services import seating
from scoring.services.access_tokens import create_token
from scoring.services.games import PlaceInSeries, continue_series, start_game, start_rematch
from scoring.services.group_log import log_group_change
from scoring.services.membership import join_group
from scoring.services.play_rules import set_play_rules
from scoring.services.player_merge import merge_players
from scoring.services.players import (
    choose_avatar,
    choose_photo,
    get_or_create_player,
    hide_player,
    rename_player,
)
from scoring.services.results import FinalResult, correct_result
from scoring.services.rotation import RotationStart
from scoring.services.seasons import SeasonFacts, add_season
from scoring.services.sessions import SessionStart, start_seating, start_session
from scoring.services.stakes import last_payment, pay
from scoring.services.transaction import Conflict, Submission
from tests.factories import DeviceFactory, GameWriter, GroupFactory, enter_game, plain
from tests.photos import jpeg

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Émile ✦", "Fritz=1+1", "Gül")


def log_of(group: Group) -> bytes:
    return "".join(write_log(Group.objects.get(pk=group.pk))).encode()


def imported(log: bytes, owner: Device | None = None) -> Group:
    device: Device = owner or DeviceFactory.create()
    return import_log(BytesIO(log), lambda: device)


def random_group(
    seed: int, games: int = 6, group: Group | None = None, names: Sequence[str] = NAMES
) -> Group:
    """Create a group with at least one game of every format and random changes by people of
    these names; or add as many games to `group`. One player may be hidden, and some may have
    chosen an avatar."""
    evening = Evening(random.Random(seed), group, names)
    played = evening.play(games)
    evening.hide_somebody()
    evening.choose_avatars()
    evening.add_seasons()
    evening.agree_on_play_rules()
    evening.change_people()
    return played


class Evening:
    """A group in which people play at random."""

    def __init__(
        self,
        chance: random.Random,
        group: Group | None = None,
        names: Sequence[str] = NAMES,
    ) -> None:
        self.chance, self.names_here = chance, names
        name = chance.choice(["", "Friday", "Ü & <b>"])
        self.group: Group = group or GroupFactory.create(name=name)
        self.devices = [DeviceFactory.create(system=each) for each in ("iPhone", "Android")]
        for device in self.devices[:1]:
            join_group(device, self.group, Role.OWNER)

    def play(self, games: int) -> Group:
        chance, group = self.chance, self.group
        if chance.random() < 0.5:
            Group.objects.filter(pk=group.pk).update(
                **self.agreement().columns, stake=5, shows_win_probability=False
            )
            group.refresh_from_db()
        formats = [self.race, self.rotation, self.series, self.result, self.session]
        for place in range(games):
            make = formats[place] if place < len(formats) else chance.choice(formats)
            self.change_often(make())
        last = Game.objects.filter(
            group=group, final_a=None, rotation_facts__isnull=True
        ).first()
        assert last is not None
        start_rematch(last, chance.choice([Seat.B1, Seat.A2]), key=self.key())
        self.pay()
        return group

    def play_on(self, games: int) -> None:
        """Change some of the present games, and play further ones."""
        for game in Game.objects.filter(group=self.group):
            if self.chance.random() < 0.5:
                self.change_often(game)
        for _ in range(games):
            formats = [self.race, self.rotation, self.series, self.result, self.session]
            make = self.chance.choice(formats)
            self.change_often(make())
        last = Game.objects.filter(group=self.group, rotation_facts__isnull=False).first()
        if last:
            start_rematch(last, Seat.A2, key=self.key())
        self.pay()

    def pay(self) -> None:
        group, chance = self.group, self.chance
        payer, payee = chance.sample(list(group.players.all()), 2)
        paid = StakePayment(payer, payee, chance.randint(1, 50))
        pay(group, paid, key=self.key(), seen=last_payment(group))

    def add_seasons(self) -> None:
        for day in self.chance.sample(range(301), self.chance.randint(0, 2)):
            first = date(2026, 1, 1) + timedelta(days=day)
            last = first + timedelta(days=self.chance.randint(0, 300))
            facts = SeasonFacts(self.chance.choice(["Winter", "Été ✦"]), first, last)
            add_season(self.group, facts, key=self.key())

    def hide_somebody(self) -> None:
        if self.chance.random() < 0.5:
            hide_player(self.chance.choice(list(self.group.players.order_by("pk"))))

    def choose_avatars(self) -> None:
        chance, group = self.chance, self.group
        players = list(group.players.order_by("pk"))
        for player in chance.sample(players, chance.randint(0, 2)):
            symbol = chance.choice([None, "🦊", "👩🏽\u200d🚀", "é"])
            choose_avatar(player, AvatarChoice(chance.choice([None, *COLOURS]), symbol))
            choose_photo(player, chance.choice([None, jpeg(16), jpeg(24)]))
        if chance.random() < 0.3:
            Group.objects.filter(pk=group.pk).update(shows_avatars=False)

    def agree_on_play_rules(self) -> None:
        chance = self.chance
        rules = chance.sample(list(HouseRule), chance.randint(0, 2))
        set_play_rules(self.group.pk, rules, self.devices[0].pk)

    def change_people(self) -> None:
        """Fill the log of the group, perhaps with a player who was merged into another."""
        chance, group = self.chance, self.group
        device = chance.choice([None, *(each.pk for each in self.devices)])
        one, *_ = chance.sample(list(group.players.order_by("pk")), 1)
        if chance.random() < 0.5:
            log_group_change(group.pk, device, GroupChangeKind.IMPORT, name="a.csv", games=3)
            create_token(group, "Television", device)
            counts = {"players": 1, "games": 2, "longer": 0}
            log_group_change(
                group.pk, device, GroupChangeKind.MERGE_FILE, name="b.json", **counts
            )
        if chance.random() < 0.5:
            rename_player(one, f"{one.name[:20]} II", device)
            merge_players(get_or_create_player(group, f"Misspelt {one.pk}"), one, device)

    def key(self) -> uuid.UUID:
        return uuid.UUID(int=self.chance.getrandbits(128), version=4)

    def names(self) -> BySeat[str]:
        return BySeat(*self.chance.sample(self.names_here, 4))

    def agreement(self) -> Agreement:
        chance = self.chance
        extra = chance.random() < 0.5
        return Agreement(
            extra_call="Blind Tichu" if extra else "",
            extra_call_points=400 if extra else 0,
            target=chance.choice([None, 500, 1000]),
            fixed_rounds=9,
            floor=chance.choice([None, 800]),
            tie=chance.choice(list(TieRule)),
            double_win=chance.choice([100, 200, 300]),
            failed_calls=chance.choice(list(FailedCalls)),
            time_limit=chance.choice([None, 60]),
        )

    def race(self) -> Game:
        return start_game(self.group, self.names(), self.agreement(), key=self.key())

    def rotation(self) -> Game:
        names = self.chance.sample(self.names_here, self.chance.randint(4, 6))
        scoring = self.chance.choice([RotationScoring.POINTS, RotationScoring.WIN_POINTS])
        start = RotationStart(Agreement(), tuple(names[4:]), 1, 1, scoring)
        return start_game(self.group, BySeat(*names[:4]), start, key=self.key())

    def session(self) -> Game:
        """Return a table of an evening at two tables, or of its second seating, before which a
        player has left."""
        names = (*self.names_here, "Ida", "Jo")
        start = SessionStart(names, Agreement(), self.chance.choice([1, 2]))
        session = start_session(self.group, start, key=self.key())
        for game in session.tables:
            while not game.sheet.standing.over:
                GameWriter(game, self.devices[0]).record(plain(60))
        if self.chance.random() < 0.5:
            session = start_seating(session, names[1:], number=2)
        return session.tables[0]

    def series(self) -> Game:
        place = PlaceInSeries(best_of=3)
        agreed = Agreement(target=150)
        first = start_game(self.group, self.names(), agreed, key=self.key(), place=place)
        self.change_often(first)
        return continue_series(first, key=self.key())

    def result(self) -> Game:
        device = self.chance.choice(self.devices)
        game = enter_game(self.group, 1000, 600, self.names(), device=device)
        if self.chance.random() < 0.5:
            totals, then = ByTeam(1000, -300), timezone.now() - timedelta(days=9)
            corrected = FinalResult(self.names(), then, game.agreement, totals)
            by = Submission(self.key(), device.pk)
            correct_result(game, corrected, by, seen=game.version)
        return game

    def change_often(self, game: Game) -> None:
        """Make random changes. Changes that are refused are skipped."""
        for _ in range(self.chance.randint(3, 14)):
            writer = GameWriter(game, self.chance.choice(self.devices))
            change = self.chance.choice(self.changes(writer))
            try:
                change()
            except (Conflict, IllegalRound, AssertionError, IndexError, ValueError):
                continue

    def changes(self, writer: GameWriter) -> list[Callable[[], object]]:
        chance, game = self.chance, writer.game
        number = max(1, len(game.sheet.rows))
        bomb = Bomb(Seat.A1, 4, chance.randint(2, 14))
        straight = LongStraight(Seat.B2, 8, chance.randint(8, 14))
        record: Callable[[], object] = lambda: writer.record(self.round())  # noqa: E731
        some: list[Callable[[], object]] = [
            lambda: writer.amend(number, self.round()),
            lambda: writer.annotate(number, RoundNotes((bomb,), 'A "note", \u2028 …')),
            lambda: writer.annotate(number, RoundNotes(straights=(straight,))),
            lambda: writer.remove(number),
            writer.undo,
            writer.redo,
            writer.undo,
            lambda: writer.set_calls(Call(chance.choice(list(Seat)), CallLevel.TICHU)),
            lambda: writer.end(Ending.ABANDONED, "tired"),
            lambda: writer.save_ruling(self.ruling(game)),
            lambda: writer.remove_ruling((game.rulings or [{"seq": 0}])[0]["seq"]),
            writer.resume,
        ]
        date = timezone.now() - timedelta(hours=chance.randint(1, 99))
        if game.final_totals:
            return [writer.undo, writer.redo, lambda: writer.correct_date(date)]
        if game.rotation:
            some.append(lambda: self.change_players(writer))
        else:
            some += [
                lambda: writer.adjust(-50, 0, note="late again"),
                lambda: writer.remove_adjustment((game.adjustments or [{"seq": 0}])[0]["seq"]),
                lambda: writer.end(Ending.FORFEITED_BY_B),
                lambda: writer.agree(self.agreement()),
                lambda: writer.substitute(Seat.B2, chance.choice(self.names_here)),
                lambda: writer.correct_date(date),
            ]
        return [*[record] * len(some), *some]

    def change_players(self, writer: GameWriter) -> None:
        names = self.chance.sample(self.names_here, self.chance.randint(4, 6))
        game, key = writer.game, self.key()
        by = Submission(key, writer.by, seating_number=game.seating_number)
        seating.change_players(game, names, by, after=game.last_seq)

    def ruling(self, game: Game) -> SavedRuling:
        """Return a ruling on random cards, saved on one of the rounds."""
        chance = self.chance
        cards = chance.sample(sorted(CARD_CODES), 4)
        question = CardQuestion(tuple(cards[:1]), tuple(cards[1:3]), tuple(cards[3:]))
        after = chance.choice([0, *(row.round.seq for row in game.sheet.rows)])
        legal, allowed = chance.random() < 0.5, chance.random() < 0.5
        return SavedRuling(after, question, legal, "OK", ("bomb",), allowed, "as in May")

    def round(self) -> RoundResult:
        chance = self.chance
        order = chance.sample(list(Seat), 4)[: chance.choice([1, 1, 4])]
        first = order[0]
        calls = tuple(
            Call(seat, chance.choice(list(CallLevel))) for seat in Seat if chance.random() < 0.2
        )
        if chance.random() < 0.2:
            return RoundResult((first, first.partner), None, calls)
        if len(order) > 1 and order[1] is first.partner:
            order = [first]
        points = chance.randrange(-25, 126, 5)
        return RoundResult(tuple(order), ByTeam(points, 100 - points), calls)
