"""Reads the statistics pages of a phone's group, and plays games for them."""

import re
from datetime import datetime
from typing import Any

from django.urls import reverse

from scoring.models import Game
from tests.factories import GameFactory, GameWriter, Phone
from tests.scoring import reading

PAGES = ["stats", "pair_stats", "evening_stats", "rating_stats"]
SEATS = ("a1", "b1", "a2", "b2")


def text(response: Any) -> str:
    """Return the text of the page as a person reads it."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", reading.text(response)))


def page(phone: Phone, name: str = "stats", query: str = "", **about: int) -> Any:
    address = reverse(name, kwargs={"key": phone.group.key, **about})
    return phone.client.get(address + query)


def play(phone: Phone, *rounds: Any, **about: Any) -> Game:
    """Play a game of the phone's four players."""
    game: Game = GameFactory.create(
        group=phone.group,
        **{f"player_{seat}": getattr(phone.game, f"player_{seat}") for seat in SEATS},
        **about,
    )
    writer = GameWriter(game, phone.device)
    for each in rounds:
        writer.record(each)
    return game


def moved(game: Game, day: str) -> Game:
    Game.objects.filter(pk=game.pk).update(created=datetime.fromisoformat(f"{day}T19:00Z"))
    return game
