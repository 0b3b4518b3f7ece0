"""Forms that import a log that this site or another one has written."""

from collections.abc import Callable

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_import import import_log
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import Device, Group

_NO_FILE = gettext_lazy("Choose a file in which Tichu Score has saved a group.")


class LogImportForm(UniqueFieldsForm):
    """The file of a group."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        error_messages=dict.fromkeys(("required", "invalid", "missing", "empty"), _NO_FILE),
    )

    def store(self, owner: Callable[[], Device]) -> Group | None:
        """Store the group in the file. Returns None, with an error, if the file is damaged."""
        try:
            return import_log(self.cleaned_data["file"], owner)
        except DamagedFile as damaged:
            self.refuse(damaged)
            return None

    def refuse(self, damaged: DamagedFile) -> None:
        """Add an error that says what is wrong with the file."""
        sentence = damaged.sentence or _("This is not a complete file of a Tichu Score group.")
        self.add_error("file", sentence + " " + _("Nothing was imported."))
