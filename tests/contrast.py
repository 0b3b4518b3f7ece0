"""Contrast of two colours, as WCAG 2.2 defines it."""


def luminance(fill: str) -> float:
    """Return the relative luminance as WCAG 2 defines it."""
    parts = [int(fill[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted(luminance(each) + 0.05 for each in (one, other))
    return high / low
