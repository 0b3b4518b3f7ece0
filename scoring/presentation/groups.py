"""Names of groups on pages with several groups."""

from django.utils.translation import gettext as _

from scoring.models import Group

MAX_NAMES = 4


def group_label(group: Group) -> str:
    """Return the name of the group. If another group on the page has the same name, the players
    are added: Our group: Ada, Ben, Cleo, Dora …"""
    names = group.disambiguating_names
    if not names:
        return str(group)
    more = "\N{NO-BREAK SPACE}…" if len(names) > MAX_NAMES else ""
    return _("%(group)s: %(players)s") % {
        "group": group,
        "players": ", ".join(names[:MAX_NAMES]) + more,
    }
