"""Reads the facts of table and conflict pages from their HTML by regular expressions. A parser
would take most of the time of an evening."""

import html
import re
from dataclasses import dataclass
from typing import Any

KNOWN = re.compile(
    r'<input id="known" type="hidden" name="known"(?: value="([^"]*)")?\s+'
    r'data-version="(\d+)" data-revision="(\d+)"(?: data-before="(\d+)")?'
)
AFTER = re.compile(r'<input id="after" type="hidden" name="after" value="(\d+)"')
TOTAL = re.compile(r'<p class="total"[^>]*>([−\d]+)</p>')
ROW = re.compile(r"""data-round='\{"seq":(\d+),"A":(-?\d+),"B":(-?\d+)\}'""")
TOKEN = re.compile(r'<meta name="csrf-token" content="(\w+)">')
ADDRESSES = re.compile(r'data-board="([^"]+)" data-live="([^"]+)"')
FORM = re.compile(r'<form method="post" action="([^"]+)"(.*?)</form>', re.DOTALL)
REVISION = re.compile(r'data-revision="(\d+)"')
UNDO = re.compile(r'<button class="button undo" type="submit"\s+name="number" value="(\d+)"')
FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
RESOLVES = re.compile(r'data-resolves="(\d+)"')
THEIRS = re.compile(r'data-theirs="([\d ]+)"')


def read_table(text: str) -> dict[str, Any]:
    """Return the facts of a table page, of its board, or of a part of it, with the names that
    `page.js` has for them. `rows` has the latest round first, each as `seq` and the points of
    both teams."""
    facts: dict[str, Any] = {"whole": False}
    if known := KNOWN.search(text):
        facts |= {
            "known": html.unescape(known[1] or ""),
            "version": int(known[2]),
            "revision": int(known[3]),
        }
        if known[4]:
            facts["previousRevision"] = int(known[4])
    if after := AFTER.search(text):
        facts["after"] = int(after[1])
    if totals := TOTAL.findall(text):
        facts["totals"] = [int(total.replace("−", "-")) for total in totals]
    if 'class="total"' in text:
        undo = UNDO.search(text)
        facts["undo"] = int(undo[1]) if undo else 0
    if addresses := ADDRESSES.search(text):
        board, stream = addresses.groups()
        table = board.removesuffix("board/")
        facts |= {
            "whole": True,
            "board": board,
            "stream": stream,
            "rounds": f"{table}rounds/",
            "progress": f"{table}progress/",
            "undoAddress": f"{table}undo/",
        }
    facts["rows"] = [[int(each) for each in row] for row in ROW.findall(text)]
    if token := TOKEN.search(text):
        facts["token"] = token[1]
    return facts


def read_revision(text: str) -> int | None:
    """Return the revision of a board, or of a part of it; None if it has none."""
    revision = REVISION.search(text)
    return int(revision[1]) if revision else None


@dataclass(frozen=True)
class Choice:
    """A form of the conflict page: it amends round `seq`, or (None) records another round."""

    path: str
    fields: dict[str, list[str]]

    @property
    def seq(self) -> int | None:
        found = re.search(r"/rounds/(\d+)/$", self.path)
        return int(found[1]) if found else None


def read_theirs(text: str) -> str | None:
    """Return the versions of the rounds that a conflict page shows beside the phone's own
    round; None if there are none."""
    theirs = THEIRS.search(text)
    return theirs[1] if theirs else None


def read_conflict(text: str) -> tuple[int | None, list[Choice]]:
    """Return the `seq` of the round that a conflict page offers to keep, or of the last round
    of the score sheet that it offers to leave as it is (None if it offers neither), and the
    forms of the page."""
    resolves = RESOLVES.search(text)
    choices = []
    for path, inside in FORM.findall(text):
        fields: dict[str, list[str]] = {}
        for name, value in FIELD.findall(inside):
            if name != "csrfmiddlewaretoken":
                fields.setdefault(name, []).append(html.unescape(value))
        choices.append(Choice(path, fields))
    return int(resolves[1]) if resolves else None, choices
