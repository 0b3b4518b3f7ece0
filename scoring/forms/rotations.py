"""The fields for how partners change in a new game."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.models import Agreement, Game
from scoring.rules.rotation import ROTATION_ORDER, RotationScoring
from scoring.services.rotation import RotationStart

FURTHER_PLAYERS = ("fifth", "sixth", "seventh")
ROUNDS_EACH, CYCLES = (1, 4, 8), (1, 2, 3)
_UNKNOWN = {"invalid_choice": gettext_lazy("Choose how partners change.")}


class RotationFields(forms.Form):
    """The fields for how partners change in a new game. `partners` is empty if they do not
    change, else one of RotationScoring. POINTS has further fields: the names of up to three
    players who sit out at first, the number of rounds that four players play in a row, and how
    often the plan is played. The other values are evenings of four players with a fixed plan:
    WIN_POINTS for the tournament of nine rounds, LEAGUE for the league evening."""

    partners = forms.ChoiceField(
        choices=[
            ("", gettext_lazy("The same partners throughout")),
            (RotationScoring.POINTS, gettext_lazy("Partners change")),
            (RotationScoring.WIN_POINTS, gettext_lazy("Tournament of nine")),
            (RotationScoring.LEAGUE, gettext_lazy("League evening")),
        ],
        required=False,
        error_messages=_UNKNOWN,
    )
    rounds_each = forms.ChoiceField(
        choices=[(number, number) for number in ROUNDS_EACH],
        required=False,
        error_messages=_UNKNOWN,
    )
    cycles = forms.ChoiceField(
        choices=[(number, number) for number in CYCLES],
        required=False,
        error_messages=_UNKNOWN,
    )

    rounds_each_choices, cycles_choices = ROUNDS_EACH, CYCLES
    # The description of each choice.
    details = {
        "": gettext_lazy("A race of two teams."),
        RotationScoring.POINTS: gettext_lazy("Four to seven players, each for themselves."),
        RotationScoring.WIN_POINTS: gettext_lazy(
            "Four players, nine rounds: 2 win points for a round, 3 for a double win, 1 each"
            " for a level one. Tichu is the only call, a double win scores 100."
        ),
        RotationScoring.LEAGUE: gettext_lazy(
            "Four players, eight rounds with each partner: the clearest win is worth 3, the"
            " next one 2, the closest 1."
        ),
    }

    @property
    def chosen_partners(self) -> str:
        return str(self["partners"].value() or "")

    @property
    def chosen_rounds_each(self) -> int:
        return _number(self["rounds_each"], ROUNDS_EACH)

    @property
    def chosen_cycles(self) -> int:
        return _number(self["cycles"], CYCLES)

    @property
    def partners_summary(self) -> str:
        """The name of the chosen way in which partners change."""
        labels = {value: label for value, label, _ in self.partner_choices}
        return labels.get(self.chosen_partners, labels[""])

    @property
    def partner_choices(self) -> list[tuple[str, str, str]]:
        """Each choice as its value, name and description."""
        return [
            (value, str(label), str(self.details[value]))
            for value, label in self.fields["partners"].choices  # type: ignore[attr-defined]
        ]

    @property
    def further_player_fields(self) -> list[forms.BoundField]:
        """The fields for the names of those who sit out at first."""
        return [self[name] for name in FURTHER_PLAYERS]

    @staticmethod
    def initial_for_rotation(game: Game, offered: Collection[int]) -> dict[str, Any]:
        """The initial values of the form if this was the last game: the same players by the
        same plan, without players who are not `offered`. Empty if its partners did not change
        or if it was a table of a session."""
        plan = game.rotation
        if plan is None or plan.session:
            return {}
        here = [player for player in plan.players if player in offered]
        names = [game.player_names[player] for player in here]
        names += [""] * (len(ROTATION_ORDER) - len(names))
        fields = [*(seat.lower() for seat in ROTATION_ORDER), *FURTHER_PLAYERS]
        return {
            "partners": str(plan.scoring),
            "rounds_each": plan.rounds_each,
            "cycles": plan.cycles,
            **dict(zip(fields, names, strict=False)),
        }

    def terms(self, agreement: Agreement) -> Agreement | RotationStart:
        """This agreement or, if partners change, the RotationStart with it. A tournament of
        nine has its own house rules."""
        data: dict[str, Any] = self.cleaned_data
        if data["partners"] == RotationScoring.POINTS:
            names = tuple(name for field in FURTHER_PLAYERS if (name := data.get(field)))
            each, cycles = int(data["rounds_each"] or 1), int(data["cycles"] or 1)
            return RotationStart(agreement, names, each, cycles)
        if data["partners"] == RotationScoring.WIN_POINTS:
            played = agreement.without_extra_call()
            rules = replace(played, grand=False, double_win=100)
            return RotationStart(rules, cycles=3, scoring=RotationScoring.WIN_POINTS)
        if data["partners"] == RotationScoring.LEAGUE:
            return RotationStart(agreement, rounds_each=8, scoring=RotationScoring.LEAGUE)
        return agreement


def _number(field: forms.BoundField, numbers: tuple[int, ...]) -> int:
    """The chosen number; the first one if none is chosen."""
    return next((each for each in numbers if str(each) == str(field.value())), numbers[0])
