"""A screen of the year in review, and texts that several screens use."""

from dataclasses import dataclass
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number
from scoring.models import Group
from scoring.presentation.lists import join_words
from scoring.presentation.stats import GameKeys, Names, proportion_values
from scoring.presentation.stats_pages.rows import player_url
from scoring.stats.estimates import Proportion


@dataclass(frozen=True, slots=True)
class ReviewScreen:
    """A full screen: a title, a figure, a sentence, and the sample of the figure, which may be
    empty. `url` is the page that shows the figure in detail, "" if there is none."""

    title: str
    figure: str
    sentence: str
    sample: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class ReviewLinks:
    """The links of the screens.

    They consist of the group, the addresses of games, the query that selects the year on other
    pages, and the player of the review, None if it is the group's.
    """

    group: Group
    keys: GameKeys
    query: str
    player: int | None = None

    def game(self, number: int) -> str:
        key: UUID | None = self.keys.get(number)
        return reverse("race", args=[key]) if key else ""

    def player_page(self, number: int) -> str:
        return player_url(self.group, number) + self.query

    @property
    def home(self) -> str:
        """The page with the figures of the group or player for this year."""
        if self.player is not None:
            return self.player_page(self.player)
        return reverse("stats", args=[self.group.key]) + self.query


def players_sentence(players: tuple[int, ...], names: Names, alone: str, together: str) -> str:
    """Return the sentence for one player or for several; their names replace `players`."""
    sentence = alone if len(players) == 1 else together
    return sentence % {"players": join_words([names[each] for each in players])}


def rounds_label(rounds: int) -> str:
    return ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": format_number(rounds)}


def k_of_n(counted: Proportion) -> str:
    return _("%(k)s of %(n)s") % proportion_values(counted)
