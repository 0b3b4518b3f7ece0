"""Forms that start a game: a new one, or a rematch."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from scoring.forms.agreements import AgreementForm
from scoring.forms.rotations import FURTHER_PLAYERS, RotationFields
from scoring.forms.seat_names import SEAT_FIELDS, SeatNames, name_field, offered_names
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import Agreement, Game, Group, Player
from scoring.rules import BEST_OF, Seat
from scoring.rules.rotation import RotationScoring
from scoring.services.games import PlaceInSeries, continue_series, start_game, start_rematch


def _best_of(games: int) -> object:
    return format_lazy(gettext_lazy("Best of {games}"), games=games)


class NewGameForm(SeatNames, RotationFields, AgreementForm):
    """Four names, up to three more if partners change, and the agreement of the table."""

    no_series = gettext_lazy(
        "A series is played by two teams: choose one game, or the same partners."
    )

    key = forms.UUIDField(required=False)
    # Scripts give each submission a key. Without scripts, the key of the page distinguishes two
    # taps on its button from two games.
    page_key = forms.UUIDField(required=False)
    # Pages of an earlier release do not send it.
    best_of = forms.ChoiceField(
        required=False,
        choices=[
            ("1", gettext_lazy("One game")),
            *((str(games), _best_of(games)) for games in BEST_OF),
        ],
        error_messages={"invalid_choice": gettext_lazy("Choose one game, or a series.")},
    )
    fifth = name_field(gettext_lazy("Fifth player"), required=False)
    sixth = name_field(gettext_lazy("Sixth player"), required=False)
    seventh = name_field(gettext_lazy("Seventh player"), required=False)

    @property
    def chosen_best_of(self) -> int | None:
        """The number of games of the chosen series; None for a single game."""
        chosen = self["best_of"].value()
        return next((games for games in BEST_OF if str(games) == chosen), None)

    def clean(self) -> None:
        super().clean()
        if self.cleaned_data.get("partners") and self.chosen_best_of:
            self.add_error("best_of", str(self.no_series))
        rotates = self.cleaned_data.get("partners") == RotationScoring.POINTS
        further_players = FURTHER_PLAYERS if rotates else ()
        self.refuse_same_names((*SEAT_FIELDS, *further_players))

    def start(self, group: Group) -> Game:
        """Start the game in this group. Raises IllegalRound (SAME_PLAYER_TWICE)."""
        return start_game(
            group,
            self.names,
            self.terms(self.agreement),
            key=self.cleaned_data["key"] or self._page_key(group),
            place=PlaceInSeries(best_of=self.chosen_best_of),
        )

    def _page_key(self, group: Group) -> uuid.UUID:
        """The key of the page; a new key if there is none, or if the page was opened again by
        Back to start another game: with other players, or after the first game was over."""
        key = self.cleaned_data["page_key"]
        game = group.games.with_names().filter(key=key).first() if key else None
        is_another = game and (game.names != self.names or game.summary.standing.over)
        return uuid.uuid4() if is_another or not key else key

    @property
    def new_page_key(self) -> uuid.UUID:
        return uuid.uuid4()

    @classmethod
    def prefilled(
        cls,
        game: Game | None,
        group: Group | None,
        seats: Mapping[str, str],
        players: Iterable[Player],
    ) -> "NewGameForm":
        """An unbound form. Its names are those of `seats` if there are four, else those of the
        players of the last game who are in `players`. Its agreement is that of the group, else
        that of the last game."""
        played = game.agreement if game and not game.rotation else Agreement()
        agreed = (group.agreement if group else None) or played
        names: dict[str, Any] = {}
        offered = {player.pk for player in players}
        if game:
            names = {seat.lower(): name for seat, name in offered_names(game, offered).items()}
            names |= cls.initial_for_rotation(game, offered)
        if all(seat.lower() in seats for seat in Seat):
            names = {seat.lower(): seats[seat.lower()] for seat in Seat}
        best_of = {"best_of": str(game.best_of)} if game and game.best_of else {}
        return cls(initial={"best_of": "1"} | names | cls.initial_for(agreed) | best_of)


class RematchForm(UniqueFieldsForm):
    """A rematch of the same four players: `partner` is the seat of the player who becomes the
    partner of the first player, or "next" for the next game of a series, in which the same
    teams move on by one seat."""

    key = forms.UUIDField(required=False)
    partner = forms.ChoiceField(choices=[(seat, seat) for seat in ("A2", "B1", "B2", "next")])

    def start(self, game: Game) -> Game:
        key, partner = self.cleaned_data["key"] or uuid.uuid4(), self.cleaned_data["partner"]
        if partner == "next":
            return continue_series(game, key=key)
        return start_rematch(game, Seat(partner), key=key)
