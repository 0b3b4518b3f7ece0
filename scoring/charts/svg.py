"""Elements of SVG as text. What is put into them is escaped, unless it is an element itself."""

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

# Every drawing is so many units wide. On a phone of 390 px it has 366 px, and text 16.
WIDTH = 320.0
TEXT = 14.0


def element(name: str, *inside: str, **attributes: str | float | None) -> SafeString:
    """An element with its attributes. `class_` stands for `class`, and other underscores for
    hyphens; an attribute that is None is left out."""
    put = "".join(
        f' {key.removesuffix("_").replace("_", "-")}="{written(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = joined(*inside)
    whole = f"<{name}{put}>{content}</{name}>" if content else f"<{name}{put}/>"
    return mark_safe(whole)  # noqa: S308 (every part of it is escaped)


def joined(*parts: str) -> SafeString:
    return mark_safe("".join(map(conditional_escape, parts)))  # noqa: S308 (as it says)


def written(value: str | float) -> str:
    """An attribute's value. Numbers to a tenth of a unit, and alike in every language."""
    if isinstance(value, str):
        return conditional_escape(value)
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def text(words: str, x: float, y: float, class_: str, anchor: str | None = None) -> SafeString:
    """Words on a base line; `anchor` is "middle" or "end" where `x` is not their start."""
    return element("text", words, class_=class_, x=x, y=y, text_anchor=anchor)


def drawing(key: str, title: str, desc: str, height: float, *inside: str) -> SafeString:
    """A whole drawing: one picture to a screen reader, with a name and a description. `key` is
    its id, and the start of every id in it."""
    return element(
        "svg",
        element("title", title, id=f"{key}-title"),
        element("desc", desc, id=f"{key}-desc"),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        id=key,
        class_="drawing",
        viewBox=f"0 0 {written(WIDTH)} {written(height)}",
        role="img",
        aria_labelledby=f"{key}-title",
        aria_describedby=f"{key}-desc",
    )
