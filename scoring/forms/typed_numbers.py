"""Whole numbers as people type them."""

import re

from scoring.rules import IllegalRound

MINUS = "\N{MINUS SIGN}"


def parse_integer(typed: str, pattern: re.Pattern[str], refusal: str) -> int:
    """The number, which may have spaces around it and a real minus sign. Raises IllegalRound
    with the code `refusal` where its digits and sign do not match the pattern."""
    digits = typed.strip().replace(MINUS, "-")
    if not pattern.fullmatch(digits):
        raise IllegalRound(refusal)
    return int(digits)
