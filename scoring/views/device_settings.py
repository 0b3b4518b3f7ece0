"""The settings of a device. Its browser stores them, and the server does not know them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe


@require_safe
@conditional_page
@cache_control(no_cache=True)
def device_settings(request: HttpRequest) -> HttpResponse:
    """One page for all devices. Its script shows the settings, and stores changes of them."""
    return render(request, "scoring/device_settings.html")
