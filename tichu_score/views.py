"""Pages that no app owns: what is shown when something went wrong."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """A form whose proof of origin is missing or old: say how to go on."""
    return render(request, "403_csrf.html", status=403)
