"""A program that reads a group through the API, and validates every answer."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import fastjsonschema
from django.test import Client

from scoring import exchange
from scoring.models import Group
from scoring.services.access_tokens import create_token

FOLDER = Path(exchange.__file__).parent
DESCRIPTION = json.loads((FOLDER / "openapi.json").read_bytes())
SCHEMAS = DESCRIPTION["components"]["schemas"]


def closed(schema: Any) -> Any:
    """Return the schema such that properties that it does not describe are errors."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    own = {"additionalProperties": False} if "properties" in schema else {}
    return own | {name: closed(value) for name, value in schema.items()}


VALIDATORS: Mapping[str, Callable[[Any], Any]] = {
    name: fastjsonschema.compile(
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "allOf": [{"$ref": f"#/components/schemas/{name}"}],
            "components": {"schemas": closed(SCHEMAS)},
        }
    )
    for name in SCHEMAS
}


class Program:
    """A program with an access token of a group. It validates every answer by
    `openapi.json`."""

    def __init__(self, group: Group) -> None:
        self.headers = {"Authorization": f"Bearer {create_token(group, 'Television')}"}

    def ask(self, path: str, *, route: str = "", **headers: str) -> Any:
        """Request an address of the API. `route` is its path in the description."""
        response = Client().get(f"/api/v1/{path}", headers=self.headers | headers)
        described = DESCRIPTION["paths"][f"/api/v1/{route or path.partition('?')[0]}"]["get"]
        expected = described["responses"][str(response.status_code)]
        if "$ref" in expected:
            expected = DESCRIPTION["components"]["responses"][expected["$ref"].split("/")[-1]]
        if "content" in expected:
            schema = expected["content"]["application/json"]["schema"]["$ref"]
            VALIDATORS[schema.split("/")[-1]](response.json())
        else:
            assert response.content == b""
        return response

    def read(self, path: str, *, route: str = "") -> Any:
        response = self.ask(path, route=route)
        assert response.status_code == 200, response.content
        return response.json()

    def game(self, key: object) -> Any:
        return self.read(f"games/{key}/", route="games/{id}/")
