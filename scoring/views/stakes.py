"""The stakes of a group: the chips that each player has won, and the payments to settle
them."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.forms.stakes import PaymentForm, StakeForm
from scoring.presentation.stakes import stakes_page
from scoring.services.stakes import remove_payment
from scoring.stats.stakes import stake_ledger
from scoring.views import access
from scoring.views.access import Request


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stakes(request: Request, key: uuid.UUID) -> HttpResponse:
    """The ledger; a POST sets the stake of new games."""
    group = access.get_group(request, key)
    form = StakeForm(request.POST if request.method == "POST" else None, group=group)
    if form.is_valid():
        form.save()
        return redirect("stakes", key)
    return _page(request, form)


@require_POST
def pay(request: Request, key: uuid.UUID) -> HttpResponse:
    """Store a payment that was made."""
    form = PaymentForm(request.POST, group=access.get_group(request, key))
    if form.execute():
        return redirect("stakes", key)
    return _page(request, form)


@require_POST
def remove(request: Request, key: uuid.UUID, number: int) -> HttpResponse:
    """Delete a payment that was not actually made."""
    if not remove_payment(access.get_group(request, key), number):
        raise Http404
    return redirect("stakes", key)


def _page(request: Request, form: StakeForm | PaymentForm) -> HttpResponse:
    group = form.group
    stake = form if isinstance(form, StakeForm) else StakeForm(group=group)
    page = stakes_page(stake_ledger(group), [*group.payments.all()], group.player_names)
    context = {"group": group, "form": form, "stake": stake, "page": page}
    status = 422 if form.errors else 200
    return render(request, "scoring/stakes.html", context, status=status)
