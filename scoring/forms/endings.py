"""Forms that abandon or forfeit a game and resume it, correct its date, or delete and restore
it."""

from datetime import UTC, date

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.command_form import CommandForm, version_field
from scoring.models import MAX_REASON_LENGTH, Change, clean_text
from scoring.rules import Ending, Team
from scoring.services import game_changes
from scoring.services.transaction import Submission
from scoring.stats.evening_date import evening_date

NOT_SAID = gettext_lazy("Tap how the game ended.")


class EndForm(CommandForm[Change]):
    """The ending of a running game, and its reason; `after` is the `seq` of the last round that
    the phone showed."""

    after = version_field()
    ending = forms.ChoiceField(
        choices=[(ending, ending) for ending in Ending if ending],
        error_messages=dict.fromkeys(("required", "invalid_choice"), NOT_SAID),
    )
    reason = forms.CharField(required=False)

    reason_max_length = MAX_REASON_LENGTH
    no_teams = gettext_lazy(
        "Partners change in this game, so no team can forfeit it: abandon it instead."
    )
    too_long = gettext_lazy("A reason has at most 200 letters: shorten it.")

    def clean_ending(self) -> str:
        ending: str = self.cleaned_data["ending"]
        if self.game.rotation and Ending(ending).forfeited_by:
            self.add_error("ending", self.no_teams)
        if ending == Ending.TIME_LIMIT and self.game.time_limit is None:
            self.add_error("ending", str(NOT_SAID))
        return ending

    def clean_reason(self) -> str:
        reason = clean_text(self.cleaned_data["reason"])
        if len(reason) > MAX_REASON_LENGTH:
            self.add_error("reason", self.too_long)
        return reason

    @property
    def forfeits(self) -> list[tuple[Ending, Team]]:
        """The forfeit of each team; empty if partners change."""
        if self.game.rotation:
            return []
        return [(ending, team) for ending in Ending if (team := ending.forfeited_by)]

    def apply(self, submission: Submission) -> Change:
        data = self.cleaned_data
        return game_changes.end_game(
            self.game, Ending(data["ending"]), data["reason"], submission, after=data["after"]
        )


class ResumeForm(CommandForm[Change]):
    """Resumes an abandoned or forfeited game."""

    def apply(self, submission: Submission) -> Change:
        return game_changes.resume_game(self.game, submission)


FIRST_DAY = date(1991, 1, 1)  # the year in which the game was published


class DayField(forms.DateField):
    """The day of the evening on which a game was played: today, or an earlier day."""

    default_error_messages = dict.fromkeys(
        ("required", "invalid"), gettext_lazy("A day is written like this: 2026-03-06.")
    )
    first_day = FIRST_DAY

    @property
    def last_day(self) -> date:
        return timezone.localdate()

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value and not FIRST_DAY <= value <= self.last_day:
            raise forms.ValidationError(
                _("Choose a day that is over, or today, and after 1990.")
            )


class DateForm(CommandForm[Change]):
    """Corrects the `day` of the evening on which the game was played; the time of day does not
    change, unless it is in the future: then the game counts as begun now. `seen` is the former
    time that the phone showed."""

    day = DayField()
    seen = forms.CharField(max_length=40)

    @property
    def began(self) -> str:
        """The start of the game, which the page sends back as `seen`."""
        return self.game.created.isoformat()

    def apply(self, submission: Submission) -> Change:
        began = timezone.localtime(self.game.created)
        later = self.cleaned_data["day"] - evening_date(began)
        created = min((began + later).astimezone(UTC), timezone.now())
        return game_changes.correct_date(
            self.game, created, submission, seen=self.cleaned_data["seen"]
        )


class DeleteForm(CommandForm[Change]):
    """Deletes the game, for an owner."""

    def apply(self, submission: Submission) -> Change:
        return game_changes.delete_game(self.game, submission)


class RestoreForm(CommandForm[Change]):
    """Restores a deleted game, for an owner."""

    def apply(self, submission: Submission) -> Change:
        return game_changes.restore_game(self.game, submission)
