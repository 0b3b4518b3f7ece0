"""The pages of the reference. A page is the same for all readers of a language.

So shared caches may store the pages. They have to revalidate them, because a reader may have
switched the language.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from rules_ref.loader import active_reference
from rules_ref.reference import Part
from rules_ref.search import (
    MAX_QUERY_LENGTH,
    index,
    index_by_digest,
    index_digest,
    search_entries,
)

revalidated = cache_control(public=True, no_cache=True)


@require_safe
@conditional_page
@revalidated
def rules(request: HttpRequest) -> HttpResponse:
    """The quick sheet, and links to all pages."""
    return render(request, "rules_ref/rules.html", {"reference": active_reference()})


@require_safe
@conditional_page
@revalidated
def chapter(request: HttpRequest, slug: str) -> HttpResponse:
    found = active_reference().chapter(slug)
    if found is None:
        raise Http404
    before, after = active_reference().adjacent_chapters(found)
    context = {
        "chapter": found,
        "text_languages": found.languages,
        "before": before,
        "after": after,
    }
    page = "glossary" if found.glossary_terms else "chapter"
    if found.part is Part.LEARNING:
        page = "first_evening"
    return render(request, f"rules_ref/{page}.html", context)


@require_safe
@conditional_page
@revalidated
def disputes(request: HttpRequest) -> HttpResponse:
    """All disputes with their rulings."""
    groups = active_reference().disputes
    languages = set().union(*(group.languages for group in groups))
    return render(
        request, "rules_ref/disputes.html", {"groups": groups, "text_languages": languages}
    )


@require_safe
@revalidated
def rule(request: HttpRequest, rule_id: str) -> HttpResponse:  # noqa: ARG001
    """Redirect to a rule or glossary term by its id."""
    page = active_reference().chapter_of(rule_id)
    if page is None:
        raise Http404
    return redirect(f"{reverse('chapter', args=[page.slug])}#{rule_id}")


@require_safe
@conditional_page
@revalidated
def search(request: HttpRequest) -> HttpResponse:
    """The search without JavaScript, and the permanent address of a query."""
    query = request.GET.get("q", "").strip()[:MAX_QUERY_LENGTH]
    found = search_entries(index(), query)
    return render(request, "rules_ref/search.html", {"question": query, "found": found})


@require_safe
def search_index(request: HttpRequest, digest: str) -> HttpResponse:  # noqa: ARG001
    """The search index. It is cached for ever, because its address contains the digest of the
    release and the language. A page of an older release has another address for it, which
    redirects to the present index in the reader's language."""
    found = index_by_digest(digest)
    if found is None:
        return redirect("search_index", index_digest())
    answer = HttpResponse(found.body, content_type="application/json")
    patch_cache_control(answer, public=True, max_age=365 * 24 * 3600, immutable=True)
    return answer
