"""Marks every answer of the site as its own, with the version that made it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tichu_score.offline import version


class Mark:
    """A browser may hear from others in our place: a proxy that finds nobody, the page by which
    a hotel's network asks for a password. What has no mark is not kept, and answers no tap."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Tichu-Score"] = version()
        return response
