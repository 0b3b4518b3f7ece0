"""Addresses of earlier releases, for saved links and open pages."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from scoring.views.access import Request


def moved(view: Callable[..., HttpResponse], name: str) -> Callable[..., HttpResponse]:
    """A view for the former address of `view`, which is now at the URL `name`. A browser that
    opens the former address is redirected permanently, with the query. Requests of forms and
    scripts are processed by `view`."""

    def at_former_address(request: Request, **arguments: Any) -> HttpResponse:
        if request.method not in {"GET", "HEAD"} or request.htmx:
            return view(request, **arguments)
        response: HttpResponse = redirect(name, permanent=True, **arguments)
        if query := request.META["QUERY_STRING"]:
            response.headers["Location"] += f"?{query}"
        return response

    return at_former_address
