"""The errors of forms as pages show them: sentences, and attributes of fields."""

from django.forms import BaseForm, BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString


def error_messages(form: BaseForm) -> list[tuple[str, str]]:
    """Return all errors of the form, each sentence once, with the id of its element."""
    sentences = (str(sentence) for errors in form.errors.values() for sentence in errors)
    return [(f"error-{n}", sentence) for n, sentence in enumerate(dict.fromkeys(sentences), 1)]


def error_attributes(field: BoundField) -> SafeString:
    """Return the attributes of an input whose value was refused: that it is invalid, and the id
    of the reason."""
    own = {str(sentence) for sentence in field.errors}
    ids = [name for name, sentence in error_messages(field.form) if sentence in own]
    if not ids:
        return SafeString("")
    return format_html(' aria-invalid="true" aria-describedby="{}"', " ".join(ids))


def group_error_attributes(field: BoundField) -> SafeString:
    """Return the attribute with the reason why none of a group of choices was accepted. (ARIA
    does not allow groups to be marked as invalid.)"""
    return SafeString(error_attributes(field).replace(' aria-invalid="true"', ""))
