"""Start a game or a session, in a group of the device or in a new group that it owns."""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from scoring.forms.command_form import illegal_round_message
from scoring.models import Group
from scoring.rules import IllegalRound
from scoring.security_log import log_event
from scoring.services.membership import create_group
from scoring.services.transaction import write_transaction
from scoring.views import access

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

NO_NEW_GROUPS = gettext_lazy(
    "No new groups are started here: ask a member of your group for an invitation."
)


class StartForm(Protocol[T_co]):
    """A form that starts a game or session in a group. `start` raises IllegalRound."""

    def is_valid(self) -> bool: ...
    def add_error(self, field: str | None, error: str) -> None: ...
    def start(self, group: Group) -> T_co: ...


@dataclass(frozen=True, slots=True)
class Started(Generic[T]):
    """The game or session that was started, its group, and the token of the device that started
    it."""

    value: T
    group: Group
    token: str


def may_start(request: HttpRequest) -> bool:
    """Whether this device may start a game: it has a group, or new groups are allowed."""
    return settings.NEW_GROUPS or access.current_group(request) is not None


def start_in_group(
    request: HttpRequest, form: StartForm[T], group: Group | None
) -> Started[T] | None:
    """Start the game or session of the form in this group; without a group, in a new one that
    the device then owns. Returns None if that is refused, with the reason in the form's
    errors."""
    if not may_start(request):
        form.add_error(None, str(NO_NEW_GROUPS))
    if not form.is_valid():
        return None
    try:
        return _start(request, form, group)
    except IllegalRound as error:
        form.add_error(None, illegal_round_message(error))
        return None


def _start(request: HttpRequest, form: StartForm[T], group: Group | None) -> Started[T]:
    """The same for a valid form. Raises IllegalRound; then nothing is stored."""
    with write_transaction():
        device, token = access.get_or_create_device(request)
        chosen = group or create_group(device)
        started = Started(form.start(chosen), chosen, token)
    if group is None:
        log_event("group created", group=chosen.pk, device=device.pk)
    return started
