"""Forms that import games from other programs: the text, and a person's answers about it."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy

from scoring.forms.date_words import date_words
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.importers.found import Unreadable, UnreadableReason
from scoring.importers.recognition import MAX_BYTES, decode, read
from scoring.models import GameImport, Group, clean_text
from scoring.models.game_import import MAX_SOURCE_LENGTH
from scoring.services.game_import import open_import

UNREADABLE = {
    UnreadableReason.EMPTY: gettext_lazy("Paste the text, or choose the file."),
    UnreadableReason.TOO_LONG: gettext_lazy(
        "That is too long: send a part of it, at most one megabyte and 20,000 rows."
    ),
    UnreadableReason.UNKNOWN: gettext_lazy(
        "This text cannot be read: copy a table with its header row from a spreadsheet, or "
        "choose the file as the other program exported it."
    ),
    UnreadableReason.SPREADSHEET: gettext_lazy(
        "This is the file of a spreadsheet program: open it there, and copy the table with "
        "its header row or save it as CSV."
    ),
    UnreadableReason.OWN_FILE: gettext_lazy(
        "This is a file of a group of Tichu Score: merge it into this group, on the page for"
        " that."
    ),
    UnreadableReason.OWN_TABLE: gettext_lazy(
        "This is a table of Tichu Score for a spreadsheet: in the group that it is from, save"
        " everything as a file, and merge that file into this group."
    ),
    UnreadableReason.NO_GAMES: gettext_lazy("It contains no Tichu game: choose another file."),
    UnreadableReason.TOO_MANY_GAMES: gettext_lazy(
        "That is more than 3,000 games: import them in parts."
    ),
    UnreadableReason.TOO_MANY_NAMES: gettext_lazy(
        "That is more than 100 names: import the games in parts, or check the columns."
    ),
}
_EMPTY_FILE = gettext_lazy("This file is empty: choose another one, or paste the text.")


class ImportTextForm(UniqueFieldsForm):
    """A text that was pasted, or a file. `source` is the name of the file from which a text was
    pasted."""

    text = forms.CharField(required=False, strip=False, label=gettext_lazy("Text"))
    file = forms.FileField(required=False, allow_empty_file=True, label=gettext_lazy("File"))
    source = forms.CharField(required=False)

    def clean(self) -> dict[str, Any] | None:
        super().clean()
        file = self.cleaned_data.get("file")
        try:
            text = self._text()
            read(text, words=date_words())
        except Unreadable as refused:
            self.add_error("file" if file else "text", _refusal(refused.reason, file))
        else:
            self.cleaned_data["read"] = text
        return self.cleaned_data

    def _text(self) -> str:
        """The text that was sent. A file takes precedence over a pasted text. Raises
        Unreadable."""
        file, pasted = self.cleaned_data.get("file"), self.cleaned_data.get("text", "")
        if file:
            return _decode_file(file)
        return decode(pasted.encode())

    def open(self, group: Group) -> GameImport:
        """Store the text for the preview."""
        file = self.cleaned_data["file"]
        source = file.name if file else self.cleaned_data["source"]
        return open_import(
            group, clean_text(source)[:MAX_SOURCE_LENGTH], self.cleaned_data["read"]
        )


class SharedTextForm(UniqueFieldsForm):
    """The content that another app shares: a file, or a text with a title. It is not parsed
    yet, because the group is not chosen yet."""

    title = forms.CharField(required=False)
    text = forms.CharField(required=False, strip=False)
    file = forms.FileField(required=False, allow_empty_file=True)

    def clean(self) -> dict[str, Any] | None:
        super().clean()
        file, text = self.cleaned_data.get("file"), self.cleaned_data.get("text", "")
        try:
            shared = _decode_file(file) if file else decode(text.encode())
        except Unreadable as refused:
            raise forms.ValidationError(_refusal(refused.reason, file)) from None
        title = file.name if file else self.cleaned_data.get("title", "")
        self.cleaned_data |= {"text": shared, "title": title}
        return self.cleaned_data


def _refusal(reason: UnreadableReason, file: UploadedFile | None) -> str:
    """The message that says why a text or, if there is one, a file cannot be read."""
    empty_file = file is not None and reason is UnreadableReason.EMPTY
    return str(_EMPTY_FILE if empty_file else UNREADABLE[reason])


def _decode_file(file: UploadedFile) -> str:
    # One byte more than the limit is read, so that a longer file is recognized.
    return decode(file.read(MAX_BYTES + 1))
