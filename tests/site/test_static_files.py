"""Modules as they are stored for browsers."""

from tichu_score.static_files import shortened

MODULE = """// Says what it does.

const site = "https://example.org"; // stays, as it may be anything
  // Says why.
  export const twice = (number) => {
    return 2 * number;
  };
"""
SHORT = """
const site = "https://example.org"; // stays, as it may be anything
export const twice = (number) => {
return 2 * number;
};
"""


def test_module_loses_lines_that_only_people_read() -> None:
    assert shortened(MODULE) == SHORT
