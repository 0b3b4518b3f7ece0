"""The profile of a player: each part has a title, a figure, and the data on which it is
based."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.charts.inline import render_results
from scoring.charts.number_format import format_number, format_percent
from scoring.presentation.stats import (
    Names,
    format_mean,
    format_percentage,
    proportion_values,
    results_in_words,
)
from scoring.presentation.stats_pages.rows import ListRow, PageLinks, record_rows
from scoring.rules import CallLevel
from scoring.stats.estimates import BREAK_EVEN, MIN_CALLS
from scoring.stats.players import RECENT_GAMES
from scoring.stats.profile import (
    Advice,
    CallLess,
    CallMore,
    Companion,
    Difference,
    FormComparison,
    Profile,
    Trait,
)

# The titles if the rate is higher than usual, and if it is lower.
_TITLES = {
    Trait.FIRST_OUT: (
        gettext_noop("First out more often"),
        gettext_noop("First out less often"),
    ),
    Trait.LAST: (gettext_noop("Last more often"), gettext_noop("Last less often")),
    Trait.TICHUS_MADE: (gettext_noop("Makes more Tichus"), gettext_noop("Makes fewer Tichus")),
    Trait.GRANDS_MADE: (
        gettext_noop("Makes more Grand Tichus"),
        gettext_noop("Makes fewer Grand Tichus"),
    ),
    Trait.OPPONENT_CALLS_FAILED: (
        gettext_noop("More calls of opponents fail"),
        gettext_noop("Fewer calls of opponents fail"),
    ),
    Trait.DOUBLE_WINS: (gettext_noop("More double wins"), gettext_noop("Fewer double wins")),
    Trait.DOUBLE_WINS_SUFFERED: (
        gettext_noop("Suffers more double wins"),
        gettext_noop("Suffers fewer double wins"),
    ),
}
_OF_ROUNDS = {
    Trait.FIRST_OUT,
    Trait.LAST,
    Trait.DOUBLE_WINS,
    Trait.DOUBLE_WINS_SUFFERED,
}


@dataclass(frozen=True, slots=True)
class FormRow:
    """The latest results as signs and in words, and a comparison with the results before."""

    value: str
    note: str
    results: SafeString
    results_in_words: str


@dataclass(frozen=True, slots=True)
class ProfileSection:
    """The first section of the page of a player.

    `no_advice` and `no_differences` say why there are none, and are empty otherwise.
    """

    place: str
    advice: list[ListRow]
    no_advice: str
    strengths: list[ListRow]
    weaknesses: list[ListRow]
    no_differences: str
    companions: list[ListRow]
    form: FormRow | None
    records: list[ListRow]
    records_held: str


def profile_section(profile: Profile, names: Names, links: PageLinks) -> ProfileSection:
    name = names[profile.stats.player]
    companions = [
        _companion_row(
            found,
            names[found.player],
            links.pair(profile.stats.player, found.player),
            against=against,
        )
        for found, against in (
            (profile.best_partner, False),
            (profile.toughest_opponent, True),
        )
        if found
    ]
    return ProfileSection(
        place=_place(profile),
        advice=[_advice_row(each, name) for each in profile.advice],
        no_advice="" if profile.advice else _no_advice(profile, name),
        strengths=[_difference_row(each) for each in profile.strengths],
        weaknesses=[_difference_row(each) for each in profile.weaknesses],
        no_differences=""
        if profile.differences
        else _("Nothing yet that is more than chance would bring."),
        companions=companions,
        form=_form_row(profile),
        records=record_rows(profile.records, names, links.keys),
        records_held=_records_held(len(profile.records)),
    )


def _place(profile: Profile) -> str:
    """Return the place in the league, or a sentence that there is none yet."""
    if profile.place is None:
        return _("No place in the league yet: it takes 20 games with rounds.")
    place = _("Place %(place)s of %(places)s in the league.") % {
        "place": format_number(profile.place),
        "places": format_number(profile.places),
    }
    if profile.entry and profile.entry.too_close:
        return " ".join([place, _("Too close to call with the place before.")])
    return place


def _difference_row(each: Difference) -> ListRow:
    higher, lower = _TITLES[each.trait]
    is_higher = each.counted.k > each.usual * each.counted.n
    usual = format_percent(float(each.usual))
    return ListRow(
        _(higher if is_higher else lower),
        format_percentage(each.counted),
        _evidence(each) % {**proportion_values(each.counted), "usual": usual},
    )


def _evidence(each: Difference) -> str:
    if each.trait in {Trait.FIRST_OUT, Trait.LAST}:
        return ngettext(
            "%(k)s of %(n)s round, where one of four comes to %(usual)s",
            "%(k)s of %(n)s rounds, where one of four comes to %(usual)s",
            each.counted.n,
        )
    if each.trait in _OF_ROUNDS:
        return ngettext(
            "%(k)s of %(n)s round, with the other players %(usual)s",
            "%(k)s of %(n)s rounds, with the other players %(usual)s",
            each.counted.n,
        )
    return ngettext(
        "%(k)s of %(n)s call, with the other players %(usual)s",
        "%(k)s of %(n)s calls, with the other players %(usual)s",
        each.counted.n,
    )


def _advice_row(advice: Advice, name: str) -> ListRow:
    calls = advice.calls
    sentences = _less_sentences if isinstance(advice, CallLess) else _more_sentences
    title, note = sentences(grand=calls.level is CallLevel.GRAND)
    points = calls.points_per_call
    values = {
        "player": name,
        "points": format_mean(abs(points) if points else points),
        **proportion_values(calls.made),
        "line": format_percent(float(BREAK_EVEN)),
        "own": format_percentage(calls.called),
        "others": format_percentage(advice.others) if isinstance(advice, CallMore) else "",
    }
    return ListRow(title, "", note % values, "#calls")


def _less_sentences(*, grand: bool) -> tuple[str, str]:
    """Return the title and the note, with placeholders for values."""
    if grand:
        return _("Call Grand Tichu less"), _(
            "A Grand Tichu of %(player)s has cost %(points)s points a time over %(n)s:"
            " %(k)s made, and it pays from %(line)s on."
        )
    return _("Call Tichu less"), _(
        "A Tichu of %(player)s has cost %(points)s points a time over %(n)s:"
        " %(k)s made, and it pays from %(line)s on."
    )


def _more_sentences(*, grand: bool) -> tuple[str, str]:
    """Return the title and the note, with placeholders for values."""
    if grand:
        return _("Call Grand Tichu more"), _(
            "A Grand Tichu of %(player)s has brought %(points)s points a time over %(n)s."
            " It is called in %(own)s of the rounds, by the other players in %(others)s."
        )
    return _("Call Tichu more"), _(
        "A Tichu of %(player)s has brought %(points)s points a time over %(n)s."
        " It is called in %(own)s of the rounds, by the other players in %(others)s."
    )


def _no_advice(profile: Profile, name: str) -> str:
    """Return the reason why there is no advice about calls."""
    if not any(each.ranked for each in profile.stats.official_calls):
        return _("From %(n)s Tichus or Grand Tichus on this says whether to call less.") % {
            "n": MIN_CALLS
        }
    return _("Nothing so far: no call of %(player)s is sure to cost points.") % {"player": name}


def _companion_row(found: Companion, name: str, url: str, *, against: bool) -> ListRow:
    if found.stands_out:
        title = _("Toughest opponent") if against else _("Best partner")
    else:
        title = _("Toughest opponent so far") if against else _("Best partner so far")
    sentence = _against_format if against else _together_format
    note = sentence(found) % {
        **proportion_values(found.wins),
        "otherwise": format_percentage(found.otherwise),
    }
    if found.otherwise and not found.stands_out:
        note = " ".join([note, _("It may be chance.")])
    return ListRow(title, name, note, f"{url}#against" if against else f"{url}#together")


def _together_format(found: Companion) -> str:
    if not found.otherwise:
        return ngettext(
            "%(k)s of %(n)s game won. There was no other partner.",
            "%(k)s of %(n)s games won. There was no other partner.",
            found.wins.n,
        )
    return ngettext(
        "%(k)s of %(n)s game won together, %(otherwise)s with the others.",
        "%(k)s of %(n)s games won together, %(otherwise)s with the others.",
        found.wins.n,
    )


def _against_format(found: Companion) -> str:
    if not found.otherwise:
        return ngettext(
            "%(k)s of %(n)s game won. No game was without this opponent.",
            "%(k)s of %(n)s games won. No game was without this opponent.",
            found.wins.n,
        )
    return ngettext(
        "%(k)s of %(n)s game won, %(otherwise)s against the others.",
        "%(k)s of %(n)s games won, %(otherwise)s against the others.",
        found.wins.n,
    )


def _records_held(records: int) -> str:
    sentence = ngettext("%(n)s record of the group", "%(n)s records of the group", records)
    return sentence % {"n": format_number(records)}


def _form_row(profile: Profile) -> FormRow | None:
    form = profile.form
    if form is None:
        return None
    results = profile.stats.latest_results
    return FormRow(
        _("%(k)s of %(n)s") % proportion_values(form.recent),
        _form_note(form),
        render_results(results, RECENT_GAMES),
        results_in_words(results),
    )


def _form_note(form: FormComparison) -> str:
    """Return a sentence that compares the latest games with those before."""
    values = {"n": format_number(form.before.n), "before": format_percentage(form.before)}
    if not form.before:
        return _("These are all games so far.")
    if not form.stands_out:
        sentence = ngettext(
            "%(before)s of the %(n)s game before: the difference may be chance.",
            "%(before)s of the %(n)s games before: the difference may be chance.",
            form.before.n,
        )
    elif form.recent.k * form.before.n > form.before.k * form.recent.n:
        sentence = ngettext(
            "Better than before: %(before)s of the %(n)s game.",
            "Better than before: %(before)s of the %(n)s games.",
            form.before.n,
        )
    else:
        sentence = ngettext(
            "Worse than before: %(before)s of the %(n)s game.",
            "Worse than before: %(before)s of the %(n)s games.",
            form.before.n,
        )
    return sentence % values
