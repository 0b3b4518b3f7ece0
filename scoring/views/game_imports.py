"""Import games from other programs and spreadsheets, as the owner of a group: first the text,
then a preview. An import can be undone."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms import ImportChoicesForm, ImportTextForm, SharedTextForm
from scoring.models import GameImport, Group
from scoring.presentation.game_import import import_preview, import_progress, import_rows
from scoring.services.game_import import undo_import
from scoring.views import access
from scoring.views.access import Request
from scoring.views.rate_limits import START, limited


@csrf_exempt  # sent by the operating system, without a token; nothing is stored
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def share_target(request: Request) -> HttpResponse:
    """The content that another app shares, in a form that imports it into one of the person's
    own groups."""
    form = SharedTextForm(request.POST, request.FILES) if request.method == "POST" else None
    shared = form.cleaned_data if form and form.is_valid() else {}
    owned = Group.objects.owned_by(access.device_token(request)).disambiguated()
    context = {"form": form, "shared": shared, "groups": owned}
    status = 422 if form and form.errors else 200
    return render(request, "scoring/share_target.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited(START)
def game_imports(request: Request, key: uuid.UUID) -> HttpResponse:
    """The imports so far. A POST starts a new one with a text, and redirects to its preview."""
    group, form = access.get_owned_group(request, key), ImportTextForm()
    if request.method == "POST":
        form = ImportTextForm(request.POST, request.FILES)
        if form.is_valid():
            return redirect("game_import", key, form.open(group).pk)
    begun = group.game_imports.exclude(begun=None).select_related("device").defer("text")
    context = {"group": group, "form": form, "imports": import_rows(begun)}
    status = 422 if form.errors else 200
    return render(request, "scoring/game_imports.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: Request, key: uuid.UUID, number: int) -> HttpResponse:
    """A preview of the import. A POST stores the answers, and with `store` starts the import.
    From then on the answers cannot be changed, and the page shows the progress."""
    draft = _game_import(request, key, number)
    if draft.stored or draft.undone:
        return _redirect_to_imported(key)
    answers = request.POST if request.method == "POST" and not draft.begun else None
    form = ImportChoicesForm(answers, draft=draft)
    if "store" in request.POST and form.store():
        return redirect(request.path)
    page = _progress_page if draft.begun else _choices_page
    return page(request, draft, form)


def _progress_page(
    request: Request, draft: GameImport, form: ImportChoicesForm
) -> HttpResponse:
    sentence = import_progress(draft)
    context = {"group": draft.group, "draft": draft, "form": form, "sentence": sentence}
    status = 422 if request.method == "POST" else 200
    return render(request, "scoring/game_import_progress.html", context, status=status)


def _choices_page(request: Request, draft: GameImport, form: ImportChoicesForm) -> HttpResponse:
    """The questions, and a preview of the import. Valid answers that were sent are stored."""
    if form.is_valid() and form.is_sent:
        form.save()
    context = {
        "group": draft.group,
        "draft": draft,
        "form": form,
        "preview": form.plan and import_preview(form.plan),
    }
    status = 422 if form.is_sent and form.errors else 200
    return render(request, "scoring/game_import.html", context, status=status)


@require_POST
def undo(request: Request, key: uuid.UUID, number: int) -> HttpResponse:
    """Undo a whole import."""
    stored = _game_import(request, key, number)
    if stored.begun is None:
        raise Http404
    undo_import(stored, stored.group.device_id)
    return _redirect_to_imported(key)


def _redirect_to_imported(key: uuid.UUID) -> HttpResponse:
    """Redirect to the list of imports. On a phone, it is far below the form for the next
    import."""
    return redirect(f"{reverse('game_imports', args=[key])}#imported")


def _game_import(request: Request, key: uuid.UUID, number: int) -> GameImport:
    """The import of this group, if this device is an owner's. Raises Http404."""
    group = access.get_owned_group(request, key)
    found = GameImport.objects.filter(group=group, pk=number).first()
    if found is None:
        raise Http404
    found.group = group
    return found
