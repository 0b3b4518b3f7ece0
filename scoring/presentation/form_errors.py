"""The errors of forms as pages show them: sentences, and attributes of fields."""

from django.forms import BaseForm, BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString


def error_messages(form: BaseForm) -> list[tuple[str, str]]:
    """Everything that is wrong, each sentence once, with the id of its element."""
    sentences = (str(sentence) for errors in form.errors.values() for sentence in errors)
    return [(f"error-{n}", sentence) for n, sentence in enumerate(dict.fromkeys(sentences), 1)]


def error_attributes(field: BoundField) -> SafeString:
    """The attributes of an input that say that its value was refused, and why."""
    own = {str(sentence) for sentence in field.errors}
    ids = [name for name, sentence in error_messages(field.form) if sentence in own]
    if not ids:
        return SafeString("")
    return format_html(' aria-invalid="true" aria-describedby="{}"', " ".join(ids))


def group_error_attributes(field: BoundField) -> SafeString:
    """The attribute of a group of choices that says why none of them was taken. (Whether it is
    invalid cannot be said of a group.)"""
    return SafeString(error_attributes(field).replace(' aria-invalid="true"', ""))
