"""What waits on this device, and what waited on another and comes as a file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from scoring.forms import Import, WaitingForm
from scoring.views import access


@require_http_methods(["GET", "POST"])
@cache_control(private=True, no_cache=True)
def waiting(request: HttpRequest) -> HttpResponse:
    """A file is shown first with what it would do; sent again, that is done."""
    form = WaitingForm(request.POST or None, request.FILES or None)
    context = {"form": form, "sent": "now" in request.POST}
    if form.is_valid():
        who = Import(access.token(request), access.scoring_group(request))
        context["outcomes"] = who.run(form.items, really="now" in request.POST)
    status = 422 if form.errors else 200
    return render(request, "scoring/waiting.html", context, status=status)
