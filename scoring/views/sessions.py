"""An evening at several tables: its start, its seatings, and its standings."""

import uuid
from contextlib import suppress

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.forms import NextSeatingForm, StartSessionForm, session_agreement
from scoring.forms.command_form import STALE_PAGE, illegal_round_message
from scoring.forms.untrusted import row_number
from scoring.models import Group, Session
from scoring.presentation.sessions import session_page
from scoring.rules import IllegalRound
from scoring.services.sessions import take_back_seating
from scoring.services.transaction import Conflict
from scoring.views import access
from scoring.views.access import Request
from scoring.views.group_start import start_in_group
from scoring.views.rate_limits import START, limited


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited(START)
def new(request: Request) -> HttpResponse:
    """The form of a new session. A POST starts it; for a device without a group, it also
    creates a group."""
    group = access.chosen_group(request)
    if request.method != "POST":
        here = _ticked(request, group) if group else ()
        return _new_page(request, StartSessionForm(group=group, here=here))
    form = StartSessionForm(request.POST, group=group)
    started = start_in_group(request, form, group)
    if started is None:
        return _new_page(request, form, status=422)
    response = redirect("session", started.group.key, started.value.key)
    return access.set_device_cookie(request, response, started.token)


def _new_page(request: Request, form: StartSessionForm, *, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "group": form.group,
        "group_to_name": access.find_group_to_name(request, form.group),
        "agreement": session_agreement(form.group),
    }
    return render(request, "scoring/session_new.html", context, status=status)


@never_cache
@require_safe
def show(request: Request, key: uuid.UUID, session: uuid.UUID) -> HttpResponse:
    """The seating, who sits out, and the standings; 204 for a page that already shows this
    revision."""
    group = access.get_visible_group(request, key)
    found = _find(group, session)
    if request.GET.get("seen") == str(found.first.revision):
        return HttpResponse(status=204)
    template = "scoring/session.html" + ("#session" if request.htmx else "")
    page = session_page(found, group, _player_of_device(group))
    return render(request, template, {"page": page, "group": group})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited(START)
def next_seating(request: Request, key: uuid.UUID, session: uuid.UUID) -> HttpResponse:
    """The players who are present for the next seating. A POST starts it."""
    group = access.get_group(request, key)
    found = _find(group, session)
    form = NextSeatingForm(request.POST or None, group=group, session=found)
    status, seated = _start_or_explain(form)
    if seated:
        return redirect("session", group.key, session)
    context = {"group": group, "form": form, "session": found}
    return render(request, "scoring/session_next.html", context, status=status)


def _start_or_explain(form: NextSeatingForm) -> tuple[int, Session | None]:
    """Start the seating. Returns the status of the response and the session: None with 200 if
    the form was not sent, None with 422 or 409 if it was refused, with the reason in its
    errors."""
    if not form.is_valid():
        return (422 if form.is_bound else 200), None
    try:
        return 200, form.start()
    except Conflict:
        form.add_error(None, str(STALE_PAGE))
        return 409, None
    except IllegalRound as error:
        form.add_error(None, illegal_round_message(error))
        return 422, None


@require_POST
def take_back(request: Request, key: uuid.UUID, session: uuid.UUID) -> HttpResponse:
    """Take the present seating back, if nothing has been recorded or called at any table."""
    group = access.get_group(request, key)
    found, number = _find(group, session), row_number(request.POST.get("number", ""))
    with suppress(Conflict):  # the page then shows the present state
        take_back_seating(found, number=number, device=group.device_id)
    left = Session.find(group.pk, session)
    return redirect("session", group.key, session) if left else redirect("home")


def _find(group: Group, key: uuid.UUID) -> Session:
    found = Session.find(group.pk, key)
    if found is None:
        raise Http404
    return found


def _player_of_device(group: Group) -> int | None:
    """The primary key of the player to whom this device is linked, if any."""
    member = group.membership_set.filter(device=group.device_id).first()
    return member.player_id if member else None


def _ticked(request: Request, group: Group) -> tuple[int, ...]:
    """The players who were ticked on the previous page."""
    players = {str(each) for each in request.GET.getlist("player")}
    return tuple(each.pk for each in group.all_players if str(each.pk) in players)
