"""Forms that import games from other programs: the text, and the answers of a person about
it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.exchange.game_import import Answers, ImportPlan, plan_import
from scoring.forms.date_words import date_words
from scoring.forms.endings import DayField
from scoring.forms.seat_names import NAME_TOO_LONG, NameField
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.importers.found import (
    DateOrder,
    ParsedText,
    ReadingOptions,
    RoundNumbers,
    Unreadable,
    UnreadableReason,
)
from scoring.importers.names import nearest
from scoring.importers.recognition import MAX_BYTES, decode, read
from scoring.models import GameImport, Group, Player, clean_text, name_key
from scoring.models.game_import import MAX_SOURCE_LENGTH
from scoring.models.names import MAX_NAME_LENGTH
from scoring.services.game_import import (
    open_import,
    remembered_players,
    save_choices,
    store_import,
)
from scoring.services.transaction import Conflict

UNREADABLE = {
    UnreadableReason.EMPTY: gettext_lazy("Paste the text, or choose the file."),
    UnreadableReason.TOO_LONG: gettext_lazy(
        "That is too long: send a part of it, at most one megabyte and 20,000 rows."
    ),
    UnreadableReason.UNKNOWN: gettext_lazy(
        "This text cannot be read: copy a table with its header row from a spreadsheet, or "
        "choose the file as the other program exported it."
    ),
    UnreadableReason.SPREADSHEET: gettext_lazy(
        "This is the file of a spreadsheet program: open it there, and copy the table with "
        "its header row or save it as CSV."
    ),
    UnreadableReason.OWN_FILE: gettext_lazy(
        "This is a file of a group of Tichu Score: merge it into this group, on the page for"
        " that."
    ),
    UnreadableReason.OWN_TABLE: gettext_lazy(
        "This is a table of Tichu Score for a spreadsheet: in the group that it is from, save"
        " everything as a file, and merge that file into this group."
    ),
    UnreadableReason.NO_GAMES: gettext_lazy("It contains no Tichu game: choose another file."),
    UnreadableReason.TOO_MANY_GAMES: gettext_lazy(
        "That is more than 3,000 games: import them in parts."
    ),
    UnreadableReason.TOO_MANY_NAMES: gettext_lazy(
        "That is more than 100 names: import the games in parts, or check the columns."
    ),
}
_EMPTY_FILE = gettext_lazy("This file is empty: choose another one, or paste the text.")
NEW, IGNORED = "new", "ignore"


class ImportTextForm(UniqueFieldsForm):
    """A text that was pasted, or a file. `source` is the name of the file that a pasted text is
    from."""

    text = forms.CharField(required=False, strip=False, label=gettext_lazy("Text"))
    file = forms.FileField(required=False, allow_empty_file=True, label=gettext_lazy("File"))
    source = forms.CharField(required=False)

    def clean(self) -> dict[str, Any] | None:
        super().clean()
        file = self.cleaned_data.get("file")
        try:
            text = self._text()
            read(text, words=date_words())
        except Unreadable as refused:
            self.add_error("file" if file else "text", _refusal(refused.reason, file))
        else:
            self.cleaned_data["read"] = text
        return self.cleaned_data

    def _text(self) -> str:
        """The text that was handed in; a file comes before a pasted text. Raises Unreadable."""
        file, pasted = self.cleaned_data.get("file"), self.cleaned_data.get("text", "")
        if file:
            return _decode_file(file)
        return decode(pasted.encode())

    def open(self, group: Group) -> GameImport:
        """Store the text for the preview."""
        file = self.cleaned_data["file"]
        source = file.name if file else self.cleaned_data["source"]
        return open_import(
            group, clean_text(source)[:MAX_SOURCE_LENGTH], self.cleaned_data["read"]
        )


class SharedTextForm(UniqueFieldsForm):
    """The content that another app shares: a file, or a text with a title. It is not parsed
    yet, because the group is not chosen yet."""

    title = forms.CharField(required=False)
    text = forms.CharField(required=False, strip=False)
    file = forms.FileField(required=False, allow_empty_file=True)

    def clean(self) -> dict[str, Any] | None:
        super().clean()
        file, text = self.cleaned_data.get("file"), self.cleaned_data.get("text", "")
        try:
            shared = _decode_file(file) if file else decode(text.encode())
        except Unreadable as refused:
            raise forms.ValidationError(_refusal(refused.reason, file)) from None
        title = file.name if file else self.cleaned_data.get("title", "")
        self.cleaned_data |= {"text": shared, "title": title}
        return self.cleaned_data


def _refusal(reason: UnreadableReason, file: UploadedFile | None) -> str:
    """The message that says why a text or, if there is one, a file cannot be read."""
    empty_file = file is not None and reason is UnreadableReason.EMPTY
    return str(_EMPTY_FILE if empty_file else UNREADABLE[reason])


def _decode_file(file: UploadedFile) -> str:
    # One byte more than is taken tells that it is too long.
    return decode(file.read(MAX_BYTES + 1))


@dataclass(frozen=True, slots=True)
class NameRow:
    """A spelling in the text, with the fields that say which player it is. `chosen` is the
    primary key of a player, NEW or IGNORED, and `new_name` is the name of a new player."""

    spelling: str
    field: str
    new_field: str
    chosen: str
    new_name: str
    error: str = ""

    @property
    def is_new(self) -> bool:
        return self.chosen == NEW

    @property
    def is_ignored(self) -> bool:
        return self.chosen == IGNORED


class ImportChoicesForm(UniqueFieldsForm):
    """The answers of a person: how to read the text, and which player each name is. They are
    stored with the text, so that the preview shows them whenever it is opened."""

    dates = forms.ChoiceField(required=False, choices=[(each, each) for each in DateOrder])
    numbers = forms.ChoiceField(required=False, choices=[(each, each) for each in RoundNumbers])
    day = DayField(required=False)
    target = forms.IntegerField(
        min_value=1,
        max_value=100_000,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            gettext_lazy("Write the points that the games were played to, such as 1000."),
        ),
    )
    keep_results = forms.BooleanField(required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, draft: GameImport) -> None:
        self.draft, self.group = draft, draft.group
        self.is_sent = data is not None
        super().__init__(data if data is not None else draft.choices.get("fields", {}))
        self.found: ParsedText = read(draft.text, self._reading, date_words())
        if not self.data:
            self.data = {"target": str(self._suggested_target)}
        self.players = list(self.group.players.all())
        self.rows = list(self._rows())
        self.plan: ImportPlan | None = None

    @property
    def _suggested_target(self) -> int:
        """The target of the text, else that of the group."""
        target = next((game.target for game in self.found.games if game.target), None)
        agreed = self.group.agreement
        return target or (agreed and agreed.target) or 1000

    @property
    def _reading(self) -> ReadingOptions:
        """The answers to how the text is read; an invalid answer counts as none."""
        dates, numbers = self.data.get("dates"), self.data.get("numbers")
        return ReadingOptions(
            DateOrder(dates) if dates in set(DateOrder) else None,
            RoundNumbers(numbers) if numbers in set(RoundNumbers) else None,
        )

    def _rows(self) -> Iterator[NameRow]:
        known = {each.name_key: each for each in self.players}
        numbers = {str(each.pk) for each in self.players}
        remembered = remembered_players(self.group)
        for place, spelling in enumerate(self.found.spellings, 1):
            field = f"name_{place}"
            # The rows change where the text is read in another way: the spelling is sent along.
            if self.data.get(f"spelling_{place}") == spelling:
                chosen = str(self.data.get(field, ""))
            else:
                chosen = self._suggestion(spelling, known, remembered)
            if chosen not in {*numbers, NEW, IGNORED}:
                chosen = NEW
            typed = self.data.get(f"new_{place}") if self.data.get(field) == NEW else None
            name = str(typed) if typed else clean_text(spelling)[:MAX_NAME_LENGTH]
            yield NameRow(spelling, field, f"new_{place}", chosen, name)

    @staticmethod
    def _suggestion(
        spelling: str, known: Mapping[str, Player], remembered: Mapping[str, int]
    ) -> str:
        """The player that this spelling was in an earlier import, if that one is still in the
        group; else the player with a similar name."""
        key = name_key(spelling)
        before = remembered.get(key, -1)
        if before == 0:
            return IGNORED
        if before in {player.pk for player in known.values()}:
            return str(before)
        near = nearest(key, known)
        return str(known[near].pk) if near else NEW

    def clean(self) -> dict[str, Any] | None:
        super().clean()
        people = self._people()
        if not self.errors:
            data = self.cleaned_data
            answers = Answers(people, data["day"], data["target"], data["keep_results"])
            self.plan = plan_import(self.found, answers, self.group)
        return self.cleaned_data

    def _people(self) -> dict[str, str]:
        """The name in the group of each spelling, "" for one that is ignored."""
        names = {str(each.pk): each.name for each in self.players}
        people: dict[str, str] = {}
        for place, row in enumerate(self.rows):
            if row.is_new:
                try:
                    people[row.spelling] = _NEW_NAME.clean(row.new_name)
                except forms.ValidationError as refused:
                    sentence = " ".join(refused.messages)
                    self.rows[place] = replace(row, error=sentence)
                    self.add_error(
                        None,
                        _("%(spelling)s: %(sentence)s")
                        % {"spelling": row.spelling, "sentence": sentence},
                    )
            else:
                people[row.spelling] = names.get(row.chosen, "")
        return people

    @property
    def asks_day(self) -> bool:
        """Whether to ask for the day of games that have none. A day that cannot be read does
        not count, as it has to be corrected in the text."""
        return any(game.day is None and not game.unreadable_day for game in self.found.games)

    @property
    def asks_keeping(self) -> bool:
        """Whether a game has rounds that may be wrong."""
        return any(game.rounds or game.problems for game in self.found.games)

    def keep(self) -> None:
        """Store the answers."""
        sent = {name: str(self.data.get(name, "")) for name in self.data if name in self._names}
        save_choices(self.draft, {"fields": sent})

    @property
    def _names(self) -> set[str]:
        own = {name for row in self.rows for name in (row.field, row.new_field)}
        own |= {f"spelling_{place}" for place in range(1, len(self.rows) + 1)}
        return {*self.fields, *own}

    def store(self) -> bool:
        """Store the new games, as many as one request can. Returns whether that was done. If
        the text can be read in two ways, the person has to choose one first."""
        if not self.is_valid() or self.plan is None:
            return False
        if self.found.asks_dates and not self.cleaned_data["dates"]:
            self.add_error("dates", _("Choose whether the day or the month comes first."))
        if self.found.asks_numbers and not self.cleaned_data["numbers"]:
            self.add_error("numbers", _("Choose whether the numbers are points or totals."))
        if not self.plan.new_games and self.draft.begun is None:
            self.add_error(None, _("There is no game to import: see below why."))
        if self.errors:
            return False
        self.keep()
        try:
            store_import(self.draft, self.plan.new_games, self._people())
        except Conflict:
            self.add_error(None, _("Somebody else changed this import just now: look again."))
        return not self.errors

    @property
    def last_day(self) -> str:
        return timezone.localdate().isoformat()


_NEW_NAME = NameField(
    max_length=MAX_NAME_LENGTH,
    error_messages={
        "required": gettext_lazy("Write the name of the new player."),
        "max_length": NAME_TOO_LONG,
    },
)
