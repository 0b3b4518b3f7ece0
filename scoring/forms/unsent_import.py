"""Import a file of a phone's unsent changes. Its items are processed by the forms to which the
phone would have sent them, with the same keys, so that no item counts twice."""

import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
from typing import Any, Self

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.forms.command_form import CommandForm, illegal_round_message
from scoring.forms.games import NewGameForm, RematchForm
from scoring.forms.progress import ProgressForm
from scoring.forms.rounds import AmendForm, RecordForm, RemoveForm
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.forms.untrusted import read_json, read_number
from scoring.models import Change, Game, Group, Role
from scoring.rules import IllegalRound
from scoring.services.transaction import (
    BATCH_PAUSE,
    BATCH_SIZE,
    Conflict,
    lock_groups,
    write_transaction,
)

MAX_BYTES = 1_000_000
# The formats that a file can declare; scripts of 0.1 write the second one.
FORMATS = "unsent", "waiting"


class ImportStatus(StrEnum):
    """The status of an imported item."""

    DONE = "done"
    KNOWN = "known"  # already stored
    CONFLICT = "conflict"  # another change came first
    REFUSED = "refused"
    BEHIND = "behind"  # an item before it is not done
    GONE = "gone"  # its game does not exist here, or is not visible to this device
    LATER = "later"  # too many items before it


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of importing one item."""

    status: ImportStatus
    verb: str
    game: Game | None = None
    change: Change | None = None
    sentences: tuple[str, ...] = ()


class UnsentImportForm(UniqueFieldsForm):
    """A file of a phone's unsent changes: first the file itself, for the preview, and then its
    text, which the form of the preview sends again."""

    file = forms.FileField(required=False)
    text = forms.CharField(required=False, strip=False)

    def clean(self) -> None:
        super().clean()
        file = self.cleaned_data.get("file")
        try:
            if file and file.size > MAX_BYTES:
                raise ValueError  # noqa: TRY301
            text = file.read().decode() if file else self.cleaned_data.get("text", "")
            self.cleaned_data["text"] = text
            self.cleaned_data["items"] = parse_items(read_json(text))
        except (ValueError, TypeError, KeyError, AttributeError):
            self.add_error(
                "file", _("Choose a file of unsent changes that this site made on a phone.")
            )

    @property
    def items(self) -> "list[ImportItem]":
        items: list[ImportItem] = self.cleaned_data["items"]
        return items


@dataclass(frozen=True, slots=True)
class ImportItem:
    """One unsent change, as the phone stores it.

    `verb` names the form with which it was sent (`_STARTS` or `_FORMS`), `key` is the
    idempotency key, `game` the key of its game, and `fields` are the fields of the form.
    `after`, `seq` and `seen` are the fields of the same names in the forms of rounds, if the
    phone knows them. If the round that they refer to is unsent itself, the `id` of its item is
    in `behind` (instead of `after`) or in `of` (instead of `seq`). `needs` is the key of the
    game that a rematch follows, which can be unsent too.
    """

    id: int
    verb: str
    key: uuid.UUID
    game: uuid.UUID
    fields: tuple[tuple[str, str], ...]
    after: int | None
    behind: int | None
    of: int | None
    seq: int | None
    seen: int | None
    needs: uuid.UUID | None

    @classmethod
    def parse(cls, facts: Mapping[str, Any]) -> Self:
        """Parse untrusted JSON. Raises ValueError, TypeError, KeyError."""

        def number(name: str) -> int | None:
            return None if facts.get(name) is None else read_number(facts[name])

        return cls(
            read_number(facts["id"]),
            str(facts["verb"]),
            uuid.UUID(facts["key"]),
            uuid.UUID(facts["game"]),
            tuple((str(name), str(value)) for name, value in facts["fields"]),
            number("after"),
            number("behind"),
            number("of"),
            number("seq"),
            number("seen"),
            uuid.UUID(facts["needs"]) if facts.get("needs") else None,
        )


def parse_items(data: Any) -> list[ImportItem]:
    """The items of a file. Raises ValueError, TypeError, KeyError, AttributeError."""
    if data["tichu-score"] not in FORMATS:
        raise ValueError
    return [ImportItem.parse(each) for each in data["items"]]


@dataclass
class UnsentImport:
    """Imports items for the device with this `token`. Games of items without a group start in
    `group`.

    Later items refer to earlier ones, so the results of these are stored: `games` contains the
    keys of games on the server, by their keys on the phone; `seqs` and `versions` contain the
    `seq` and the version of rounds, by the ids of items. `held` are the games that have an item
    that was not done: their further items are not imported.
    """

    token: str
    group: Group | None
    games: dict[uuid.UUID, uuid.UUID] = field(default_factory=dict)
    seqs: dict[int, int] = field(default_factory=dict)
    versions: dict[int, int] = field(default_factory=dict)
    held: set[uuid.UUID] = field(default_factory=set)

    def run(
        self,
        items: list[ImportItem],
        *,
        dry_run: bool,
        charge: Callable[[str], bool] = lambda _: True,
    ) -> list[ImportResult]:
        """Import the items in order, and return a result for each. In a `dry_run` the first
        `BATCH_SIZE` items are imported and rolled back. `charge` is called with the verb of
        each item before it is imported. From the first item that it refuses, all items get the
        status LATER."""
        results: list[ImportResult] = []
        while part := items[len(results) : len(results) + BATCH_SIZE]:
            charged = list(takewhile(lambda item: charge(item.verb), part))
            if results:
                time.sleep(BATCH_PAUSE)
            with write_transaction():
                self.lock_groups(charged)
                results += [self.import_item(item) for item in charged]
                transaction.set_rollback(dry_run)
            if dry_run or len(charged) < len(part):
                break
        return results + [
            ImportResult(ImportStatus.LATER, item.verb) for item in items[len(results) :]
        ]

    def lock_groups(self, items: list[ImportItem]) -> None:
        """Lock the groups of these items before any of their games. A start locks its group,
        and so does a change of a game of a series or a session; but by then, earlier items of
        the same transaction have locked games."""
        keys = {key for item in items for key in (item.game, item.needs) if key}
        games = Game.objects.visible_to(self.token).filter(key__in=keys)
        groups = set(games.values_list("group_id", flat=True))
        chosen = {group.pk for item in items if (group := self.chosen_group(item))}
        lock_groups(groups | chosen)

    def import_item(self, item: ImportItem) -> ImportResult:
        if {item.game, item.needs} & self.held:
            result = ImportResult(ImportStatus.BEHIND, item.verb)
        elif item.verb in _STARTS:
            result = self.start(item)
        else:
            result = self.change(item)
        if result.status not in {ImportStatus.DONE, ImportStatus.KNOWN}:
            self.held.add(item.game)
        return result

    def start(self, item: ImportItem) -> ImportResult:
        data = to_query_dict(item, key=item.key)
        earlier = self.find(item.needs) if item.needs else None
        form = RematchForm(data) if item.verb == "rematch" else NewGameForm(data)
        if not form.is_valid():
            sentences = [str(each) for errors in form.errors.values() for each in errors]
            return ImportResult(
                ImportStatus.REFUSED, item.verb, sentences=tuple(dict.fromkeys(sentences))
            )
        try:
            return self._start(item, form, earlier)
        except IllegalRound as error:
            sentences = [illegal_round_message(error)]
            return ImportResult(ImportStatus.REFUSED, item.verb, sentences=tuple(sentences))

    def _start(
        self, item: ImportItem, form: RematchForm | NewGameForm, earlier: Game | None
    ) -> ImportResult:
        known = Game.with_deleted.filter(key=item.key).exists()
        if isinstance(form, RematchForm) and earlier:
            game = form.start(earlier)
        elif isinstance(form, NewGameForm) and (group := self.chosen_group(item)):
            game = form.start(group)
        else:
            return ImportResult(ImportStatus.GONE, item.verb)
        self.games[item.game] = game.key
        found = self.find(game.key)
        if found is None:  # the game was deleted meanwhile
            return ImportResult(ImportStatus.GONE, item.verb)
        return ImportResult(
            ImportStatus.KNOWN if known else ImportStatus.DONE, item.verb, found
        )

    def change(self, item: ImportItem) -> ImportResult:
        game = self.find(self.games.get(item.game, item.game))
        if game is None or item.verb not in _FORMS:
            return ImportResult(ImportStatus.GONE, item.verb)
        version, form = game.version, _FORMS[item.verb](self.data(item), game, self.seq(item))
        try:
            change = form.execute()
        except Conflict:
            return ImportResult(ImportStatus.CONFLICT, item.verb, game)
        if change is None:
            sentences = [sentence for sentence, code in form.error_list]
            return ImportResult(
                ImportStatus.REFUSED, item.verb, game, sentences=tuple(sentences)
            )
        if not isinstance(change, Change):
            return ImportResult(ImportStatus.DONE, item.verb, game)
        self.seqs.setdefault(item.id, change.seq)
        self.versions[item.of or item.id] = change.number
        status = ImportStatus.DONE if change.number > version else ImportStatus.KNOWN
        return ImportResult(status, item.verb, game, change)

    def chosen_group(self, item: ImportItem) -> Group | None:
        """The group in which the page of the new game was opened; for items of earlier
        releases, the current group of the device. None if the device may no longer start games
        there."""
        chosen = dict(item.fields).get("group")
        if item.verb != "start" or not chosen:
            return self.group
        groups = Group.objects.playable_by(self.token)
        return next((group for group in groups if str(group.key) == chosen), None)

    def find(self, key: uuid.UUID) -> Game | None:
        game = Game.find(self.games.get(key, key), token=self.token)
        return None if game and game.role == Role.VIEWER else game

    def seq(self, item: ImportItem) -> int:
        return item.seq or self.seqs.get(item.of or 0, 0)

    def data(self, item: ImportItem) -> QueryDict:
        after = item.after if item.behind is None else self.seqs.get(item.behind)
        seen = item.seen or self.versions.get(item.of or 0)
        return to_query_dict(item, key=item.key, after=after, seen=seen)


def to_query_dict(item: ImportItem, **more: object) -> QueryDict:
    """The fields that the phone would have sent."""
    data = QueryDict(mutable=True)
    for name, value in item.fields:
        data.appendlist(name, value)
    for name, number in more.items():
        if number is not None:
            data[name] = str(number)
    return data


_STARTS = {"start", "rematch"}
_FORMS: dict[str, Callable[[QueryDict, Game, int], CommandForm[Any]]] = {
    "record": lambda data, game, _: RecordForm(data, game=game),
    "tell": lambda data, game, _: ProgressForm(data, game=game),
    "amend": lambda data, game, seq: AmendForm(data, game=game, seq=seq),
    "remove": lambda data, game, seq: RemoveForm(data, game=game, seq=seq),
}
