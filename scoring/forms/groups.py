"""Forms of a group: its settings, joining it, and the names of its players and devices."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.agreements import PRESET_CHOICES, PRESET_ERRORS, AgreementForm
from scoring.forms.seat_names import NAME_TOO_LONG, NameField
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.forms.untrusted import row_number
from scoring.models import Agreement, Device, Group, JoinCode, Membership, Player, clean_text
from scoring.models.names import MAX_DEVICE_NAME_LENGTH, MAX_GROUP_NAME_LENGTH, MAX_NAME_LENGTH
from scoring.services.groups import DisplaySettings, update_settings
from scoring.services.membership import join_as_player, rename_device
from scoring.services.players import NameTaken, rename_player

AS_LAST = "last"
NEW = "new"
_WRONG_CODE = gettext_lazy("This code is wrong or has expired: ask for a new one.")


class GroupForm(AgreementForm):
    """The settings of a group: its name, and the agreement of its new games. With the preset
    AS_LAST that is the agreement of the last game."""

    preset = forms.ChoiceField(
        choices=[(AS_LAST, AS_LAST), *PRESET_CHOICES],
        required=False,
        error_messages=PRESET_ERRORS,
    )

    name = NameField(
        required=False,
        max_length=MAX_GROUP_NAME_LENGTH,
        label=gettext_lazy("Name of the group"),
        error_messages={
            "max_length": gettext_lazy("A group’s name has at most 60 letters: shorten it.")
        },
    )

    win_probability = forms.BooleanField(required=False)
    avatars = forms.BooleanField(required=False)
    deal = forms.BooleanField(required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, group: Group) -> None:
        self.group = group
        last = group.games.with_rounds().first()
        self.last_agreement = last.agreement if last and not last.rotation else Agreement()
        initial = self.initial_for(group.agreement or self.last_agreement)
        if group.agreement is None:
            initial["preset"] = AS_LAST
        own = {
            "name": group.name,
            "win_probability": group.shows_win_probability,
            "avatars": group.shows_avatars,
            "deal": group.shows_deal,
        }
        super().__init__(data, initial=initial | own)

    @property
    def has_own_rules(self) -> bool:
        return super().has_own_rules and not self._as_last

    @property
    def _as_last(self) -> bool:
        return self.cleaned_data.get("preset") == AS_LAST

    def save(self) -> None:
        data = self.cleaned_data
        update_settings(
            self.group,
            data["name"],
            None if self._as_last else self.agreement,
            DisplaySettings(data["win_probability"], data["avatars"], data["deal"]),
        )


class JoinForm(UniqueFieldsForm):
    """The player that a person chooses: the primary key of one of the group's players, or NEW
    for a new name."""

    player = forms.CharField(required=False)
    name = NameField(
        required=False,
        max_length=MAX_NAME_LENGTH,
        error_messages={"max_length": NAME_TOO_LONG},
    )

    def __init__(self, data: object = None, *, group: Group) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.group = group

    @property
    def free(self) -> list[Player]:
        return list(self.group.players.unclaimed().offered())

    @property
    def taken(self) -> list[Player]:
        return list(self.group.players.claimed())

    @property
    def chosen(self) -> str:
        """The chosen player; NEW if a name is typed and no player is chosen."""
        return self._sent("player") or (NEW if self._sent("name") else "")

    def _sent(self, field: str) -> str:
        return clean_text(str(self[field].value() or ""))

    def clean_player(self) -> str:
        if not self.chosen:
            raise forms.ValidationError(_("Tap your name, or add it."))
        return self.chosen

    def clean(self) -> None:
        super().clean()
        player, name = self.cleaned_data.get("player"), self.cleaned_data.get("name")
        if player == NEW and not name and not self.errors:
            self.add_error("name", _("Write your name."))
        if player and player != NEW and self._known(player) is None:
            self.add_error("player", _("This player is no longer there: choose again."))

    def _known(self, number: str) -> Player | None:
        return self.group.players.filter(pk=row_number(number)).first()

    def join(self, device: Device) -> bool:
        """Join the group as this player. Returns False if a join request has to be accepted
        first."""
        player, name = self.cleaned_data["player"], self.cleaned_data["name"]
        known = None if player == NEW else row_number(player)
        return join_as_player(self.group, device, known, name)


class CodeForm(UniqueFieldsForm):
    """The code of an invitation, as it is typed."""

    code = forms.CharField(
        max_length=20,
        error_messages={
            "required": gettext_lazy("Type the code that was read out, such as RQM6 KTZ6."),
            "max_length": _WRONG_CODE,
        },
    )

    def clean_code(self) -> JoinCode:
        found = JoinCode.objects.by_code(self.cleaned_data["code"])
        if found is None:
            raise forms.ValidationError(_WRONG_CODE)
        return found


class DeviceForm(UniqueFieldsForm):
    """The name of a device in a group."""

    name = NameField(
        max_length=MAX_DEVICE_NAME_LENGTH,
        error_messages={
            "required": gettext_lazy("Write a name."),
            "max_length": gettext_lazy("A name has at most 40 letters: shorten it."),
        },
    )

    def save(self, member: Membership) -> None:
        rename_device(member, self.cleaned_data["name"])


class PlayerForm(UniqueFieldsForm):
    """A new name for a player."""

    name = NameField(
        max_length=MAX_NAME_LENGTH,
        error_messages={
            "required": gettext_lazy("Write a name."),
            "max_length": NAME_TOO_LONG,
        },
    )

    def rename(self, player: Player, device: int) -> bool:
        """Rename the player, for this device. Returns False if that is refused, with the reason
        in `errors`."""
        if self.is_valid():
            try:
                rename_player(player, self.cleaned_data["name"], device)
            except NameTaken:
                self.add_error("name", _("Somebody else has this name: write it differently."))
        return not self.errors
