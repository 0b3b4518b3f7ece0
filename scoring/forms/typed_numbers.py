"""Whole numbers as people type them."""

import re

from scoring.rules import IllegalRound

MINUS = "\N{MINUS SIGN}"


def parse_integer(typed: str, pattern: re.Pattern[str], refusal: str) -> int:
    """The typed number, which may have white space around it and a typographic minus sign.
    Raises IllegalRound with the code `refusal` if its digits and sign do not match the
    pattern."""
    digits = typed.strip().replace(MINUS, "-")
    if not pattern.fullmatch(digits):
        raise IllegalRound(refusal)
    return int(digits)
