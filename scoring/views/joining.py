"""How another browser comes to a group: it opens a signed address, and says yes."""

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.models import Group, writing
from scoring.views import access

VALID_SECONDS = 15 * 60
_SALT = "scoring.joining"


def address_of(group: Group) -> str:
    """The path that lets whoever opens it in time into the group."""
    return reverse("open_group", args=[signing.dumps(str(group.key), salt=_SALT)])


@never_cache
@require_http_methods(["GET", "POST"])
def open_group(request: HttpRequest, token: str) -> HttpResponse:
    """Looking changes nothing, so that a link preview or a reload joins nobody."""
    group = _find_group(token)
    response = _join(request, group) if request.method == "POST" else _ask(request, group)
    # The address is a key: the referrer policy keeps it from other hosts, this from lists.
    response["X-Robots-Tag"] = "noindex"
    return response


def _ask(request: HttpRequest, group: Group) -> HttpResponse:
    return render(request, "scoring/open.html", {"group": group})


def _join(request: HttpRequest, group: Group) -> HttpResponse:
    with writing():
        device, device_token = access.device_of(request)
        device.join(group)
    return access.remember(request, redirect("home"), device_token)


def _find_group(token: str) -> Group:
    """The group that this token was signed for, or 404."""
    try:
        key = signing.loads(token, salt=_SALT, max_age=VALID_SECONDS)
    except signing.BadSignature:
        raise Http404 from None
    group = Group.objects.filter(key=key).first()
    if group is None:
        raise Http404
    return group
