"""Builds SVG elements as text. Arguments that are not elements are escaped."""

from collections.abc import Iterable

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

# The width of every chart and the text size, in units of the view box. On a phone with a width
# of 390 px, a chart is 366 px wide, and text has 16 px.
WIDTH = 320.0
TEXT = 14.0


def element(name: str, *inside: str, **attributes: str | float | None) -> SafeString:
    """Return an element. In names of attributes, `class_` stands for `class`, and other
    underscores stand for hyphens. An attribute with the value None is omitted."""
    put = "".join(
        f' {key.removesuffix("_").replace("_", "-")}="{format_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = join_markup(*inside)
    whole = f"<{name}{put}>{content}</{name}>" if content else f"<{name}{put}/>"
    return mark_safe(whole)  # noqa: S308 (all parts are escaped)


def join_markup(*parts: str) -> SafeString:
    return mark_safe("".join(map(conditional_escape, parts)))  # noqa: S308 (parts are escaped)


def format_value(value: str | float) -> str:
    """Format the value of an attribute. Numbers have at most one decimal, and the same format
    in every language."""
    if isinstance(value, str):
        return conditional_escape(value)
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def path_of(points: Iterable[tuple[float, float]]) -> str:
    """Return the path data of a line through these points."""
    return "M" + "L".join(f"{format_value(x)} {format_value(y)}" for x, y in points)


def text(words: str, x: float, y: float, class_: str, anchor: str | None = None) -> SafeString:
    """Return text on a base line. `anchor` is "middle" or "end" if `x` is not the start of the
    text."""
    return element("text", words, class_=class_, x=x, y=y, text_anchor=anchor)


def svg_root(svg_id: str, title: str, desc: str, height: float, *inside: str) -> SafeString:
    """Return the root element: one image with a name and a description for screen readers.
    `svg_id` is its id, and the prefix of all ids in it."""
    return element(
        "svg",
        element("title", title, id=f"{svg_id}-title"),
        element("desc", desc, id=f"{svg_id}-desc"),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        id=svg_id,
        class_="drawing",
        viewBox=f"0 0 {format_value(WIDTH)} {format_value(height)}",
        role="img",
        aria_labelledby=f"{svg_id}-title",
        aria_describedby=f"{svg_id}-desc",
    )
