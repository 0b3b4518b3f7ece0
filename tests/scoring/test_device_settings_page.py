"""The page of the settings of a device, and the script that applies them."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.factories import Phone
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


def test_page_is_the_same_for_everybody(phone: Phone) -> None:
    assert phone.client.get("/device/").content == Client().get("/device/").content


def test_page_is_made_without_the_database(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        client.get("/device/")


def test_page_is_304_while_nothing_changed(client: Client) -> None:
    tag = client.get("/device/")["ETag"]
    assert client.get("/device/", headers={"If-None-Match": tag}).status_code == 304


def test_page_says_without_scripts_what_needs_them(client: Client) -> None:
    page = client.get("/device/").content.decode()
    said = page.partition("<noscript>")[2].partition("</noscript>")[0]
    assert "JavaScript is off, so nothing can be set here." in said


def test_page_says_what_keys_do_on_a_table(client: Client) -> None:
    assert "1 to 4 tick a seat" in text(client.get("/device/"))


@pytest.mark.parametrize("path", ["/", "/rules/", "/device/", "/nowhere/"])
def test_settings_are_applied_before_a_page_is_drawn(client: Client, path: str) -> None:
    """By a script that is neither a module nor deferred, and precedes the first style sheet."""
    head = client.get(path).content.decode().partition("</head>")[0]
    before = head.partition('<link rel="stylesheet"')[0]
    assert re.findall(r"<script [^>]*>", before) == [
        '<script src="/static/tichu_score/js/start.js">'
    ]
