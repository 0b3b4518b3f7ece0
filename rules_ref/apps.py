"""The configuration of the app, and the system check of the content."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from rules_ref.errors import ContentError


class RulesRefConfig(AppConfig):
    name = "rules_ref"

    def ready(self) -> None:
        register(check_content)


def check_content(**_options: Any) -> list[CheckMessage]:
    """Report mistakes in the content. `serve` starts without this check of the content."""
    from rules_ref.loader import reference  # noqa: PLC0415 (not needed to start)

    try:
        for language, _ in settings.LANGUAGES:
            reference(language)
    except ContentError as error:
        return [Error(str(error), id="rules_ref.E001")]
    return []
