"""Forms that enter a game with its result, without rounds, and correct such a result."""

import re
import uuid
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from scoring.forms.agreements import OWN_FIELDS, AgreementForm
from scoring.forms.command_form import (
    STALE_PAGE,
    CommandForm,
    illegal_round_message,
    version_field,
)
from scoring.forms.endings import DayField
from scoring.forms.seat_names import SEAT_FIELDS, SeatNames, offered_names
from scoring.forms.typed_numbers import parse_integer
from scoring.models import Agreement, Change, Game, Group, Player
from scoring.rules import ByTeam, IllegalRound, Team, final_standing
from scoring.services.results import FinalResult, correct_result, enter_result
from scoring.services.transaction import Submission
from scoring.stats.evening_date import evening_date

TOTALS = ByTeam("total_a", "total_b")
_TOTAL = re.compile(r"[+-]?[0-9]{1,7}")


class ResultForm(SeatNames, AgreementForm):
    """The players, both final totals, the `day` of the evening, and the agreement."""

    key = forms.UUIDField(required=False, error_messages={"invalid": STALE_PAGE})
    total_a = forms.CharField(required=False, label=gettext_lazy("Final total, left team"))
    total_b = forms.CharField(required=False, label=gettext_lazy("Final total, right team"))
    day = DayField()

    @property
    def totals(self) -> list[tuple[Team, forms.BoundField]]:
        """The fields of the totals, by team."""
        return [(team, self[name]) for team, name in TOTALS.items()]

    def clean(self) -> None:
        super().clean()
        self.refuse_same_names()
        try:
            totals = TOTALS.map(lambda name: _total(self.cleaned_data.get(name, "")))
            if not self.errors.keys() & {"preset", *OWN_FIELDS}:
                final_standing(self.agreement.race, totals)
        except IllegalRound as error:
            for name in TOTALS:
                self.add_error(name, illegal_round_message(error))
        else:
            self.cleaned_data["totals"] = totals

    @property
    def began(self) -> datetime:
        """A time at which the game is assumed to have begun; only its time of day is used."""
        return timezone.now()

    @property
    def result(self) -> FinalResult:
        """The result of a valid form. Just after midnight, the time of day of an evening of
        today can be in the future; then the game counts as begun now."""
        data, began = self.cleaned_data, timezone.localtime(self.began)
        created = (began + (data["day"] - evening_date(began))).astimezone(UTC)
        created = min(created, timezone.now())
        return FinalResult(self.names, created, self.agreement, data["totals"])

    def enter(self, group: Group) -> Game:
        """Enter the game in this group, which has its `device_id`. Raises IllegalRound
        (SAME_PLAYER_TWICE)."""
        key = self.cleaned_data["key"] or uuid.uuid4()
        return enter_result(group, self.result, Submission(key, group.device_id))

    @classmethod
    def prefilled(
        cls, game: Game | None, group: Group, players: Iterable[Player]
    ) -> "ResultForm":
        """An unbound form for this evening. Its names are those of the players of the last
        `game` who are in `players`. Its agreement is that of the group, else that of the last
        game."""
        played = game.agreement if game and not game.rotation else Agreement()
        offered = {player.pk for player in players}
        seats = offered_names(game, offered) if game else ()
        names = dict(zip(SEAT_FIELDS, seats, strict=False))
        agreed = cls.initial_for(group.agreement or played)
        day = evening_date(timezone.now()).isoformat()
        return cls(initial={**names, **agreed, "day": day})


class CorrectResultForm(CommandForm[Change], ResultForm):
    """Another result of a game that was entered without rounds; `seen` is the version of the
    game on the phone."""

    seen = version_field()

    nothing_new = gettext_lazy("This is the result already: correct what is wrong with it.")

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game) -> None:
        super().__init__(data, game=game)
        self.initial = {
            **dict(zip(SEAT_FIELDS, game.names, strict=True)),
            **self.initial_for(game.agreement),
            "total_a": game.final_a,
            "total_b": game.final_b,
            "day": evening_date(game.created).isoformat(),
        }

    def clean(self) -> None:
        super().clean()
        game = self.game
        if self.errors or game.final_totals is None:
            return
        known = FinalResult(game.names, game.created, game.agreement, game.final_totals)
        sent_again = game.changes.filter(key=self.cleaned_data["key"]).exists()
        if self.result == known and not sent_again:
            self.add_error(None, str(self.nothing_new))

    @property
    def began(self) -> datetime:
        return self.game.created

    def apply(self, submission: Submission) -> Change:
        seen = self.cleaned_data["seen"]
        return correct_result(self.game, self.result, submission, seen=seen)

    def next_recorded_round(self) -> None:
        """Returns None, because such a game has no rounds."""


def _total(typed: str) -> int:
    """The typed total. Raises IllegalRound."""
    return parse_integer(typed, _TOTAL, "FINAL_TOTAL_OUT_OF_RANGE")
