"""Asks the pages about cards, and reads their answers."""

import re
from html import unescape
from urllib.parse import urlencode

from django.test import Client


def address(page: str, **asked: str) -> str:
    """Return the address of a question. The cards of each pile are written one after the
    other."""
    split = {name: value.split() if value else [] for name, value in asked.items()}
    return f"/rules/{page}/?{urlencode(split, doseq=True)}"


def text(client: Client, page: str, **asked: str) -> str:
    """Return the text of the page, without markup."""
    response = client.get(address(page, **asked))
    assert response.status_code == 200
    return words(response.content.decode())


def words(html: str) -> str:
    """Return the words of the answer on a page, without its pictures."""
    section = re.search(r'<section id="answer".*?</section>', html, re.DOTALL)
    assert section
    return visible(section[0])


def visible(html: str) -> str:
    """Return the words of HTML, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
