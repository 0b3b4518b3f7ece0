"""Whether a browser keeps stored unsent changes, and the warning if it may delete them."""

import json

import pytest

from tests.javascript import JavaScript

STORAGE = "tichu_score/js/storage.js"
WEEK, CLEARED = "A week.", "As long as there is space."


def storage(*, persisted: bool, standalone: bool | None = None) -> JavaScript:
    """The module in a browser that has promised, or not promised, to keep stored data. Only
    Safari has `standalone`: whether the site was opened from the Home Screen."""
    navigator = {} if standalone is None else {"standalone": standalone}
    warning = {"dataset": {"week": WEEK, "cleared": CLEARED}}
    setup = f"""
    globalThis.navigator = {json.dumps(navigator)};
    navigator.storage = {{ persisted: async () => {json.dumps(persisted)} }};
    globalThis.warning = {json.dumps(warning)};
    globalThis.document = {{ getElementById: (id) => (id === "safety" ? warning : null) }};
    """
    return JavaScript(STORAGE, setup=setup)


@pytest.mark.parametrize(
    ("persisted", "standalone", "safety"),
    [
        (False, None, "cleared"),
        (False, True, "cleared"),
        (False, False, "week"),
        (True, None, "safe"),
        (True, False, "safe"),
    ],
    ids=["any browser", "home screen", "Safari's tab", "promised", "promised to a tab"],
)
def test_safety_is_what_the_browser_says(
    safety: str, *, persisted: bool, standalone: bool | None
) -> None:
    js = storage(persisted=persisted, standalone=standalone)
    assert js.call(STORAGE, "storageSafety") == safety


@pytest.mark.parametrize(
    ("persisted", "standalone", "unsent", "sentence"),
    [
        (False, None, 1, CLEARED),
        (False, False, 1, WEEK),
        (True, None, 1, ""),
        (False, None, 0, ""),
    ],
    ids=["may be cleared", "lasts a week", "safe", "nothing unsent"],
)
def test_warning_says_what_may_happen_to_what_is_unsent(
    unsent: int, sentence: str, *, persisted: bool, standalone: bool | None
) -> None:
    js = storage(persisted=persisted, standalone=standalone)
    js.call(STORAGE, "warnOfStorageRisk", unsent)
    assert js.run("() => [warning.textContent, warning.hidden]") == [sentence, not sentence]
