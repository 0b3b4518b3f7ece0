"""The form for a person's answers about an imported text: how to read it, and which player each
name stands for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.exchange.game_import import Answers, ImportPlan, plan_import
from scoring.forms.date_words import date_words
from scoring.forms.endings import DayField
from scoring.forms.seat_names import NAME_TOO_LONG, NameField
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.importers.found import DateOrder, ParsedText, ReadingOptions, RoundNumbers
from scoring.importers.names import nearest
from scoring.importers.recognition import read
from scoring.models import GameImport, Player, clean_text, name_key
from scoring.models.names import MAX_NAME_LENGTH
from scoring.services.game_import import remembered_players, save_choices, store_import
from scoring.services.transaction import Conflict

NEW, IGNORED = "new", "ignore"


@dataclass(frozen=True, slots=True)
class NameRow:
    """A spelling in the text, with the fields that assign it to a player. `chosen` is the
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
    """A person's answers: how to read the text, and which player each name stands for. They are
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
        """The target in the text; else that of the group; else 1000."""
        target = next((game.target for game in self.found.games if game.target), None)
        agreed = self.group.agreement
        return target or (agreed and agreed.target) or 1000

    @property
    def _reading(self) -> ReadingOptions:
        """The answers to how the text is read; an invalid answer is ignored."""
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
            # If the text is read in another way, the rows change. The form therefore sends each
            # spelling.
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
        """The player of this spelling in an earlier import, if that player is still in the
        group; else the player with a similar name; else NEW."""
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
        """The name in the group for each spelling, "" for a spelling that is ignored."""
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
    def asks_for_day(self) -> bool:
        """Whether to ask for the day of games without one. An unreadable day does not count,
        because it has to be corrected in the text."""
        return any(game.day is None and not game.unreadable_day for game in self.found.games)

    @property
    def offers_keep_results(self) -> bool:
        """Whether to offer to import only results: if a game has rounds or problems."""
        return any(game.rounds or game.problems for game in self.found.games)

    def save(self) -> None:
        """Store the answers."""
        sent = {name: str(self.data.get(name, "")) for name in self.data if name in self._names}
        save_choices(self.draft, {"fields": sent})

    @property
    def _names(self) -> set[str]:
        own = {name for row in self.rows for name in (row.field, row.new_field)}
        own |= {f"spelling_{place}" for place in range(1, len(self.rows) + 1)}
        return {*self.fields, *own}

    def store(self) -> bool:
        """Store the new games, as many as one request can. Returns whether that was possible.
        If the text can be read in two ways, the person has to choose one first."""
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
        self.save()
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
