"""A game: who sits where, what was agreed, and the verbs that change its rounds."""

import json
import uuid
from collections.abc import Callable
from functools import cached_property

from django.db import connection, models
from django.db.models import F, Q
from django.urls import reverse

from scoring.models.agreement import Agreement
from scoring.models.change import Change, History, Kind
from scoring.models.device import hash_token
from scoring.models.games import NAME_COLUMNS, SEAT_COLUMNS, GameQuerySet
from scoring.models.group import Group, Player
from scoring.models.prepared import Prepared
from scoring.models.round import Round
from scoring.models.sheet import Sheet
from scoring.models.step import Conflict, Step, apply
from scoring.models.telling import tell
from scoring.models.writing import writing
from scoring.rules import (
    BySeat,
    ByTeam,
    HouseRules,
    Moments,
    Race,
    RoundInProgress,
    RoundResult,
    Seat,
    Tie,
)


class Game(models.Model):
    """A game of one group. `version` counts its changes; what moves while it is played stands
    in its rounds, and for the round in progress in `progress`: the facts of RoundInProgress,
    and as `after` the `seq` of the round before it."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="games")
    key = models.UUIDField(unique=True)
    created = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=0)
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="rematches")

    player_a1 = models.ForeignKey(Player, models.PROTECT, related_name="+")
    player_b1 = models.ForeignKey(Player, models.PROTECT, related_name="+")
    player_a2 = models.ForeignKey(Player, models.PROTECT, related_name="+")
    player_b2 = models.ForeignKey(Player, models.PROTECT, related_name="+")

    target = models.PositiveIntegerField(default=1000)
    tie = models.CharField(max_length=7, default=Tie.PLAY_ON)
    grand = models.BooleanField(default=True)
    one_call_per_team = models.BooleanField(default=False)

    progress = models.JSONField(null=True)

    objects = GameQuerySet.as_manager()

    # Set by `seen_by`: the device that asks for this game, what it may do, and whether the
    # group wants to see chances while it plays.
    asked_by: int
    role: str
    shows_chances: bool
    # Set by `tell`: the version that it found.
    told_at: int

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(name="game_target_positive", condition=Q(target__gte=1)),
            models.CheckConstraint(
                name="game_tie_known", condition=Q(tie__in=[str(tie) for tie in Tie])
            ),
            models.CheckConstraint(
                name="game_players_differ",
                condition=~Q(player_a1=F("player_b1"))
                & ~Q(player_a1=F("player_a2"))
                & ~Q(player_a1=F("player_b2"))
                & ~Q(player_b1=F("player_a2"))
                & ~Q(player_b1=F("player_b2"))
                & ~Q(player_a2=F("player_b2")),
            ),
        ]

    def __str__(self) -> str:
        return " ".join(self.names)

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.key])

    @cached_property
    def names(self) -> BySeat[str]:
        def name(seat: Seat) -> str:
            player: Player = getattr(self, SEAT_COLUMNS[seat])
            return player.name

        if "name_a1" not in self.__dict__:
            return BySeat.of(name)
        return BySeat.of(lambda seat: str(self.__dict__[NAME_COLUMNS[seat]]))

    @cached_property
    def team_names(self) -> ByTeam[str]:
        return ByTeam.of(lambda team: " + ".join(self.names[seat] for seat in team.seats))

    @property
    def agreement(self) -> Agreement:
        return Agreement(self.target, Tie(self.tie), self.grand, self.one_call_per_team)

    @property
    def house_rules(self) -> HouseRules:
        return HouseRules(grand=self.grand, one_call_per_team=self.one_call_per_team)

    @property
    def race(self) -> Race:
        return Race(target=self.target, tie=Tie(self.tie))

    @cached_property
    def sheet(self) -> Sheet:
        """The score sheet as last read or written by this object. A round that another phone
        records between the reading of the version and this one belongs to the next version."""
        return Sheet(self.race, _ROUNDS(self.pk, self.version))

    @cached_property
    def end(self) -> Sheet:
        """The end of the score sheet, with the round just recorded and no other: as quick to
        read in round 40 as in round 1."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT COUNT(*), COALESCE(SUM(points_a), 0), COALESCE(SUM(points_b), 0),"
                " COALESCE(MAX(seq), 0) FROM scoring_round WHERE game_id = %s",
                [self.pk],
            )
            rounds, a, b, last_seq = cursor.fetchone()
        start = self.race.standing(ByTeam(a, b), rounds)
        return Sheet(self.race, [], start, last_seq)

    @property
    def last_seq(self) -> int:
        """The `seq` of the last round, by the sheet if it was read."""
        sheet: Sheet = self.__dict__.get("sheet") or self.end
        return sheet.last_seq

    @property
    def in_progress(self) -> RoundInProgress:
        """What is known of the round that is being played."""
        return self.progress_after(self.last_seq)

    def progress_after(self, seq: int) -> RoundInProgress:
        """What is known of the round in progress if it comes after round `seq`. What was told
        of another round is over."""
        if not self.progress or self.progress["after"] != seq:
            return RoundInProgress()
        return RoundInProgress.from_facts(self.progress)

    @cached_property
    def history(self) -> History:
        return History.of(self.changes.filter(number__lte=self.version))

    @classmethod
    def find(cls, key: uuid.UUID, *, token: str) -> "Game | None":
        """The game with this key, if the holder of this device token may see it."""
        stored = models.UUIDField().get_db_prep_value(key, connection)
        found = _ONE_SEEN_BY(hash_token(token), stored)
        return found[0] if found else None

    def rematch(self, partner: Seat, *, key: uuid.UUID) -> "Game":
        """Start the next game, agreed like this one; whoever sits at `partner` becomes the
        partner of the first player. A rematch with these seats that is not over is taken up
        instead of starting another, as is one with this `key`."""
        others = [seat for seat in Seat if seat not in {Seat.A1, partner}]
        seats = BySeat(Seat.A1, others[0], partner, others[1])
        players = {
            SEAT_COLUMNS[to]: getattr(self, SEAT_COLUMNS[seat]) for to, seat in seats.items()
        }
        with writing():
            self.group.wait_for_turn()
            known = self.rematches.filter(key=key).first()
            running = (
                each for each in self.rematches.filter(**players) if not each.end.standing.over
            )
            return (
                known
                or next(running, None)
                or type(self).objects.start(
                    self.group,
                    seats.map(lambda seat: self.names[seat]),
                    self.agreement,
                    key=key,
                    rematch_of=self,
                )
            )

    def record(
        self,
        result: RoundResult,
        *,
        key: uuid.UUID,
        after: int,
        by: int,
        seen: RoundInProgress | None = None,
    ) -> Change:
        """Add a round; `after` is the `seq` of the last round that the phone has seen, `seen`
        what it knew of the round in progress, `by` the device.

        A key that is already known returns the change that it made. Raises Conflict if another
        round came in between, if somebody called meanwhile and `result` does not know, or if
        the key was used for another round; IllegalRound if the game's rules forbid the round,
        or if the game is over.
        """

        def timely(sheet: Sheet) -> bool:
            heard = seen is None or not self.in_progress.unheard(seen, result)
            return sheet.last_seq == after and heard

        return apply(self, Step(Kind.RECORD, None, result), timely, key=key, by=by)

    def amend(
        self, seq: int, result: RoundResult, *, key: uuid.UUID, seen: int, by: int
    ) -> Change:
        """Give round `seq` other facts; `seen` is the version of the round that was on screen.

        Raises like `record`, and IllegalRound where the game would end before its last round.
        """
        return apply(self, Step(Kind.AMEND, seq, result), _still(seq, seen), key=key, by=by)

    def remember(
        self, seq: int, moments: Moments, *, key: uuid.UUID, seen: int, by: int
    ) -> Change:
        """Give round `seq` other moments, and leave its score. Raises like `amend`."""
        row = self.sheet.row(seq)
        if row is None:
            raise Conflict
        step = Step(Kind.AMEND, seq, row.round.result, moments)
        return apply(self, step, _still(seq, seen), key=key, by=by)

    def remove(self, seq: int, *, key: uuid.UUID, seen: int, by: int) -> Change:
        """Take round `seq` off the sheet. Raises like `amend`."""
        return apply(self, Step(Kind.REMOVE, seq, None), _still(seq, seen), key=key, by=by)

    def undo(self, number: int, *, key: uuid.UUID, by: int) -> Change:
        """Take back change `number`, the latest that still stands, else Conflict."""
        target = self.change(number)
        step = Step(Kind.UNDO, target.seq, target.result_before, target.moments_before, number)
        return apply(self, step, lambda _: self.history.to_undo == target, key=key, by=by)

    def redo(self, number: int, *, key: uuid.UUID, by: int) -> Change:
        """Make change `number` again, the latest that was taken back, else Conflict."""
        target = self.change(number)
        step = Step(Kind.REDO, target.seq, target.result_after, target.moments_after, number)
        return apply(self, step, lambda _: self.history.to_redo == target, key=key, by=by)

    def tell(
        self,
        change: Callable[[RoundInProgress], RoundInProgress],
        *,
        key: uuid.UUID,
        after: int,
        by: int,
    ) -> RoundInProgress:
        """Change what is known of the round in progress, which comes after round `after`. Calls
        that are made or taken back are written into the log, under a key that is then known:
        the same once more changes nothing.

        Raises Conflict if that round has been recorded meanwhile, and what `change` raises.
        """
        return tell(self, change, key=key, after=after, by=by)

    def keep(self, known: RoundInProgress, *, after: int) -> None:
        """Store the round in progress, in this game's turn."""
        self.progress = {"after": after, **known.facts()}
        type(self).objects.filter(pk=self.pk).update(
            version=self.version, progress=self.progress
        )

    def wait_for_turn(self) -> None:
        """Wait until nobody else is changing this game, and see it as it now is."""
        self.refresh_from_db(
            fields=["version", "progress"],
            from_queryset=type(self).objects.select_for_update(),
        )
        self.forget()

    def take_turn(self) -> None:
        """Raise the version, which waits until nobody else is changing this game, and see the
        game as it now is. (Reading the rounds in the same statement would show them, on
        PostgreSQL, as they were before the wait.)"""
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE scoring_game SET version = version + 1 WHERE id = %s"
                " RETURNING version, progress",
                [self.pk],
            )
            self.version, progress = cursor.fetchone()
        self.progress = progress and json.loads(progress)
        self.forget()

    def look_again(self) -> None:
        """Nothing was written, the version neither: see the game as it stands without it."""
        self.forget()
        self.refresh_from_db(fields=["version", "progress"])

    def forget(self) -> None:
        """Let the rounds be read again when they are asked for."""
        for known in ("sheet", "end", "history"):
            self.__dict__.pop(known, None)

    def change(self, number: int) -> Change:
        change = self.changes.filter(number=number).first()
        if change is None:
            raise Conflict
        return change


_ONE_SEEN_BY = Prepared(
    lambda: Game.objects.seen_by("").with_names().filter(key=uuid.UUID(int=0)).order_by()
)


_ROUNDS = Prepared(lambda: Round.objects.filter(game=0, seq__lte=0))


def _still(seq: int, seen: int) -> Callable[[Sheet], bool]:
    def timely(sheet: Sheet) -> bool:
        row = sheet.row(seq)
        return row is not None and row.round.version == seen

    return timely
