"""The form that changes the agreement of a game that has begun."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from scoring.forms.agreements import AgreementForm
from scoring.forms.command_form import CommandForm, version_field
from scoring.models import Change, Game
from scoring.services import game_changes
from scoring.services.transaction import Submission


class ChangeAgreementForm(CommandForm[Change], AgreementForm):
    """The new agreement of a game, which also applies to its rounds so far.

    `after` is the `seq` of the last round that the phone showed, and `agreement_change` the
    `Game.agreement_change` that it showed.
    """

    after = version_field()
    agreement_change = version_field()

    planned = gettext_lazy(
        "Partners change in this game, and its rounds are planned: start another one with other"
        " rules."
    )
    nothing_new = gettext_lazy("The game is played by these rules already: choose others.")

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game) -> None:
        super().__init__(data, game=game)
        self.initial = self.initial_for(game.agreement)

    def clean(self) -> None:
        super().clean()
        if self.game.rotation:
            self.add_error(None, str(self.planned))
        elif not self.errors and self.agreement == self.game.agreement:
            self.add_error(None, str(self.nothing_new))

    def apply(self, submission: Submission) -> Change:
        data = self.cleaned_data
        return game_changes.change_agreement(
            self.game,
            self.agreement,
            submission,
            after=data["after"],
            seen=data["agreement_change"],
        )
