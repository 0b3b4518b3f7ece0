"""The pages of the practice round. Each step is a page that is the same for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import conditional_page, require_safe

from rules_ref.practice import STEPS, find_step
from rules_ref.presentation.practice import PracticePage
from rules_ref.views import revalidated


@require_safe
@conditional_page
@revalidated
def practice(request: HttpRequest, slug: str = STEPS[0].slug) -> HttpResponse:
    """A decision of the practice round, or its end."""
    step = find_step(slug)
    if step is None:
        raise Http404
    return render(request, "rules_ref/practice.html", {"page": PracticePage(step)})
