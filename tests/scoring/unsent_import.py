"""Files of unsent changes: writes them and submits them."""

import json
import uuid
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import strip_tags

from scoring.models import Game


def fields(left: int, **more: str) -> list[list[str]]:
    return [["first", "A1"], ["card_points", str(left)], *([k, v] for k, v in more.items())]


def record(game: Game, number: int, left: int, **more: object) -> dict[str, Any]:
    """Return a round as a phone stores it while it is unsent. The first round follows the last
    one on the sheet, and the others follow the item before."""
    chain = {"behind": number - 1} if number > 1 else {"after": game.sheet.last_seq}
    return {
        "id": number,
        "verb": "record",
        "key": str(uuid.uuid4()),
        "game": str(game.key),
        "fields": fields(left),
        **chain,
        **more,
    }


def follow(item: dict[str, Any], verb: str, number: int, **more: object) -> dict[str, Any]:
    """Return a change of a round that is an earlier item."""
    told = {"id": number, "verb": verb, "key": str(uuid.uuid4()), "game": item["game"]}
    return {**told, "of": item["id"], "fields": [], **more}


def written(*items: dict[str, Any]) -> str:
    return json.dumps({"tichu-score": "unsent", "version": 1, "items": items})


def look_into(client: Client, text: str) -> Any:
    file = SimpleUploadedFile("unsent.json", text.encode(), "application/json")
    return client.post("/unsent/", {"file": file})


def carry_out(client: Client, text: str) -> Any:
    return client.post("/unsent/", {"text": text, "now": "yes"})


def page_text(response: Any) -> str:
    return " ".join(strip_tags(response.content.decode()).split())


def sheet(game: Game) -> list[int]:
    return [each.points_a for each in game.rounds.all()]
