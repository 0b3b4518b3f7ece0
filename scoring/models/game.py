"""A game: who sits where, what was agreed, and the verbs that change its rounds."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db import IntegrityError, connection, models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from scoring.models.change import Change, History, Kind
from scoring.models.games import NAME_COLUMNS, SEAT_COLUMNS, Agreement, GameQuerySet
from scoring.models.group import Group, Player, hash_token
from scoring.models.prepared import Prepared
from scoring.models.round import Round
from scoring.models.sheet import Sheet
from scoring.models.writing import writing
from scoring.rules import (
    BySeat,
    ByTeam,
    HouseRules,
    IllegalRound,
    Race,
    RoundResult,
    Seat,
    Tie,
    score_round,
)


class Conflict(Exception):
    """Somebody was faster: the sheet is no longer the one that this change was meant for."""


@dataclass(frozen=True, slots=True)
class _Step:
    """What a change does to one round; `seq` is None for a new one, `after` None removes it."""

    kind: Kind
    seq: int | None
    after: RoundResult | None
    target: int | None = None

    def made(self, change: Change) -> bool:
        """Whether `change` is what this step comes to."""
        return (change.kind, change.result_after, change.target) == (
            self.kind,
            self.after,
            self.target,
        ) and self.seq in {None, change.seq}


class Game(models.Model):
    """A game of one group. `version` counts its changes; everything else that moves while it is
    played stands in its rounds."""

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

    objects = GameQuerySet.as_manager()

    # Set by `seen_by`: the device that asks for this game.
    asked_by: int

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
        """The score sheet as last read or written by this object."""
        return Sheet(self.race, _ROUNDS(self.pk))

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

    @cached_property
    def history(self) -> History:
        return History.of(self.changes.all())

    @classmethod
    def find(cls, key: uuid.UUID, *, token: str) -> "Game | None":
        """The game with this key, if the holder of this device token may see it."""
        stored = models.UUIDField().get_db_prep_value(key, connection)
        found = _ONE_SEEN_BY(hash_token(token), stored)
        return found[0] if found else None

    def rematch(self, partner: Seat, *, key: uuid.UUID) -> "Game":
        """Start the next game, agreed like this one; whoever sits at `partner` becomes the
        partner of the first player. A rematch with these seats that waits for its first round
        is taken up instead of starting another."""
        others = [seat for seat in Seat if seat not in {Seat.A1, partner}]
        seats = BySeat(Seat.A1, others[0], partner, others[1])
        players = {
            SEAT_COLUMNS[to]: getattr(self, SEAT_COLUMNS[seat]) for to, seat in seats.items()
        }
        with writing():
            self.group.wait_for_turn()
            waiting = self.rematches.filter(version=0, **players).first()
            return waiting or type(self).objects.start(
                self.group,
                seats.map(lambda seat: self.names[seat]),
                self.agreement,
                key=key,
                rematch_of=self,
            )

    def record(self, result: RoundResult, *, key: uuid.UUID, after: int, by: int) -> Change:
        """Add a round; `after` is the `seq` of the last round that the phone has seen, `by` the
        device.

        A key that is already known returns the change that it made. Raises Conflict if another
        round came in between, or if the key was used for another round; IllegalRound if the
        game's rules forbid the round, or if the game is over.
        """
        return self._apply(
            _Step(Kind.RECORD, None, result),
            lambda sheet: sheet.last_seq == after,
            key=key,
            by=by,
        )

    def amend(
        self, seq: int, result: RoundResult, *, key: uuid.UUID, seen: int, by: int
    ) -> Change:
        """Give round `seq` other facts; `seen` is the version of the round that was on screen.

        Raises like `record`, and IllegalRound where the game would end before its last round.
        """
        return self._apply(_Step(Kind.AMEND, seq, result), _still(seq, seen), key=key, by=by)

    def remove(self, seq: int, *, key: uuid.UUID, seen: int, by: int) -> Change:
        """Take round `seq` off the sheet. Raises like `amend`."""
        return self._apply(_Step(Kind.REMOVE, seq, None), _still(seq, seen), key=key, by=by)

    def undo(self, number: int, *, key: uuid.UUID, by: int) -> Change:
        """Take back change `number`, the latest that still stands, else Conflict."""
        target = self._change(number)
        step = _Step(Kind.UNDO, target.seq, target.result_before, number)
        return self._apply(step, lambda _: self.history.to_undo == target, key=key, by=by)

    def redo(self, number: int, *, key: uuid.UUID, by: int) -> Change:
        """Make change `number` again, the latest that was taken back, else Conflict."""
        target = self._change(number)
        step = _Step(Kind.REDO, target.seq, target.result_after, number)
        return self._apply(step, lambda _: self.history.to_redo == target, key=key, by=by)

    def _apply(
        self, step: _Step, timely: Callable[[Sheet], bool], *, key: uuid.UUID, by: int
    ) -> Change:
        try:
            with writing():
                self._take_turn()
                sheet = self.sheet if step.seq else self.end
                if not timely(sheet):
                    raise Conflict  # noqa: TRY301
                return self._carry_out(step, sheet, key=key, by=by)
        except IllegalRound:
            self._look_again()
            raise
        except (Conflict, IntegrityError):
            self._look_again()
            earlier = self.changes.filter(key=key).first()
            if earlier is None:
                raise
            if not step.made(earlier):
                raise Conflict from None
            return earlier

    def _carry_out(self, step: _Step, sheet: Sheet, *, key: uuid.UUID, by: int) -> Change:
        number, now = self.version, timezone.now()
        seq = step.seq or number
        row = sheet.row(seq)
        present = row.round if row else None
        changed = self._round(step.after, seq, present, now) if step.after else None
        sheet = sheet.with_round(changed, seq)
        place = row or sheet.row(seq)
        change = Change(
            group_id=self.group_id,
            game=self,
            number=number,
            kind=step.kind,
            seq=seq,
            round_number=place.number if place else 0,
            before=present and present.result.facts(),
            after=step.after and step.after.facts(),
            target=step.target,
            key=key,
            device_id=by,
            at=now,
        )
        change.result_after = step.after  # which need not be read from its facts again
        change.save(force_insert=True)
        if changed:
            changed.save()
        elif present:
            present.delete()
        self._forget()
        if step.seq:
            self.sheet = sheet
        else:
            self.end = sheet
        return change

    def _round(
        self, result: RoundResult, seq: int, present: Round | None, now: datetime
    ) -> Round:
        """Round `seq` with these facts: a new one, an amended one, or one back from the log."""
        score_round(result, self.house_rules)  # refuses what this game does not allow
        changed = Round(
            pk=present.pk if present else None,
            group_id=self.group_id,
            game=self,
            seq=seq,
            version=self.version,
            recorded=present.recorded if present else self._recorded(seq, now),
        )
        return changed.put(result)

    def _recorded(self, seq: int, now: datetime) -> datetime:
        return now if seq == self.version else self._change(seq).at

    def _take_turn(self) -> None:
        """Raise the version, which waits until nobody else is changing this game, and see the
        game as it now is. (Reading the rounds in the same statement would show them, on
        PostgreSQL, as they were before the wait.)"""
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE scoring_game SET version = version + 1 WHERE id = %s RETURNING version",
                [self.pk],
            )
            (self.version,) = cursor.fetchone()
        self._forget()

    def _look_again(self) -> None:
        """Nothing was written, the version neither: see the game as it stands without it."""
        self._forget()
        self.refresh_from_db(fields=["version"])

    def _forget(self) -> None:
        for known in ("sheet", "end", "history"):
            self.__dict__.pop(known, None)

    def _change(self, number: int) -> Change:
        change = self.changes.filter(number=number).first()
        if change is None:
            raise Conflict
        return change


_ONE_SEEN_BY = Prepared(
    lambda: Game.objects.seen_by("").with_names().filter(key=uuid.UUID(int=0)).order_by()
)


_ROUNDS = Prepared(lambda: Round.objects.filter(game=0))


def _still(seq: int, seen: int) -> Callable[[Sheet], bool]:
    def timely(sheet: Sheet) -> bool:
        row = sheet.row(seq)
        return row is not None and row.round.version == seen

    return timely
