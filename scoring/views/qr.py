"""Addresses as QR codes."""

import io

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

# The longest address that fits into a QR code (ISO 18004: version 40, level M).
MAX_ADDRESS_LENGTH = 2331
_HERE = {"localhost", "127.0.0.1"}


def absolute_url(request: HttpRequest, name: str, *args: str) -> str:
    """The absolute address of a page. Its host is that of the request, or, on the machine of
    the server itself, the one that phones use."""
    path = reverse(name, args=args)
    if settings.PHONE_URL and request.get_host().partition(":")[0] in _HERE:
        return settings.PHONE_URL.rstrip("/") + path
    return request.build_absolute_uri(path)


def qr_code(address: str) -> SafeString:
    """The address, of at most MAX_ADDRESS_LENGTH characters, as an SVG without its own
    colours."""
    return mark_safe(_svg(address))  # noqa: S308 (made here from an encoded address)


def qr_image(address: str) -> HttpResponse:
    """The same as an image, in black on white."""
    return HttpResponse(_svg(address, light="#fff"), content_type="image/svg+xml")


def _svg(address: str, light: str | None = None) -> str:
    out = io.BytesIO()
    code = segno.make(address, error="m")
    options = {"svgclass": "qr", "lineclass": None, "light": light}
    code.save(out, kind="svg", xmldecl=False, omitsize=True, **options)
    return out.getvalue().decode()
