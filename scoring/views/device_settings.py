"""The settings of a device, which its browser keeps: the server knows none of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe


@require_safe
@conditional_page
@cache_control(no_cache=True)
def device_settings(request: HttpRequest) -> HttpResponse:
    """One page for everybody; its script shows what is set, and stores what is changed."""
    return render(request, "scoring/device_settings.html")
