"""Requests pages in a language that somebody has chosen."""

from typing import Any

from django.conf import settings
from django.test import Client


def in_language(client: Client, path: str, language: str, **headers: str) -> Any:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client.get(path, headers=headers)
