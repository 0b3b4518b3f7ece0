"""Documents to print, as pages and as PDF files. They are the same for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import conditional_page, require_safe

from rules_ref.presentation.printing import PRINTOUTS, PrintOptions, Printout, find_printout
from rules_ref.print_forms import PrintForm
from rules_ref.views import revalidated


@require_safe
@conditional_page
@revalidated
def printouts(request: HttpRequest) -> HttpResponse:
    """The list of documents to print."""
    return render(request, "rules_ref/printouts.html", {"printouts": PRINTOUTS})


@require_safe
@conditional_page
@revalidated
def printout(request: HttpRequest, slug: str) -> HttpResponse:
    """A document as it is printed. If an option does not exist, the response is 422 with the
    errors."""
    found, form = _find(slug), PrintForm(request.GET)
    valid = form.is_valid()
    context = {
        "printout": found,
        "form": form,
        "fields": [form[name] for name in found.fields],
        "pages": found.svg(_options(form)) if valid else [],
    }
    return render(request, "rules_ref/printout.html", context, status=200 if valid else 422)


@require_safe
@conditional_page
@revalidated
def printout_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """A document as a PDF. If an option does not exist, the response is a redirect to the page,
    which shows the errors."""
    found, form = _find(slug), PrintForm(request.GET)
    if not form.is_valid():
        return redirect(f"{reverse('printout', args=[slug])}?{request.GET.urlencode()}")
    response = HttpResponse(found.pdf(_options(form)), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="tichu-{slug}.pdf"'
    return response


def _find(slug: str) -> Printout:
    found = find_printout(slug)
    if found is None:
        raise Http404
    return found


def _options(form: PrintForm) -> PrintOptions:
    return PrintOptions(form.chosen_paper, form.chosen_ink, form.chosen_size)
