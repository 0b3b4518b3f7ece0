"""The year in review in words: every fact is a screen."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import singledispatch
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number, format_signed
from scoring.models import Group
from scoring.presentation.badges import badge_label
from scoring.presentation.lists import join_words
from scoring.presentation.points import signed_points
from scoring.presentation.records import record_label, record_summary
from scoring.presentation.rounds import level_name
from scoring.presentation.stats import (
    Names,
    evening_url,
    format_interval,
    format_percentage,
    pair_of,
)
from scoring.presentation.stats_pages.rows import GameKeys, games_won, pair_url, player_url
from scoring.stats.estimates import Proportion
from scoring.stats.players import BestEvening
from scoring.stats.records import Record
from scoring.stats.year_review import (
    BadgesEarned,
    BestPair,
    CallsMade,
    Companion,
    DoubleWins,
    Fact,
    FirstOut,
    GamesWon,
    LongestEvening,
    LongestRun,
    MostBombs,
    MostWins,
    Played,
    Strongest,
    TopCaller,
)


@dataclass(frozen=True, slots=True)
class ReviewScreen:
    """A full screen: a title, the figure, a sentence, and the sample that it is of; `url` is
    where it is proved, empty for nowhere."""

    title: str
    figure: str
    sentence: str
    sample: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class ReviewLinks:
    """What the screens lead to: the group, the addresses of games, the query that leads to the
    year on other pages, and whose year it is; None for the group's."""

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
        """The page of figures of whose year it is."""
        if self.player is not None:
            return self.player_page(self.player)
        return reverse("stats", args=[self.group.key]) + self.query


def review_screens(
    facts: Iterable[Fact], names: Names, links: ReviewLinks
) -> list[ReviewScreen]:
    return [_screen(fact, names, links) for fact in facts]


@singledispatch
def _screen(fact: Fact, _names: Names, _links: ReviewLinks) -> ReviewScreen:
    """The screen of a fact: each type of facts has a function below."""
    raise TypeError(fact)


@_screen.register
def _played(fact: Played, _names: Names, links: ReviewLinks) -> ReviewScreen:
    title = _("What was played")
    games = ngettext("%(n)s game", "%(n)s games", fact.games) % {"n": format_number(fact.games)}
    rounds = _rounds(fact.rounds)
    if fact.evenings is None or fact.players is None:
        return ReviewScreen(
            title, games, _("And %(rounds)s.") % {"rounds": rounds}, "", links.home
        )
    evenings = ngettext(
        "And %(rounds)s, on %(n)s evening.", "And %(rounds)s, on %(n)s evenings.", fact.evenings
    ) % {"rounds": rounds, "n": format_number(fact.evenings)}
    players = ngettext("%(n)s player.", "%(n)s players.", fact.players)
    return ReviewScreen(
        title, games, evenings, players % {"n": format_number(fact.players)}, links.home
    )


@_screen.register
def _longest_evening(fact: LongestEvening, _names: Names, links: ReviewLinks) -> ReviewScreen:
    sentence = ngettext(
        "On %(day)s you played %(n)s game.", "On %(day)s you played %(n)s games.", fact.games
    )
    sample = ngettext(
        "The most rounds of %(n)s evening.", "The most rounds of %(n)s evenings.", fact.evenings
    )
    return ReviewScreen(
        _("The longest evening"),
        _rounds(fact.rounds),
        sentence
        % {"day": date_format(fact.day, "DATE_FORMAT"), "n": format_number(fact.games)},
        sample % {"n": format_number(fact.evenings)},
        evening_url(links.group, fact.day),
    )


@_screen.register
def _most_wins(fact: MostWins, names: Names, links: ReviewLinks) -> ReviewScreen:
    return ReviewScreen(
        _("The most games won"),
        format_number(fact.won),
        _by_how_many(
            fact.players,
            names,
            _("%(players)s won more games than anybody else."),
            _("%(players)s won as many each, more than anybody else."),
        ),
        ngettext("The group played %(n)s game.", "The group played %(n)s games.", fact.games)
        % {"n": format_number(fact.games)},
        links.home,
    )


@_screen.register
def _strongest(fact: Strongest, names: Names, links: ReviewLinks) -> ReviewScreen:
    rating = fact.rating
    sentence = ngettext(
        "%(player)s added the most points a round to a team, more than %(n)s other who is"
        " ranked.",
        "%(player)s added the most points a round to a team, more than %(n)s others who are"
        " ranked.",
        fact.others,
    )
    return ReviewScreen(
        _("The strongest player"),
        format_signed(rating.edge, 1),
        sentence % {"player": names[rating.player], "n": format_number(fact.others)},
        _("Over %(rounds)s; the likely range is %(interval)s.")
        % {"rounds": _rounds(rating.rounds), "interval": format_interval(rating)},
        links.player_page(rating.player),
    )


@_screen.register
def _best_pair(fact: BestPair, names: Names, links: ReviewLinks) -> ReviewScreen:
    one, other = fact.partners.players
    chemistry = fact.partners.chemistry
    return ReviewScreen(
        _("The pair that clicked"),
        format_signed(chemistry.shrunk if chemistry else 0.0, 1),
        _(
            "Points a round more than their strengths make likely, by %(one)s and %(other)s"
            " together."
        )
        % {"one": names[one], "other": names[other]},
        _("Over %(rounds)s; %(won)s.")
        % {
            "rounds": _rounds(fact.partners.tally.rounds),
            "won": games_won(fact.partners.tally),
        },
        pair_url(links.group, one, other) + links.query,
    )


@_screen.register
def _companion(fact: Companion, names: Names, links: ReviewLinks) -> ReviewScreen:
    sentence = (
        ngettext(
            "Nobody was your partner more often than %(name)s: in %(n)s game.",
            "Nobody was your partner more often than %(name)s: in %(n)s games.",
            fact.wins.n,
        )
        if fact.together
        else ngettext(
            "Nobody was your opponent more often than %(name)s: in %(n)s game.",
            "Nobody was your opponent more often than %(name)s: in %(n)s games.",
            fact.wins.n,
        )
    )
    pair = pair_of(links.player or 0, fact.player)
    return ReviewScreen(
        _("Your partner") if fact.together else _("Your opponent"),
        names[fact.player],
        sentence % {"name": names[fact.player], "n": format_number(fact.wins.n)},
        _("You won %(share)s.") % {"share": _k_of_n(fact.wins)},
        pair_url(links.group, *pair) + links.query,
    )


@_screen.register
def _calls_made(fact: CallsMade, _names: Names, links: ReviewLinks) -> ReviewScreen:
    sentence = ngettext(
        "%(k)s of %(n)s call was made.", "%(k)s of %(n)s calls were made.", fact.made.n
    )
    anchor = "#calls" if links.player is not None else ""
    return ReviewScreen(
        level_name(fact.level),
        format_percentage(fact.made),
        sentence % _numbers(fact.made),
        url=f"{links.home}{anchor}",
    )


@_screen.register
def _top_caller(fact: TopCaller, names: Names, links: ReviewLinks) -> ReviewScreen:
    return ReviewScreen(
        _("The most points by calls"),
        signed_points(fact.points),
        _by_how_many(
            fact.players,
            names,
            _("Nobody gained more points by calls than %(players)s."),
            _("Nobody gained more points by calls than %(players)s each."),
        ),
        _("%(share)s calls made.") % {"share": _k_of_n(fact.made)},
        links.home,
    )


@_screen.register
def _double_wins(fact: DoubleWins, _names: Names, links: ReviewLinks) -> ReviewScreen:
    sentence = ngettext("In %(k)s of %(n)s round.", "In %(k)s of %(n)s rounds.", fact.made.n)
    sample = ""
    if fact.suffered is not None:
        sample = _("Suffered: %(n)s.") % {"n": format_number(fact.suffered.k)}
    return ReviewScreen(
        _("Double wins"),
        format_number(fact.made.k),
        sentence % _numbers(fact.made),
        sample,
        links.home,
    )


@_screen.register
def _most_bombs(fact: MostBombs, names: Names, links: ReviewLinks) -> ReviewScreen:
    noted = ngettext("Of %(n)s bomb noted.", "Of %(n)s bombs noted.", fact.bombs)
    return ReviewScreen(
        _("Bombs"),
        format_number(fact.most),
        _by_how_many(
            fact.players,
            names,
            _("Nobody noted more bombs than %(players)s."),
            _("Nobody noted more bombs than %(players)s each."),
        ),
        noted % {"n": format_number(fact.bombs)},
        links.home,
    )


@_screen.register
def _badges(fact: BadgesEarned, names: Names, links: ReviewLinks) -> ReviewScreen:
    """Of one player by what they are for, of a group by who earned the most."""
    earned = len(fact.badges)
    title = _("Badges")
    if links.player is not None:
        kinds = dict.fromkeys(badge_label(each.type) for each in fact.badges)
        sentence = f"{join_words(list(kinds))}."
        return ReviewScreen(title, format_number(earned), sentence, "", f"{links.home}#badges")
    by_player = Counter(each.player for each in fact.badges)
    most = max(by_player.values())
    players = tuple(sorted(player for player, n in by_player.items() if n == most))
    return ReviewScreen(
        title,
        format_number(most),
        _by_how_many(
            players,
            names,
            _("Nobody earned more than %(players)s."),
            _("Nobody earned more than %(players)s each."),
        ),
        ngettext("Of %(n)s badge.", "Of %(n)s badges.", earned) % {"n": format_number(earned)},
        links.player_page(players[0]) + "#badges",
    )


@_screen.register
def _games_won(fact: GamesWon, _names: Names, links: ReviewLinks) -> ReviewScreen:
    sentence = ngettext(
        "You won %(k)s of %(n)s game.", "You won %(k)s of %(n)s games.", fact.won.n
    )
    return ReviewScreen(
        _("Games won"),
        format_percentage(fact.won),
        sentence % _numbers(fact.won),
        url=links.home,
    )


@_screen.register
def _first_out(fact: FirstOut, _names: Names, links: ReviewLinks) -> ReviewScreen:
    """Only what chance hardly explains is said to be more or less than one in four."""
    if fact.difference is None:
        sentence = _(
            "One round in four is what everybody has by chance; yours may be chance too."
        )
    elif fact.difference.better:
        sentence = _("More often than one round in four, and by more than chance explains.")
    else:
        sentence = _("Less often than one round in four, and by more than chance explains.")
    return ReviewScreen(
        _("First out"),
        format_percentage(fact.first),
        sentence,
        _("%(share)s rounds.") % {"share": _k_of_n(fact.first)},
        links.home,
    )


@_screen.register
def _longest_run(fact: LongestRun, _names: Names, links: ReviewLinks) -> ReviewScreen:
    return ReviewScreen(
        _("Longest run"),
        format_number(fact.games),
        _("You won %(n)s games in a row.") % {"n": format_number(fact.games)},
        _of_games(fact.of),
        links.home,
    )


@_screen.register
def _best_evening(fact: BestEvening, _names: Names, links: ReviewLinks) -> ReviewScreen:
    sentence = _("Points ahead of your opponents on %(day)s.")
    won = _("%(won)s, over %(rounds)s.") % {
        "won": games_won(fact.tally),
        "rounds": _rounds(fact.tally.rounds),
    }
    return ReviewScreen(
        _("Your biggest evening"),
        signed_points(fact.tally.margin.total),
        sentence % {"day": date_format(fact.day, "DATE_FORMAT")},
        won,
        evening_url(links.group, fact.day),
    )


@_screen.register
def _record(fact: Record, names: Names, links: ReviewLinks) -> ReviewScreen:
    return ReviewScreen(
        record_label(fact),
        format_number(fact.value),
        f"{record_summary(fact, names)}.",
        _("On %(day)s.") % {"day": date_format(fact.day, "DATE_FORMAT")},
        links.game(fact.game),
    )


def _by_how_many(players: tuple[int, ...], names: Names, alone: str, together: str) -> str:
    sentence = alone if len(players) == 1 else together
    return sentence % {"players": join_words([names[each] for each in players])}


def _rounds(rounds: int) -> str:
    return ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": format_number(rounds)}


def _of_games(games: int) -> str:
    return ngettext("Of %(n)s game.", "Of %(n)s games.", games) % {"n": format_number(games)}


def _k_of_n(counted: Proportion) -> str:
    return _("%(k)s of %(n)s") % _numbers(counted)


def _numbers(counted: Proportion) -> dict[str, str]:
    return {"k": format_number(counted.k), "n": format_number(counted.n)}
