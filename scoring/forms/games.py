"""Forms that start a game: a new one, or a rematch."""

import unicodedata
import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.models import Agreement, Game, Group
from scoring.rules import BySeat, Seat, Team, Tie


class NameField(forms.CharField):
    """A player's name: white space folded, letters in their composed form."""

    def to_python(self, value: object) -> str:
        return unicodedata.normalize("NFC", " ".join((super().to_python(value) or "").split()))


def _name(label: object) -> NameField:
    return NameField(
        label=label,  # type: ignore[arg-type]
        max_length=24,
        error_messages={
            "required": gettext_lazy("Every seat needs a name."),
            "max_length": gettext_lazy("A name has at most 24 letters: shorten it."),
        },
    )


TARGETS = (300, 500, 750, 1000)


class AgreementForm(forms.Form):
    """What a table agrees on."""

    target = forms.CharField(required=False)
    other_target = forms.CharField(required=False)
    grand = forms.BooleanField(required=False)
    one_call_per_team = forms.BooleanField(required=False)
    tie = forms.ChoiceField(
        choices=[
            (Tie.PLAY_ON, gettext_lazy("Play on")),
            (Tie.DRAW, gettext_lazy("It is a draw")),
        ],
        error_messages={"required": gettext_lazy("Choose what happens on a tie.")},
    )

    targets = TARGETS

    @property
    def sentences(self) -> list[str]:
        """Everything that is wrong, each sentence once."""
        told = (str(sentence) for errors in self.errors.values() for sentence in errors)
        return list(dict.fromkeys(told))

    def clean(self) -> None:
        super().clean()
        self._clean_target()

    def _clean_target(self) -> None:
        typed = self.cleaned_data.get("target") or ""
        if typed == "other":
            typed = self.cleaned_data.get("other_target") or ""
        digits = typed.strip()
        points = int(digits) if digits.isdecimal() and len(digits) <= 7 else 0
        if not 1 <= points <= 1_000_000:
            self.add_error(
                "target", _("A target is a whole number of points from 1 to 1,000,000.")
            )
        self.cleaned_data["target"] = points

    @property
    def agreement(self) -> Agreement:
        data = self.cleaned_data
        return Agreement(
            target=data["target"],
            tie=Tie(data["tie"]),
            grand=data["grand"],
            one_call_per_team=data["one_call_per_team"],
        )

    @staticmethod
    def filled(agreement: Agreement) -> dict[str, Any]:
        """What the form starts from."""
        preset = agreement.target in TARGETS
        return {
            "target": str(agreement.target) if preset else "other",
            "other_target": "" if preset else agreement.target,
            "grand": agreement.grand,
            "one_call_per_team": agreement.one_call_per_team,
            "tie": agreement.tie,
        }


class NewGameForm(AgreementForm):
    """Four names and what the table agrees on."""

    key = forms.UUIDField(required=False)
    a1 = _name(gettext_lazy("Left team, first player"))
    b1 = _name(gettext_lazy("Right team, first player"))
    a2 = _name(gettext_lazy("Left team, partner"))
    b2 = _name(gettext_lazy("Right team, partner"))

    @property
    def sides(self) -> list[tuple[Team, list[forms.BoundField]]]:
        """The name fields as the players sit, team by team."""
        return [(team, [self[seat.lower()] for seat in team.seats]) for team in Team]

    def clean(self) -> None:
        super().clean()
        names = [self.cleaned_data.get(seat.lower(), "") for seat in Seat]
        told = [name.casefold() for name in names if name]
        if len(set(told)) < len(told):
            self.add_error(
                None, _("Two seats have the same name: write it so that they differ.")
            )

    def start(self, group: Group) -> Game:
        """Start the game in this group."""
        data = self.cleaned_data
        return Game.objects.start(
            group,
            BySeat.of(lambda seat: data[seat.lower()]),
            self.agreement,
            key=data["key"] or uuid.uuid4(),
        )

    @classmethod
    def like(
        cls, game: Game | None, group: Group | None, seats: Mapping[str, str]
    ) -> "NewGameForm":
        """An empty form, filled with the names of `seats` if there are four, else with those of
        the last game; and with what the group has agreed on, else that game."""
        agreed = (group.agreement if group else None) or (
            game.agreement if game else Agreement()
        )
        names = {seat.lower(): name for seat, name in game.names.items()} if game else {}
        if all(seat.lower() in seats for seat in Seat):
            names = {seat.lower(): seats[seat.lower()] for seat in Seat}
        return cls(initial=names | cls.filled(agreed))


class RematchForm(forms.Form):
    """The same four again: `partner` is who now sits opposite the first player."""

    key = forms.UUIDField(required=False)
    partner = forms.ChoiceField(choices=[(seat, seat) for seat in ("A2", "B1", "B2")])

    def start(self, game: Game) -> Game:
        return game.rematch(
            Seat(self.cleaned_data["partner"]), key=self.cleaned_data["key"] or uuid.uuid4()
        )
