"""The rules reference as an app, and the check of its content."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from rules_ref.errors import ContentError


class RulesRefConfig(AppConfig):
    name = "rules_ref"

    def ready(self) -> None:
        register(content_fits_together)


def content_fits_together(**_options: Any) -> list[CheckMessage]:
    """A mistake in a chapter is found before anybody opens it; `serve` starts without."""
    from rules_ref.reading import reference  # noqa: PLC0415 (not needed to start)

    try:
        reference()
    except ContentError as error:
        return [Error(str(error), id="rules_ref.E001")]
    return []
