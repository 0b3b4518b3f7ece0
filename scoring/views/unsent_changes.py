"""The page of unsent changes, which also imports a file of the unsent changes of another
device; and the messages for the scripts of the queue."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms import UnsentImport, UnsentImportForm
from scoring.presentation.unsent_changes import UnsentMessages, unsent_messages_url
from scoring.views import access
from scoring.views.rate_limits import charge


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def unsent_changes(request: HttpRequest) -> HttpResponse:
    """The page of unsent changes. A file is imported twice: the first import is rolled back and
    its results are shown as a preview; when the file is sent again, the import is committed."""
    form = UnsentImportForm(request.POST or None, request.FILES or None)
    context = {"form": form, "sent": "now" in request.POST}
    if form.is_valid():
        unsent_import = UnsentImport(
            access.device_token(request), access.current_group(request)
        )
        context["results"] = unsent_import.run(
            form.items, dry_run=not context["sent"], charge=partial(charge, request)
        )
    status = 422 if form.errors else 200
    response = render(request, "scoring/unsent_changes.html", context, status=status)
    # Scripts request it if their CSRF token is too old.
    response["Tichu-CSRF-Token"] = get_token(request)
    return response


@require_safe
def unsent_messages(request: HttpRequest, digest: str) -> HttpResponse:  # noqa: ARG001
    """The messages for unsent changes on table pages. Their address contains a digest of the
    content, so they can be cached permanently. An address of another release redirects to the
    present messages, in the language of the request."""
    found = UnsentMessages.find(digest)
    if found is None:
        return redirect(unsent_messages_url())
    response = HttpResponse(found.html)
    patch_cache_control(response, public=True, max_age=365 * 24 * 3600, immutable=True)
    return response
