"""Reads pages, and rows of the database."""

import json
import re
from html import unescape
from typing import Any

from scoring.models import Game, Group
from scoring.presentation.group_log import group_log_entries
from scoring.rules import RoundResult
from tests.factories import Phone

CHANCE_TO_WIN = re.compile(r'<span class="unseen">Chance to win </span>([^<]*)<')


def text(response: Any) -> str:
    """Return the page as text, with entities decoded and white space collapsed."""
    return " ".join(unescape(response.content.decode()).split())


def stored_results(game: Game) -> list[RoundResult]:
    """Return the facts of every round from the database."""
    return [row.result for row in game.rounds.all()]


def group_log_sentences(group: Group) -> list[str]:
    """Return the sentences of the group's log, the latest first."""
    return [sentence for _, sentence in group_log_entries(group.changes.all(), group)]


def game_of(phone: Phone) -> Game:
    """Return the phone's game from the database."""
    return Game.objects.get(pk=phone.game.pk)


def saved_group(phone: Phone) -> Any:
    """Return the file of the phone's group."""
    response: Any = phone.client.get(f"/g/{phone.group.key}/export/")
    assert response.status_code == 200
    return json.loads(response.getvalue())


def chances_to_win(response: Any) -> list[str]:
    """Return the percentages on a page or on a part of it."""
    return CHANCE_TO_WIN.findall(text(response))
