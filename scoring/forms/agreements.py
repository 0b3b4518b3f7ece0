"""The agreement of a table: one of the presets, or own rules."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import Agreement, clean_text
from scoring.rules import (
    DOUBLE_WINS,
    EXTRA_CALL_POINTS,
    MAX_EXTRA_CALL_LENGTH,
    CallsPerTeam,
    FailedCalls,
    LastMoment,
    TieRule,
)


@dataclass(frozen=True, slots=True)
class Preset:
    """An agreement with a name: `name` in forms, `label` on pages."""

    name: str
    label: "str | Promise"
    agreement: Agreement


PRESETS = (
    Preset("official", gettext_lazy("Official"), Agreement()),
    Preset("short", gettext_lazy("Short"), Agreement(target=500)),
    Preset(
        "club",
        gettext_lazy("Club"),
        Agreement(grand=False, double_win=100, dragon_keeps_last_trick=True),
    ),
    # The points of the tournament of BrettspielWelt, which has the same partners throughout.
    Preset(
        "brettspielwelt",
        gettext_lazy("BrettspielWelt"),
        Agreement(None, fixed_rounds=9, grand=False, double_win=100),
    ),
    Preset(
        "spectrum",
        gettext_lazy("spectrum.games"),
        Agreement(calls_per_team=CallsPerTeam.ONE_OF_EACH),
    ),
)


def find_preset(wanted: str | Agreement) -> Preset | None:
    """The preset with this name or this agreement; None if there is none."""
    return next((each for each in PRESETS if wanted in {each.name, each.agreement}), None)


OWN, OWN_LABEL = "own", gettext_lazy("Own rules")
PRESET_CHOICES = [*((each.name, each.label) for each in PRESETS), (OWN, OWN_LABEL)]
PRESET_ERRORS = {"invalid_choice": gettext_lazy("Choose one of the rules.")}
OWN_FIELDS = (
    "target",
    "other_target",
    "rounds",
    "lead",
    "floor",
    "time_limit",
    "tie",
    "grand",
    "calls_per_team",
    "double_win",
    "failed_calls",
    "dragon_keeps_last_trick",
    "extra_call",
    "extra_call_points",
    "extra_call_until",
)
# The usual points of Blind Tichu.
USUAL_EXTRA_CALL_POINTS = 400

TARGETS = (200, 300, 500, 750, 1000)
MAX_POINTS, MAX_ROUNDS, MAX_MINUTES = 1_000_000, 1000, 1000


def _choice(*choices: tuple[str, object]) -> forms.ChoiceField:
    """A choice that pages of an earlier release do not send; without it, the official rule
    applies."""
    return forms.ChoiceField(
        choices=choices,
        required=False,
        error_messages={"invalid_choice": gettext_lazy("Choose one of the house rules.")},
    )


class AgreementForm(UniqueFieldsForm):
    """The agreement of a game: `preset` is the name of one of PRESETS, or "own" for the other
    fields. (Pages of an earlier release have no presets.)

    `target` is a number, or "other" for `other_target`, or "none". `rounds`, `lead`, `floor`
    and `time_limit` (in minutes) are empty if they do not end the game. `extra_call` is empty
    if there is none; then its points and last moment are ignored. For a game that is started
    without a network, `agreement.js` makes the same checks, with the same messages."""

    preset = forms.ChoiceField(
        choices=PRESET_CHOICES, required=False, error_messages=PRESET_ERRORS
    )
    target = forms.CharField(required=False)
    other_target = forms.CharField(required=False)
    rounds = forms.CharField(required=False)
    lead = forms.CharField(required=False)
    floor = forms.CharField(required=False)
    time_limit = forms.CharField(required=False)
    grand = forms.BooleanField(required=False)
    calls_per_team = _choice(
        (CallsPerTeam.ANY, gettext_lazy("Everybody")),
        (CallsPerTeam.ONE, gettext_lazy("One per team")),
        (CallsPerTeam.ONE_OF_EACH, gettext_lazy("One of each per team")),
    )
    double_win = _choice(*((str(points), str(points)) for points in DOUBLE_WINS))
    failed_calls = _choice(
        (FailedCalls.MINUS, gettext_lazy("Own team loses them")),
        (FailedCalls.OPPONENTS, gettext_lazy("Opponents win them")),
        (FailedCalls.OPPONENTS_GRAND, gettext_lazy("Opponents win those of Grand Tichu")),
    )
    dragon_keeps_last_trick = forms.BooleanField(required=False)
    extra_call = forms.CharField(required=False)
    extra_call_points = _choice(
        *((str(points), str(points)) for points in EXTRA_CALL_POINTS),
    )
    extra_call_until = _choice(
        (LastMoment.FIRST_LOOK, gettext_lazy("Before a look at the cards")),
        (LastMoment.NINTH_CARD, gettext_lazy("Before the ninth card")),
        (LastMoment.FIRST_CARD, gettext_lazy("Before the own first card")),
    )
    # Sent by pages of an earlier release instead of `calls_per_team`.
    one_call_per_team = forms.BooleanField(required=False)
    tie = forms.ChoiceField(
        choices=[
            (TieRule.PLAY_ON, gettext_lazy("Play on")),
            (TieRule.DRAW, gettext_lazy("It is a draw")),
        ],
        error_messages={"required": gettext_lazy("Choose what happens on a tie.")},
    )

    presets = PRESETS
    targets = TARGETS
    target_error = gettext_lazy("A target is a whole number of points from 1 to 1,000,000.")

    rounds_error = gettext_lazy("A number of rounds is a whole number from 1 to 1,000.")
    lead_error = gettext_lazy("A lead is a whole number of points from 1 to 1,000,000.")
    floor_error = gettext_lazy(
        "How far a team may fall below 0 is a whole number of points from 1 to 1,000,000."
    )
    time_limit_error = gettext_lazy("A number of minutes is a whole number from 1 to 1,000.")
    extra_call_error = gettext_lazy(
        "An extra call has a name of at most 20 letters: shorten it."
    )
    extra_call_max_length = MAX_EXTRA_CALL_LENGTH
    end_error = gettext_lazy(
        "A game needs an end: choose a target, a number of rounds or a lead."
    )

    def clean(self) -> None:
        super().clean()
        if self.has_own_rules:
            self._clean_own()
        else:
            for field in OWN_FIELDS:
                self.errors.pop(field, None)

    @property
    def has_own_rules(self) -> bool:
        """Whether the other fields apply, and no preset."""
        return self._preset is None

    @property
    def _preset(self) -> Preset | None:
        """The chosen preset; None for own rules."""
        return find_preset(self.cleaned_data.get("preset") or "")

    def _clean_own(self) -> None:
        data = self.cleaned_data
        ends = [data.get("rounds"), data.get("lead"), data.get("target") != "none"]
        data["target"] = self._target()
        for field, most, refusal in (
            ("rounds", MAX_ROUNDS, self.rounds_error),
            ("lead", MAX_POINTS, self.lead_error),
            ("floor", MAX_POINTS, self.floor_error),
            ("time_limit", MAX_MINUTES, self.time_limit_error),
        ):
            typed = data.get(field) or ""
            data[field] = self._number(field, typed, most, refusal) if typed else None
        if not any(ends):
            self.add_error("target", str(self.end_error))
        data["extra_call"] = clean_text(data.get("extra_call") or "")
        if len(data["extra_call"]) > MAX_EXTRA_CALL_LENGTH:
            self.add_error("extra_call", str(self.extra_call_error))

    def _target(self) -> int | None:
        typed, field = self.cleaned_data.get("target") or "", "target"
        if typed == "none":
            return None
        if typed == "other":
            typed, field = self.cleaned_data.get("other_target") or "", "other_target"
        return self._number(field, typed, MAX_POINTS, self.target_error)

    def _number(self, field: str, typed: str, most: int, refusal: object) -> int | None:
        """The typed number from 1 to `most`; None, with an error, for anything else."""
        digits = typed.strip()
        number = int(digits) if digits.isdecimal() and len(digits) <= len(str(most)) else 0
        if 1 <= number <= most:
            return number
        self.add_error(field, str(refusal))
        return None

    @property
    def chosen(self) -> str:
        """The name of the chosen preset, or OWN."""
        return str(self["preset"].value() or OWN)

    @property
    def shown(self) -> Agreement:
        """The agreement that the form shows; the official one if the fields are invalid."""
        if self.is_bound:
            return self.agreement if self._preset or self.is_valid() else Agreement()
        shown: Agreement = self.initial["agreement"]
        return shown

    @property
    def agreement(self) -> Agreement:
        if self._preset:
            return self._preset.agreement
        data = self.cleaned_data
        former = CallsPerTeam.ONE if data["one_call_per_team"] else CallsPerTeam.ANY
        return Agreement(
            target=data["target"],
            fixed_rounds=data["rounds"],
            lead=data["lead"],
            floor=data["floor"],
            tie=TieRule(data["tie"]),
            grand=data["grand"],
            calls_per_team=CallsPerTeam(data["calls_per_team"] or former),
            double_win=int(data["double_win"] or 200),
            failed_calls=FailedCalls(data["failed_calls"] or FailedCalls.MINUS),
            dragon_keeps_last_trick=data["dragon_keeps_last_trick"],
            time_limit=data["time_limit"],
            **self._extra_call(),
        )

    def _extra_call(self) -> dict[str, Any]:
        data = self.cleaned_data
        if not data["extra_call"]:
            return {}
        return {
            "extra_call": data["extra_call"],
            "extra_call_points": int(data["extra_call_points"] or USUAL_EXTRA_CALL_POINTS),
            "extra_call_until": LastMoment(data["extra_call_until"] or LastMoment.FIRST_LOOK),
        }

    @staticmethod
    def initial_for(agreement: Agreement) -> dict[str, Any]:
        """The initial values of the form for this agreement."""
        target = agreement.target
        listed = target is None or target in TARGETS
        preset = find_preset(agreement)
        return {
            "agreement": agreement,
            "preset": preset.name if preset else OWN,
            "target": str(target or "none") if listed else "other",
            "other_target": "" if listed else target,
            "rounds": agreement.fixed_rounds,
            "lead": agreement.lead,
            "floor": agreement.floor,
            "time_limit": agreement.time_limit,
            "grand": agreement.grand,
            "calls_per_team": agreement.calls_per_team,
            "double_win": str(agreement.double_win),
            "failed_calls": agreement.failed_calls,
            "dragon_keeps_last_trick": agreement.dragon_keeps_last_trick,
            "tie": agreement.tie,
            "extra_call": agreement.extra_call,
            "extra_call_points": str(agreement.extra_call_points or USUAL_EXTRA_CALL_POINTS),
            "extra_call_until": agreement.extra_call_until,
        }
