"""Forms that replace players of a running game."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.command_form import STALE_PAGE, CommandForm, version_field
from scoring.forms.seat_names import NAME_TOO_LONG, NameField
from scoring.models import Change, name_key
from scoring.models.names import MAX_NAME_LENGTH
from scoring.rules import Seat
from scoring.rules.rotation import MAX_PLAYERS, MIN_PLAYERS, RotationScoring
from scoring.services.seating import change_players, substitute
from scoring.services.transaction import Submission

_TOO_LONG = {"max_length": NAME_TOO_LONG}


class SubstituteForm(CommandForm[Change]):
    """The `seat` of the player who leaves, and the player who takes it, as `name` or, if it is
    typed, as `new_name`. `after` is the `seq` of the last round that the phone showed, and
    `seating` the `Game.seating_number` that it showed."""

    after = version_field()
    seating = version_field()

    seat = forms.ChoiceField(
        choices=[(seat, seat) for seat in Seat],
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Tap the player who leaves.")
        ),
    )
    name = NameField(required=False, max_length=MAX_NAME_LENGTH, error_messages=_TOO_LONG)
    new_name = NameField(required=False, max_length=MAX_NAME_LENGTH, error_messages=_TOO_LONG)

    def clean(self) -> None:
        super().clean()
        name = self.cleaned_data.get("new_name") or self.cleaned_data.get("name")
        if not name:
            if not self.errors.keys() & {"name", "new_name"}:
                self.add_error("name", _("Tap or type who plays on."))
        elif name_key(name) in map(name_key, self.game.names):
            self.add_error(
                "name",
                _("%(name)s already sits at this table: choose somebody else.")
                % {"name": name},
            )
        self.cleaned_data["player"] = name

    @property
    def seated(self) -> list[tuple[Seat, str]]:
        """The players who can leave."""
        return list(self.game.names.items())

    @property
    def others(self) -> list[str]:
        """The names of the group's players who can take a seat."""
        others = self.game.group.players.offered().exclude(pk__in=self.game.players)
        return list(others.values_list("name", flat=True))

    def apply(self, submission: Submission) -> Change:
        data = self.cleaned_data
        return substitute(
            self.game,
            Seat(data["seat"]),
            data["player"],
            submission,
            after=data["after"],
        )


class ChangePlayersForm(CommandForm[Change]):
    """The players of the remaining rounds of a game with changing partners: the names as
    `player`, and a new one as `new_name`. `after` and `seating` as in SubstituteForm."""

    multiple_fields = frozenset({"player"})

    after = version_field()
    seating = version_field()
    new_name = NameField(required=False, max_length=MAX_NAME_LENGTH, error_messages=_TOO_LONG)

    def clean(self) -> None:
        super().clean()
        names = {name_key(name): name for name in self.values("player")}
        new = self._new()
        if name_key(new) in names:
            self.add_error(
                "new_name",
                _("%(name)s is ticked already: write another name, or none.") % {"name": new},
            )
        elif new:
            names[name_key(new)] = new
        plan = self.game.rotation
        if plan and plan.scoring is RotationScoring.LEAGUE:
            self.add_error(
                None,
                _("A league evening has the same four players: abandon it, and start another."),
            )
        elif not set(self.values("player")) <= set(self.game.player_names.values()):
            self.add_error(None, str(STALE_PAGE))
        elif plan and plan.session and len(names) != MIN_PLAYERS:
            self.add_error(None, _("Four play at a table: tick four."))
        elif not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
            self.add_error(None, _("Four to seven players rotate at one table: tick as many."))
        self.cleaned_data["players"] = list(names.values())

    def _new(self) -> str:
        return str(self.cleaned_data.get("new_name") or "")

    @property
    def choices(self) -> list[tuple[str, bool]]:
        """The names of the present players, then of all other players of the group who are not
        hidden, and whether each of them is ticked."""
        plan, names = self.game.rotation, self.game.player_names
        here = plan.players if plan else ()
        ticked = self.values("player") if self.is_bound else [names[each] for each in here]
        others = self.game.group.players.offered().exclude(pk__in=here)
        order = [*here, *others.values_list("pk", flat=True)]
        return [(names[player], names[player] in ticked) for player in order]

    def apply(self, submission: Submission) -> Change:
        data = self.cleaned_data
        return change_players(self.game, data["players"], submission, after=data["after"])
