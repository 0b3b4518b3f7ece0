"""The forms of an evening at several tables: who is present, and how it is played."""

import uuid
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.forms.lineup import players_field
from scoring.forms.seat_names import NAME_TOO_LONG
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import (
    Agreement,
    Game,
    Group,
    Player,
    Session,
    clean_text,
    name_key,
    session_of,
)
from scoring.models.names import MAX_NAME_LENGTH
from scoring.rules.sessions import MAX_PLAYERS, MIN_PLAYERS, ROUNDS_EACH
from scoring.services.sessions import SessionStart, start_seating, start_session

# Four players fill a table.
FEWEST_AT_A_TABLE = 4
TABLES = (1, 2, 3, 4, 5)
_UNKNOWN = {"invalid_choice": gettext_lazy("Choose how it is played.")}


def _too_long_sentence(name: str) -> str:
    """The error for a name that is too long: the beginning of the name, and what to do."""
    return _("%(spelling)s: %(sentence)s") % {
        "spelling": f"{name[:MAX_NAME_LENGTH].rstrip()}…",
        "sentence": NAME_TOO_LONG,
    }


class PresentPlayersForm(UniqueFieldsForm):
    """The players who are present: players of the group by primary key as `player`, others in
    `new_names`, one on each line."""

    multiple_fields = frozenset({"player"})
    fewest_players = FEWEST_AT_A_TABLE

    player = players_field()
    new_names = forms.CharField(required=False, max_length=MAX_PLAYERS * 30)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        group: Group | None,
        here: tuple[int, ...] = (),
    ) -> None:
        super().__init__(data, initial={"player": list(here)})
        self.group, self.here = group, here
        choices = [(each.pk, each.name) for each in self.offered]
        self.fields["player"].choices = choices  # type: ignore[attr-defined]

    @cached_property
    def offered(self) -> list[Player]:
        """The players who can be ticked: those who are present, then the others of the group
        who are not hidden."""
        known = self.group.players.order_by("pk") if self.group else ()
        players = {each.pk: each for each in known}
        here = [players[pk] for pk in self.here if pk in players]
        others = [
            each for pk, each in players.items() if pk not in self.here and not each.hidden
        ]
        return [*here, *others]

    @property
    def choices(self) -> list[tuple[Player, bool]]:
        """The players who can be ticked, and whether each of them is ticked."""
        ticked = {str(each) for each in self["player"].value() or ()}
        return [(each, str(each.pk) in ticked) for each in self.offered]

    def clean_new_names(self) -> list[str]:
        lines = str(self.cleaned_data["new_names"]).splitlines()
        names = [name for line in lines if (name := clean_text(line))]
        if too_long := [name for name in names if len(name) > MAX_NAME_LENGTH]:
            raise forms.ValidationError([_too_long_sentence(name) for name in too_long])
        return names

    def clean(self) -> None:
        super().clean()
        if self.errors:
            return
        ticked = {*self.cleaned_data["player"]}
        names = [each.name for each in self.offered if each.pk in ticked]
        for name in self.cleaned_data["new_names"]:
            if name_key(name) in map(name_key, names):
                said = _("%(name)s is there twice: write another name, or none.")
                self.add_error("new_names", said % {"name": name})
            names.append(name)
        self.cleaned_data["names"] = tuple(names)
        if len(names) < self.fewest_players:
            self.add_error("player", self.too_few)
        elif len(names) > MAX_PLAYERS:
            said = _("Tick at most %(most)s at once.")
            self.add_error("player", said % {"most": MAX_PLAYERS})

    @property
    def too_few(self) -> str:
        return _("A game takes four: tick at least four.")


class StartSessionForm(PresentPlayersForm):
    """The players who are present at the start, the number of rounds that a table plays before
    all players change seats, and the number of tables (empty for as many as are filled).
    `page_key` is the key of the page. If no script sets the `key`, it distinguishes two taps
    from two sessions."""

    fewest_players = MIN_PLAYERS

    key = forms.UUIDField(required=False)
    page_key = forms.UUIDField(required=False)
    rounds_each = forms.TypedChoiceField(
        choices=[(number, number) for number in ROUNDS_EACH],
        coerce=int,
        required=False,
        error_messages=_UNKNOWN,
    )
    tables = forms.TypedChoiceField(
        choices=[
            ("", gettext_lazy("As many as are filled")),
            *((number, number) for number in TABLES),
        ],
        coerce=int,
        empty_value=None,
        required=False,
        error_messages=_UNKNOWN,
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        group: Group | None,
        here: tuple[int, ...] = (),
    ) -> None:
        super().__init__(data, group=group, here=here)
        if not here and (last := _latest_session(group)):
            # The latest session of the group gives the initial values.
            self.initial["player"] = last.present
            self.initial["rounds_each"] = last.rounds_each

    @property
    def too_few(self) -> str:
        return _(
            "Two tables take eight: name at least eight. Up to seven play at one table, where"
            " partners change."
        )

    @property
    def rounds_each_choices(self) -> list[tuple[int, bool]]:
        """Each number, and whether it is chosen."""
        chosen = str(self["rounds_each"].value() or ROUNDS_EACH[0])
        return [(number, str(number) == chosen) for number in ROUNDS_EACH]

    @property
    def tables_choices(self) -> list[tuple[str, str, bool]]:
        """Each choice as its value, its name, and whether it is chosen."""
        chosen = str(self["tables"].value() or "")
        choices = self.fields["tables"].choices  # type: ignore[attr-defined]
        return [(str(value), str(label), str(value) == chosen) for value, label in choices]

    @property
    def new_page_key(self) -> uuid.UUID:
        return uuid.uuid4()

    def clean(self) -> None:
        super().clean()
        tables, names = self.cleaned_data.get("tables"), self.cleaned_data.get("names", ())
        if tables and not self.errors and len(names) < FEWEST_AT_A_TABLE * tables:
            said = ngettext(
                "%(n)s table takes %(players)s players: tick more, or choose fewer tables.",
                "%(n)s tables take %(players)s players: tick more, or choose fewer tables.",
                tables,
            )
            players = FEWEST_AT_A_TABLE * tables
            self.add_error("tables", said % {"n": tables, "players": players})

    def start(self, group: Group) -> Session:
        """Start the session in this group. Raises IllegalRound (SAME_PLAYER_TWICE)."""
        data = self.cleaned_data
        start = SessionStart(
            data["names"],
            session_agreement(group),
            data["rounds_each"] or ROUNDS_EACH[0],
            data["tables"],
        )
        return start_session(group, start, key=data["key"] or self._page_key(group))

    def _page_key(self, group: Group) -> uuid.UUID:
        """The key of the page; a new key if there is none, or if the page was opened again by
        Back to start another session: with other players, or after the first session was
        over."""
        key: uuid.UUID | None = self.cleaned_data["page_key"]
        found = Session.find(group.pk, key) if key else None
        if key and (found is None or (self._are_those_of(found) and not found.over)):
            return key
        return uuid.uuid4()

    def _are_those_of(self, session: Session) -> bool:
        names = session.first.player_names
        here = {name_key(names[player]) for player in session.present}
        return here == {name_key(name) for name in self.cleaned_data["names"]}


class NextSeatingForm(PresentPlayersForm):
    """The players who are present for the seating with this `number`."""

    number = forms.IntegerField(min_value=1)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, group: Group, session: Session
    ) -> None:
        super().__init__(data, group=group, here=tuple(session.present))
        self.session = session

    def start(self) -> Session:
        """Start the seating. Raises Conflict and IllegalRound like `start_seating`."""
        data = self.cleaned_data
        return start_seating(self.session, data["names"], number=data["number"])


def session_agreement(group: Group | None) -> Agreement:
    """The agreement for a session that starts in this group now: that of the group, else that
    of its last game."""
    last = _last_game(group)
    agreed = group.agreement if group else None
    return agreed or (last.agreement if last else Agreement())


def _latest_session(group: Group | None) -> Session | None:
    """The session to which the group's last game belongs; None if it belongs to none."""
    last = _last_game(group)
    return session_of(last) if last else None


def _last_game(group: Group | None) -> Game | None:
    return group.games.with_rounds().first() if group else None
