"""The photo of a player."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.jpeg import MAX_BYTES, NotAPicture, clean_jpeg
from scoring.models import Player
from scoring.models.photo import MAX_PHOTOS
from scoring.services.photos import TooManyPhotos
from scoring.services.players import choose_photo

# By the reason of NotAPicture.
REFUSALS = {
    "large": gettext_lazy("This file is too large: a photo may have 20 kB at most."),
    "size": gettext_lazy("A photo has to be a square of 16 to 256 pixels a side."),
    "format": gettext_lazy(
        "This is not a plain JPEG file: save the picture as one that is not progressive."
    ),
    "damaged": gettext_lazy("This file is damaged: choose another one."),
}


class PhotoForm(UniqueFieldsForm):
    """A small JPEG, which the page makes from the chosen picture, or (`remove`) no photo."""

    photo = forms.FileField(
        required=False,
        error_messages={"empty": REFUSALS["damaged"]},
    )
    remove = forms.BooleanField(required=False)

    def clean_photo(self) -> bytes | None:
        """The photo without any other data of the file."""
        file = self.cleaned_data["photo"]
        if file and file.size > MAX_BYTES:  # not even read, because it may have 12 MiB
            raise forms.ValidationError(REFUSALS["large"])
        try:
            return clean_jpeg(file.read()) if file else None
        except NotAPicture as refused:
            raise forms.ValidationError(REFUSALS[refused.reason]) from None

    def clean(self) -> None:
        super().clean()
        chosen = self.cleaned_data.get("photo") or self.cleaned_data.get("remove")
        if not chosen and not self.errors:
            self.add_error("photo", gettext_lazy("Choose a picture first."))

    def save(self, player: Player) -> bool:
        """Store the photo. Returns False if that is refused, with the reason in `errors`."""
        try:
            choose_photo(player, self.cleaned_data["photo"])
        except TooManyPhotos:
            sentence = _("A group has %(n)s photos at most: remove the one of another player.")
            self.add_error("photo", sentence % {"n": MAX_PHOTOS})
        return not self.errors
