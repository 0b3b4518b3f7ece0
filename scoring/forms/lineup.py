"""The players who are present tonight."""

from collections.abc import Iterable
from functools import cached_property

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import Group
from scoring.stats.group_ratings import MAX_PLAYERS, MIN_PLAYERS


def players_field() -> forms.TypedMultipleChoiceField:
    """A field for players by primary key; the form has to set the choices."""
    return forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        error_messages={
            "invalid_choice": gettext_lazy(
                "A player who is ticked is not in this group: tick again who plays."
            )
        },
    )


class LineupForm(UniqueFieldsForm):
    """The players who are present. `tonight` marks the form as sent even if no player is
    ticked."""

    multiple_fields = frozenset({"player"})
    most_players = MAX_PLAYERS

    data: QueryDict
    tonight = forms.CharField(required=False)
    player = players_field()

    def __init__(self, asked: QueryDict, *, group: Group) -> None:
        super().__init__(asked)
        self.group = group
        self.fields["player"].choices = lambda: [(each, each) for each in self.offered]  # type: ignore[attr-defined]

    @property
    def sent(self) -> bool:
        return any(name in self.data for name in self.fields)

    @property
    def value(self) -> tuple[int, ...] | None:
        """The players who were asked for; None if there are none, or if they are invalid."""
        if not self.sent or not self.is_valid():
            return None
        return tuple(self.present(()))

    def present(self, usual: Iterable[int]) -> list[int]:
        """The ticked players, without a check of their number; those of `usual` if the form was
        not sent."""
        if not self.sent:
            return [each for each in usual if each in self.offered]
        typed = set(self.data.getlist("player"))
        return [each for each in self.offered if str(each) in typed]

    def clean_player(self) -> list[int]:
        there: list[int] = self.cleaned_data["player"]
        if self.sent and len(set(there)) < MIN_PLAYERS:
            raise forms.ValidationError(_("A game takes four: tick at least four."))
        if len(set(there)) > self.most_players:
            raise forms.ValidationError(
                _("Tick at most %(most)s at once.") % {"most": self.most_players}
            )
        return there

    @cached_property
    def offered(self) -> list[int]:
        """The players who can be ticked."""
        players = self.group.all_players
        return sorted(each.pk for each in players if not (each.hidden or each.merged_into_id))


class ScheduleForm(LineupForm):
    """The players for whom the schedule of an evening is made."""

    most_players = 20
