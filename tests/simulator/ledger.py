"""Records what people tapped, to compare it with the log of the game."""

import re
import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from scoring.models import Change, ChangeKind, Game
from scoring.rules import ByTeam, Call, RoundResult, score_round

KEY = re.compile(r'"key":"([0-9a-f-]{36})"')


class Failure(AssertionError):
    """An invariant is violated."""


@dataclass
class Tap:
    """A round that somebody recorded or amended, with all keys with which it was sent."""

    keys: set[str]
    result: RoundResult | None  # None if somebody has amended it since
    stored: bool = False  # stored by the phone, or acknowledged by the server
    given_up: bool = False  # removed, dropped for somebody else's round, or refused
    dropped: bool = False  # dropped by a person who was asked, in favour of another round
    removal: str = ""  # the key of its removal
    followed: set[int] = field(default_factory=set)  # the `seq` that each submission followed
    # the version that each change of the round was based on
    seen: set[int] = field(default_factory=set)


@dataclass
class Ledger:
    taps: dict[str, Tap] = field(default_factory=dict)
    # keys of the amendments and removals that the server received
    arrived: set[str] = field(default_factory=set)
    shown: dict[int, tuple[str, ByTeam[int]]] = field(default_factory=dict)

    def record(self, key: str, result: RoundResult | None) -> None:
        self.taps[key] = Tap({key}, result)

    def amend(self, key: str) -> None:
        """Note that somebody amends a recorded round. The amendment is refused if the round has
        changed meanwhile."""
        self.taps[key] = Tap({key}, None)

    def replace_key(self, key: str, new: str) -> None:
        """Note that the submission with this key is sent with the key `new` from now on."""
        if key in self.taps:
            self.taps[key].keys.add(new)
            self.taps[new] = self.taps[key]

    def mark_stored(self, database: str) -> None:
        """Mark the taps as stored whose keys are in this database of a phone."""
        for key in KEY.findall(database):
            if key in self.taps:
                self.taps[key].stored = True

    def acknowledge(self, key: str) -> None:
        if key in self.taps:
            self.taps[key].stored = True

    def add_after(self, key: str, after: int) -> None:
        """Note that this round was sent as the one after the round with this number. If a
        person had dropped it before, it must not be recorded there, and nothing is noted."""
        if key in self.taps and not self.taps[key].dropped:
            self.taps[key].followed.add(after)

    def add_seen(self, key: str, version: int) -> None:
        """Note that a change of the round was sent that is based on this version."""
        if key in self.taps:
            self.taps[key].seen.add(version)

    def give_up(self, key: str) -> None:
        """Note that the submission was refused, or that nobody wants it any more."""
        if key in self.taps:
            self.taps[key].given_up = True
            self.taps[key].removal = ""

    def drop(self, key: str) -> None:
        """Note that a person who was asked dropped the round in favour of another one."""
        self.give_up(key)
        if key in self.taps:
            self.taps[key].dropped = True

    def recorded_as(self, key: str, game: Game) -> set[int | None]:
        """Return the numbers of the rounds that the log has for the tap with this key."""
        keys = self.taps[key].keys if key in self.taps else set()
        recorded = game.changes.filter(kind=ChangeKind.RECORD, key__in=keys)
        return set(recorded.values_list("seq", flat=True))

    def check_shown(self, who: str, version: int, totals: ByTeam[int]) -> None:
        """Compare the totals that a phone shows for this version with the totals that were
        shown first for it. Raises Failure."""
        first, before = self.shown.setdefault(version, (who, totals))
        if before != totals:
            raise Failure(f"Version {version} is {before} on {first}, and {totals} on {who}")

    def check(self, game: Game) -> None:
        """Compare the taps with the log of the game, and the log with the totals of the game.
        Raises Failure."""
        changes = list(game.changes.all())
        self._check_taps(changes)
        after = replay(game, changes)
        self._check_order(changes)
        sums = game.sheet.standing.totals
        if after[game.version] != sums:
            raise Failure(f"The log comes to {after[game.version]}, the sheet to {sums}")
        for version, (who, totals) in self.shown.items():
            if after.get(version) != totals:
                raise Failure(
                    f"{who} showed {totals}, version {version} is {after.get(version)}"
                )

    def _check_taps(self, changes: Sequence[Change]) -> None:
        kinds = {ChangeKind.RECORD, ChangeKind.AMEND, ChangeKind.REMOVE}
        logged = {str(each.key): each for each in changes if each.kind in kinds}
        if unknown := [key for key in logged if key not in self.taps]:
            raise Failure(f"Changes that nobody has tapped: {unknown}")
        # Another phone may have undone a round before its removal arrived.
        taken_off = {each.seq for each in changes if each.before and not each.after}
        taps = {id(tap): tap for tap in self.taps.values()}.values()
        for tap in taps:
            found = [logged[key] for key in tap.keys if key in logged]
            counts = Counter(each.kind for each in found)
            if counts[ChangeKind.RECORD] > 1:
                raise Failure(f"Recorded twice: {tap}")
            if tap.stored and not tap.given_up and not found:
                raise Failure(f"Lost: {tap}")
            rounds = {each.seq for each in found if each.kind == ChangeKind.RECORD}
            if tap.removal and not rounds <= taken_off:
                raise Failure(f"Removed, and still recorded: {tap}")
            if tap.removal and rounds and tap.removal not in self.arrived:
                raise Failure(f"Recorded, and its removal was never sent: {tap}")
            for each in found:
                if each.kind == ChangeKind.RECORD and tap.result not in {None, recorded(each)}:
                    raise Failure(f"{tap} was recorded as {each.after}")

    def _check_order(self, changes: Iterable[Change]) -> None:
        """Check that each round was recorded after the last round that its phone had seen, and
        that each amendment and removal is based on the version that its phone had seen. Raises
        Failure."""
        sheet = {0: 0}  # the version of each round
        for change in changes:
            tap = self.taps.get(str(change.key))
            if change.kind == ChangeKind.RECORD and tap and max(sheet) not in tap.followed:
                raise Failure(f"{tap} was recorded behind {max(sheet)}")
            changes_round = change.kind in {ChangeKind.AMEND, ChangeKind.REMOVE}
            if changes_round and tap and sheet[change.seq] not in tap.seen:
                raise Failure(f"{tap} changed version {sheet[change.seq]} of its round")
            if change.kind != ChangeKind.CALL:
                sheet.pop(change.seq, None)
                sheet |= {change.seq: change.number} if change.after else {}


def recorded(change: Change) -> RoundResult:
    """Return the round of a change, with its calls in the order of `by_seat`."""
    result = change.result_after
    assert result is not None
    return replace(result, calls=by_seat(result.calls))


def by_seat(calls: Iterable[Call]) -> tuple[Call, ...]:
    return tuple(sorted(calls, key=lambda call: call.seat))


def replay(game: Game, changes: Iterable[Change]) -> dict[int, ByTeam[int]]:
    """Return the totals of each version, computed by the rules from the log alone."""
    rounds: dict[int, ByTeam[int]] = {}
    totals = {0: ByTeam(0, 0)}
    for change in changes:
        if change.kind != ChangeKind.CALL:
            rounds.pop(change.seq, None)
            if change.after:
                result = RoundResult.from_dict(change.after)
                rounds[change.seq] = score_round(result, game.house_rules).points
        totals[change.number] = ByTeam(
            sum(points.a for points in rounds.values()),
            sum(points.b for points in rounds.values()),
        )
    return totals


def new_key(number: int) -> str:
    return str(uuid.UUID(int=number, version=4))
