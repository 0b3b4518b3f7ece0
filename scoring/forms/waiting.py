"""What waited on a phone and comes as a file: the same forms, with the same keys."""

import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.forms.changes import GameForm
from scoring.forms.games import NewGameForm, RematchForm
from scoring.forms.rounds import AmendForm, RecordForm, RemoveForm
from scoring.forms.telling import TellForm
from scoring.models import Change, Conflict, Game, Group, Role, writing

MOST_BYTES = 1_000_000


class What(StrEnum):
    """What became of something that waited."""

    DONE = "done"
    KNOWN = "known"  # it is here already
    CONFLICT = "conflict"  # somebody was faster
    REFUSED = "refused"
    BEHIND = "behind"  # something before it is not done
    GONE = "gone"  # its game is not here, or not this device's


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one of the things that waited, in the order in which they were tapped."""

    what: What
    verb: str
    game: Game | None = None
    change: Change | None = None
    sentences: tuple[str, ...] = ()


class WaitingForm(forms.Form):
    """The file that a phone's outbox makes: what waits, and what the phone knew about it. Its
    text comes again with the form that carries it out."""

    file = forms.FileField(required=False)
    text = forms.CharField(required=False, strip=False)

    def clean(self) -> None:
        super().clean()
        file = self.cleaned_data.get("file")
        try:
            if file and file.size > MOST_BYTES:
                raise ValueError  # noqa: TRY301
            text = file.read().decode() if file else self.cleaned_data.get("text", "")
            self.cleaned_data["text"] = text
            self.cleaned_data["items"] = read(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError):
            self.add_error(
                "file", _("Choose a file that this site made of what waits on a phone.")
            )

    @property
    def items(self) -> "list[Item]":
        items: list[Item] = self.cleaned_data["items"]
        return items


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that waited, as the outbox has it: see outbox.js."""

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
    def read(cls, told: Mapping[str, Any]) -> Self:
        """Trusting nothing. Raises ValueError, TypeError, KeyError."""

        def number(name: str) -> int | None:
            return None if told.get(name) is None else int(told[name])

        return cls(
            int(told["id"]),
            str(told["verb"]),
            uuid.UUID(told["key"]),
            uuid.UUID(told["game"]),
            tuple((str(name), str(value)) for name, value in told["fields"]),
            number("after"),
            number("behind"),
            number("of"),
            number("seq"),
            number("seen"),
            uuid.UUID(told["needs"]) if told.get("needs") else None,
        )


def read(told: Any) -> list[Item]:
    """The items of a file. Raises ValueError, TypeError, KeyError, AttributeError."""
    if told["tichu-score"] != "waiting":
        raise ValueError
    return [Item.read(each) for each in told["items"]]


@dataclass
class Import:
    """Carries items out for one device. What comes behind something learns from it: which key
    its game got, and which number its round."""

    token: str
    group: Group | None
    games: dict[uuid.UUID, uuid.UUID] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)
    held: set[uuid.UUID] = field(default_factory=set)

    def run(self, items: list[Item], *, really: bool) -> list[Outcome]:
        """What becomes of each item; unless `really`, it is only tried, and all is left as it
        was."""
        with writing():
            outcomes = [self.carry_out(item) for item in items]
            transaction.set_rollback(not really)
        return outcomes

    def carry_out(self, item: Item) -> Outcome:
        if {item.game, item.needs} & self.held:
            outcome = Outcome(What.BEHIND, item.verb)
        elif item.verb in {"start", "rematch"}:
            outcome = self.start(item)
        else:
            outcome = self.change(item)
        if outcome.what not in {What.DONE, What.KNOWN}:
            self.held.add(item.game)
        return outcome

    def start(self, item: Item) -> Outcome:
        data = filled(item, key=item.key)
        earlier = self.find(item.needs) if item.needs else None
        form = RematchForm(data) if item.verb == "rematch" else NewGameForm(data)
        if not form.is_valid():
            told = [str(each) for errors in form.errors.values() for each in errors]
            return Outcome(What.REFUSED, item.verb, sentences=tuple(told))
        known = Game.objects.filter(key=item.key).exists()
        if isinstance(form, RematchForm) and earlier:
            game = form.start(earlier)
        elif isinstance(form, NewGameForm) and self.group:
            game = form.start(self.group)
        else:
            return Outcome(What.GONE, item.verb)
        self.games[item.game] = game.key
        return Outcome(What.KNOWN if known else What.DONE, item.verb, self.find(game.key))

    def change(self, item: Item) -> Outcome:
        game = self.find(self.games.get(item.game, item.game))
        if game is None or item.verb not in _FORMS:
            return Outcome(What.GONE, item.verb)
        version, form = game.version, _FORMS[item.verb](self.data(item), game, self.seq(item))
        try:
            change = form.carry_out()
        except Conflict:
            return Outcome(What.CONFLICT, item.verb, game)
        if change is None:
            told = [sentence for sentence, code in form.refused]
            return Outcome(What.REFUSED, item.verb, game, sentences=tuple(told))
        if not isinstance(change, Change):
            return Outcome(What.DONE, item.verb, game)
        self.numbers.setdefault(item.id, change.seq)
        self.seen[item.of or item.id] = change.number
        what = What.DONE if change.number > version else What.KNOWN
        return Outcome(what, item.verb, game, change)

    def find(self, key: uuid.UUID) -> Game | None:
        game = Game.find(self.games.get(key, key), token=self.token)
        return None if game and game.role == Role.VIEWER else game

    def seq(self, item: Item) -> int:
        return item.seq or self.numbers.get(item.of or 0, 0)

    def data(self, item: Item) -> QueryDict:
        after = item.after if item.behind is None else self.numbers.get(item.behind)
        seen = item.seen or self.seen.get(item.of or 0)
        return filled(item, key=item.key, after=after, seen=seen)


def filled(item: Item, **more: object) -> QueryDict:
    """What the phone would have sent."""
    data = QueryDict(mutable=True)
    for name, value in item.fields:
        data.appendlist(name, value)
    for name, number in more.items():
        if number is not None:
            data[name] = str(number)
    return data


_FORMS: dict[str, Callable[[QueryDict, Game, int], GameForm[Any]]] = {
    "record": lambda data, game, _: RecordForm(data, game=game),
    "tell": lambda data, game, _: TellForm(data, game=game),
    "amend": lambda data, game, seq: AmendForm(data, game=game, seq=seq),
    "remove": lambda data, game, seq: RemoveForm(data, game=game, seq=seq),
}
