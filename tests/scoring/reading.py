"""How tests read a page, and what is stored."""

from html import unescape
from typing import Any

from scoring.models import Game
from scoring.rules import RoundResult
from tests.factories import Phone


def text(response: Any) -> str:
    """The page as it reads: entities as characters, white space folded."""
    return " ".join(unescape(response.content.decode()).split())


def stored_results(game: Game) -> list[RoundResult]:
    """The facts of every round as the database has them."""
    return [row.result for row in game.rounds.all()]


def game_of(phone: Phone) -> Game:
    """The phone's game as the database has it now."""
    return Game.objects.get(pk=phone.game.pk)
