"""Four names, by seat."""

from collections.abc import Collection, Iterable

from django import forms
from django.utils.translation import gettext_lazy

from scoring.models import Game, clean_text, name_key
from scoring.models.names import MAX_NAME_LENGTH
from scoring.rules import BySeat, Seat, Team

SEAT_FIELDS = tuple(seat.lower() for seat in Seat)


class NameField(forms.CharField):
    """A name, without invisible characters, and with white space folded."""

    def to_python(self, value: object) -> str:
        return clean_text(super().to_python(value) or "")


NO_NAME = gettext_lazy("Every seat needs a name.")
NAME_TOO_LONG = gettext_lazy("A name has at most 24 letters: shorten it.")


def name_field(label: object, *, required: bool = True) -> NameField:
    return NameField(
        label=label,  # type: ignore[arg-type]
        max_length=MAX_NAME_LENGTH,
        required=required,
        error_messages={
            "required": NO_NAME,
            "max_length": NAME_TOO_LONG,
        },
    )


def offered_names(game: Game, offered: Collection[int]) -> BySeat[str]:
    """The names of the four players of a game, as suggestions for another game. A name is empty
    if its player is not among `offered` (primary keys)."""
    return BySeat.from_function(
        lambda seat: game.names[seat] if game.players[seat] in offered else ""
    )


class SeatNames(forms.Form):
    """The names of four players by seat."""

    no_name = NO_NAME
    same_name = gettext_lazy("Two seats have the same name: write it so that they differ.")

    a1 = name_field(gettext_lazy("Left team, first player"))
    b1 = name_field(gettext_lazy("Right team, first player"))
    a2 = name_field(gettext_lazy("Left team, partner"))
    b2 = name_field(gettext_lazy("Right team, partner"))

    @property
    def sides(self) -> list[tuple[Team, list[forms.BoundField]]]:
        """The name fields by team, in the order of the seats."""
        return [(team, [self[seat.lower()] for seat in team.seats]) for team in Team]

    @property
    def seated(self) -> set[str]:
        """The names that the seats show, valid or not."""
        return {self[field].value() for field in SEAT_FIELDS}

    @property
    def names(self) -> BySeat[str]:
        return BySeat.from_function(lambda seat: self.cleaned_data[seat.lower()])

    def refuse_same_names(self, fields: Iterable[str] = SEAT_FIELDS) -> None:
        """Refuse every name that occurs in several of these fields."""
        seats: dict[str, list[str]] = {}
        for field in fields:
            if name := self.cleaned_data.get(field):
                seats.setdefault(name_key(name), []).append(field)
        for alike in seats.values():
            for field in alike if len(alike) > 1 else ():
                self.add_error(field, str(self.same_name))
