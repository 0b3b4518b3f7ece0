"""Messages that the server and the scripts say alike: one text for both."""

import re

from django.utils.translation import gettext as _

_PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def script_message(message: str) -> str:
    """The translated message for a script, which fills in `{name}` where Python fills in
    `%(name)s`."""
    return _PLACEHOLDER.sub(r"{\1}", _(message))
