"""The reference's pages: the same for everybody, so any cache may keep them for a while."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_GET

from rules_ref.reading import reference

lasting = cache_control(public=True, max_age=3600)


@require_GET
@conditional_page
@lasting
def rules(request: HttpRequest) -> HttpResponse:
    """The quick sheet, and the way to everything else."""
    return render(request, "rules_ref/rules.html", {"reference": reference()})


@require_GET
@conditional_page
@lasting
def chapter(request: HttpRequest, slug: str) -> HttpResponse:
    found = reference().chapter(slug)
    if found is None:
        raise Http404
    before, after = reference().neighbours(found)
    context = {"chapter": found, "before": before, "after": after}
    page = "glossary" if found.words else "chapter"
    return render(request, f"rules_ref/{page}.html", context)


@require_GET
@conditional_page
@lasting
def disputes(request: HttpRequest) -> HttpResponse:
    """Every dispute with its ruling, to look through."""
    return render(request, "rules_ref/disputes.html", {"groups": reference().disputes})


@require_GET
@lasting
def rule(request: HttpRequest, rule_id: str) -> HttpResponse:  # noqa: ARG001
    """The address of a rule wherever it is: other pages need to know its id alone."""
    home = reference().home_of(rule_id)
    if home is None:
        raise Http404
    return redirect(f"{reverse('chapter', args=[home.slug])}#{rule_id}")
