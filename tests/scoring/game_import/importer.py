"""Uses the pages of imports as the owner of a group does: text, preview, import."""

import re
from html import unescape
from typing import Any

from scoring.models import Game, GameImport
from tests.factories import Phone
from tests.importers.examples import example

GAMES = "day,p1,p2,p3,p4,left,right\n"
GAME = GAMES + "2024-03-06,Anna,Ben,Clara,Dora,1040,560\n"
TOO_LONG = "That is too long: send a part of it, at most one megabyte and 20,000 rows."


def many_games(number: int) -> str:
    rows = (
        f"20{n // 100 + 10}-{n % 12 + 1:02}-{n % 28 + 1:02},A,B,C,D,{1000 + 5 * n},{-5 * n}\n"
        for n in range(number)
    )
    return "day,p1,p2,p3,p4,x,y\n" + "".join(rows)


class Importer:
    """The owner's phone on the pages of imports."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.address = f"/g/{phone.group.key}/imports/"

    def hand_in(self, text: str) -> GameImport:
        response = self.phone.client.post(self.address, {"text": text})
        assert response.status_code == 302, page_text(response)
        return GameImport.objects.latest("pk")

    def page(self, draft: GameImport) -> str:
        return f"{self.address}{draft.pk}/"

    def look(self, draft: GameImport, **answers: str) -> str:
        """Return the text of the preview with these answers."""
        page = self.page(draft)
        if not answers:
            return page_text(self.phone.client.get(page))
        return page_text(self.phone.client.post(page, {"target": "1000", **answers}))

    def store(self, draft: GameImport, **answers: str) -> Any:
        """Send the import again until it is complete."""
        told, page = {"target": "1000", "store": "yes", **answers}, self.page(draft)
        response = self.phone.client.post(page, told)
        while response.status_code == 302 and response["Location"] == page:
            draft.refresh_from_db()
            if draft.stored:
                break
            response = self.phone.client.post(page, told)
        return response

    def import_all(self, text: str, **answers: str) -> list[Game]:
        """Import a text. Returns the games that were stored."""
        draft = self.hand_in(text)
        response = self.store(draft, **answers)
        assert response.status_code == 302, page_text(response)
        draft.refresh_from_db()
        return list(Game.with_deleted.filter(pk__in=draft.games).order_by("pk"))

    def undo(self, draft: GameImport) -> Any:
        return self.phone.client.post(f"{self.page(draft)}undo/")

    @property
    def list(self) -> str:
        return page_text(self.phone.client.get(self.address))


def page_text(response: Any) -> str:
    """Return the text of a page."""
    main = response.content.decode().partition("<main")[2]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main)).split())


def text_of(name: str) -> str:
    return example(name).decode()
