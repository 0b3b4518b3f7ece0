"""The reference's pages: the same for everybody, so any cache may keep them for a while."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_GET

from rules_ref.reading import reference
from rules_ref.search import find, index

MOST_ASKED = 100

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


@require_GET
@conditional_page
@lasting
def search(request: HttpRequest) -> HttpResponse:
    """The search where no script runs, and an address for what was asked."""
    question = request.GET.get("q", "").strip()[:MOST_ASKED]
    found = find(index().shipped, question)
    return render(request, "rules_ref/search.html", {"question": question, "found": found})


@require_GET
def search_index(request: HttpRequest, digest: str) -> HttpResponse:  # noqa: ARG001
    """What a browser searches by itself, kept for good: another content has another address. A
    page that a cache has from before may still name the last one."""
    if digest != index().digest:
        return redirect("search_index", index().digest)
    answer = HttpResponse(index().body, content_type="application/json")
    patch_cache_control(answer, public=True, max_age=365 * 24 * 3600, immutable=True)
    return answer
