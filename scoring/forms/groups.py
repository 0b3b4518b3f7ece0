"""Forms about a group: its name, who joins, and how devices are called."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.games import AgreementForm, NameField
from scoring.models import Agreement, Device, Group, JoinCode, Membership, Player, writing


class GroupForm(AgreementForm):
    """The group's name, and what its games start with."""

    name = NameField(
        required=False,
        max_length=60,
        label=gettext_lazy("Name of the group"),
        error_messages={
            "max_length": gettext_lazy("A group's name has at most 60 letters: shorten it.")
        },
    )

    chances = forms.BooleanField(required=False)

    @classmethod
    def of(cls, group: Group) -> "GroupForm":
        agreed = cls.filled(group.agreement or Agreement())
        own = {"name": group.name, "chances": group.shows_chances}
        return cls(initial=agreed | own)

    def save(self, group: Group) -> None:
        agreed = self.agreement
        group.name = self.cleaned_data["name"]
        group.shows_chances = self.cleaned_data["chances"]
        group.target, group.tie = agreed.target, agreed.tie
        group.grand, group.one_call_per_team = agreed.grand, agreed.one_call_per_team
        group.save()


class JoinForm(forms.Form):
    """Who somebody is: one of the group's players by number, or (`new`) a new name."""

    player = forms.CharField(
        error_messages={"required": gettext_lazy("Tap your name, or add it.")}
    )
    name = NameField(
        required=False,
        max_length=24,
        error_messages={
            "max_length": gettext_lazy("A name has at most 24 letters: shorten it.")
        },
    )

    def __init__(self, data: object = None, *, group: Group) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        self.group = group

    @property
    def free(self) -> list[Player]:
        return list(self.group.players.unclaimed())

    @property
    def taken(self) -> list[Player]:
        return list(self.group.players.exclude(membership=None).distinct())

    def clean(self) -> None:
        super().clean()
        told, name = self.cleaned_data.get("player"), self.cleaned_data.get("name")
        if told == "new" and not name and not self.errors:
            self.add_error("name", _("Write your name."))
        if told and told != "new" and self._known(told) is None:
            self.add_error("player", _("This player is no longer there: choose again."))

    def _known(self, told: str) -> Player | None:
        number = int(told) if told.isdecimal() and len(told) < 19 else 0
        return self.group.players.filter(pk=number).first()

    def join(self, device: Device) -> bool:
        """Let the device in as this player; False if somebody has to say yes first."""
        told = self.cleaned_data["player"]
        with writing():
            self.group.wait_for_turn()
            known = self._known(told)
            return self.group.admit(
                device, known or self.group.player(self.cleaned_data["name"])
            )


class CodeForm(forms.Form):
    code = forms.CharField(max_length=20)

    def clean_code(self) -> JoinCode:
        found = JoinCode.objects.find(self.cleaned_data["code"])
        if found is None:
            raise forms.ValidationError(
                _("This code does not work, or no longer: ask for a new one.")
            )
        return found


class DeviceForm(forms.Form):
    """What a device is called."""

    name = NameField(
        max_length=40,
        error_messages={
            "required": gettext_lazy("Write a name."),
            "max_length": gettext_lazy("A name has at most 40 letters: shorten it."),
        },
    )

    def save(self, member: Membership) -> None:
        member.device.name = self.cleaned_data["name"]
        member.device.save(update_fields=["name"])
