"""Random requests to the real server cause no failure, no hang, and no forged line in its
log."""

import pytest
from django.test import Client

from tests.addresses import ROUTES, create_everything, path_of
from tests.fuzz.fields import FORGED, SUBMISSIONS
from tests.fuzz.run import forged, run

BANNER = "Ctrl-C stops it. What is scored is kept.\n"
ENTRY = (
    "2026-11-22 06:34:10,435 WARNING django.security.csrf [0123456789ab]: Forbidden: /new/\n"
)


def test_random_requests_find_no_failure() -> None:
    report = run(300, seed=12)

    assert report.failures == []
    assert report.answered >= 300


@pytest.mark.django_db
def test_every_address_that_takes_a_form_is_sent_one() -> None:
    known, client = create_everything(), Client()
    client.cookies["device"] = str(known["token"])
    forms = {name for name in ROUTES if client.post(path_of(name, known)).status_code != 405}

    assert forms - set(SUBMISSIONS) == set()


@pytest.mark.parametrize("lines", ["", ENTRY, f"{ENTRY}    Traceback:\n        line\n{ENTRY}"])
def test_entries_of_the_log_are_no_failure(lines: str) -> None:
    assert forged(BANNER + lines) == []


@pytest.mark.parametrize(
    "line",
    [
        FORGED,
        "Traceback (most recent call last):",
        "2026-11-22 06:34:10,435 ERROR django.request [-]: Internal Server Error: /new/",
        "2026-11-22 06:34:10,435 ERROR tichu_score.request_router [-]: No answer to GET /",
    ],
)
def test_line_that_should_not_be_in_the_log_is_a_failure(line: str) -> None:
    assert forged(f"{BANNER}{ENTRY}{line}\n{ENTRY}") == [f"in the log: {line!r}"]
