"""Sends forms as pages do, but without a browser, to set up what a test needs before it
taps."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode, urljoin

from playwright.sync_api import APIRequestContext

from tests.e2e.round_facts import NAMES, partner

GROUP = re.compile(r"/g/[0-9a-f-]{36}/")


def post_game(
    request: APIRequestContext,
    names: Mapping[str, str] = NAMES,
    *,
    target: int = 1000,
    draw: bool = False,
    **own_rules: str,
) -> str:
    """Start a game as the form at /new/ does. Returns the address of its table."""
    form = {
        "target": "other",
        "other_target": str(target),
        "tie": "draw" if draw else "play_on",
        "grand": "on",
    }
    form |= {seat.lower(): name for seat, name in names.items()} | own_rules
    return post_form(request, "/new/", *form.items())


def post_rounds(
    request: APIRequestContext,
    table: str,
    rounds: Iterable[Mapping[str, Any]],
    *,
    after: int = 0,
) -> None:
    """Record these rounds, in the format of score sheets, in a game that has `after` rounds."""
    for number, facts in enumerate(rounds, after):
        post_form(request, f"{table}rounds/", ("after", str(number)), *fields_of(facts))


def fields_of(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the fields that the form on the table page sends for a round."""
    yield "first", facts["first_out"]
    if facts.get("double_win"):
        yield "second", partner(facts["first_out"])
    else:
        yield "card_points", str(facts["card_points"]["A"])
        yield from ((place, facts[place]) for place in ("second", "third") if place in facts)
    for call in facts.get("calls", ()):
        yield call["level"], call["player"]


def post_group_settings(request: APIRequestContext, *ticked: str) -> None:
    """Save the settings of the group of this phone. Of the boxes that choose what tables show,
    exactly these are ticked."""
    group = find_in(request, "/", GROUP)
    fields = ((name, "on") for name in ticked)
    post_form(request, f"{group}settings/", ("preset", "last"), *fields)


def post_form(request: APIRequestContext, address: str, *fields: tuple[str, str]) -> str:
    """Send a form as its page does. Returns the address to which the answer redirects."""
    token = ("csrfmiddlewaretoken", csrf_token(request))
    answer = request.post(
        address,
        data=urlencode([token, *fields]),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        max_redirects=0,
    )
    assert answer.status == 302, answer.text()
    return urljoin(answer.url, answer.headers["location"])


def csrf_token(request: APIRequestContext) -> str:
    """Return the CSRF token of the phone. If it has none, this fetches a page with a form,
    which sets one."""
    if "csrftoken" not in (cookies := cookies_of(request)):
        request.get("/new/")
        cookies = cookies_of(request)
    return cookies["csrftoken"]


def cookies_of(request: APIRequestContext) -> dict[str, str]:
    return {each["name"]: each["value"] for each in request.storage_state()["cookies"]}


def find_in(request: APIRequestContext, address: str, pattern: re.Pattern[str]) -> str:
    """Return the first match of this pattern on a page, or the group of the match if the
    pattern has one."""
    found = pattern.search(request.get(address).text())
    assert found
    return found[pattern.groups]
