"""Reads pages, and what is stored."""

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
    """The page as it reads: entities as characters, white space folded."""
    return " ".join(unescape(response.content.decode()).split())


def stored_results(game: Game) -> list[RoundResult]:
    """The facts of every round as the database has them."""
    return [row.result for row in game.rounds.all()]


def group_log_sentences(group: Group) -> list[str]:
    """Return the sentences of the group's log, the latest first."""
    return [sentence for _, sentence in group_log_entries(group.changes.all(), group)]


def game_of(phone: Phone) -> Game:
    """The phone's game as the database has it now."""
    return Game.objects.get(pk=phone.game.pk)


def saved_group(phone: Phone) -> Any:
    """The file that the phone's group saves."""
    response: Any = phone.client.get(f"/g/{phone.group.key}/export/")
    assert response.status_code == 200
    return json.loads(response.getvalue())


def chances_to_win(response: Any) -> list[str]:
    """The percentages on a page, or on a part of it."""
    return CHANCE_TO_WIN.findall(text(response))
