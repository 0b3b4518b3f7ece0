"""The agreement of a game, in words."""

from dataclasses import replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.forms.agreements import OWN_LABEL, PRESETS, find_preset
from scoring.models import Agreement
from scoring.presentation.attribute_json import attribute_json
from scoring.presentation.points import format_points
from scoring.rules import CallsPerTeam, FailedCalls, HouseRules, Race, Standing, TieRule

_CALLS = {
    CallsPerTeam.ONE: gettext_noop("one call per team"),
    CallsPerTeam.ONE_OF_EACH: gettext_noop("one call of each kind per team"),
}
_FAILED = {
    FailedCalls.OPPONENTS: gettext_noop("failed calls pay the opponents"),
    FailedCalls.OPPONENTS_GRAND: gettext_noop("a failed Grand Tichu pays the opponents"),
}


def agreement_summary(agreement: Agreement) -> str:
    """Return an agreement in one line: its name, the conditions that end the game, and its own
    rules."""
    preset = find_preset(agreement)
    if preset:
        return f"{preset.label}, {race_summary(agreement.race)}"
    if agreement.target and agreement == Agreement(target=agreement.target):
        return f"{PRESETS[0].label}, {agreement_details(agreement)}"
    return f"{OWN_LABEL}, {agreement_details(agreement)}"


def agreement_details(agreement: Agreement) -> str:
    """Return the conditions that end the game, and the differences from the rule book."""
    return ", ".join([race_summary(agreement.race), *_house_rules(agreement)])


def house_rules_summary(agreement: Agreement) -> str:
    """Return the house rules of rounds, without the rule for ties. If there are none, return
    the name of the official preset."""
    rules = _house_rules(replace(agreement, tie=TieRule.PLAY_ON))
    return ", ".join(rules) or str(PRESETS[0].label)


def _house_rules(agreement: Agreement) -> list[str]:
    parts = []
    if not agreement.grand:
        parts.append(_("no Grand Tichu"))
    if agreement.calls_per_team in _CALLS:
        parts.append(_(_CALLS[agreement.calls_per_team]))
    if agreement.double_win != HouseRules().double_win:
        parts.append(_("double win %(points)s") % {"points": agreement.double_win})
    if agreement.failed_calls in _FAILED:
        parts.append(_(_FAILED[agreement.failed_calls]))
    if agreement.extra_call:
        extra = {"call": agreement.extra_call, "points": agreement.extra_call_points}
        parts.append(_("%(call)s for %(points)s") % extra)
    if agreement.dragon_keeps_last_trick:
        parts.append(_("the Dragon keeps the last trick"))
    if agreement.tie is TieRule.DRAW:
        parts.append(_("a tie is a draw"))
    return parts


def agreement_json(agreement: Agreement) -> SafeString:
    """Return an agreement for the script that starts a game without the server."""
    return attribute_json(agreement.columns)


def race_summary(race: Race) -> str:
    """Return the conditions that end the game: to 1000, 8 rounds, won by a lead of 500, lost at
    -1000."""
    parts = []
    if race.target is not None:
        parts.append(_("to %(points)s") % {"points": race.target})
    if race.fixed_rounds is not None:
        parts.append(_rounds(race.fixed_rounds))
    if race.lead is not None:
        parts.append(_("won by a lead of %(points)s") % {"points": race.lead})
    if race.floor is not None:
        parts.append(_("lost at %(points)s") % {"points": format_points(-race.floor)})
    if race.time_limit is not None:
        parts.append(_("no new round after %(n)s min") % {"n": race.time_limit})
    return ", ".join(parts)


def race_goal(race: Race) -> str:
    """Return the goal that is shown beside the bar of the race: the target, or else the number
    of rounds, or else the lead."""
    if race.target is not None:
        return str(race.target)
    if race.fixed_rounds is not None:
        return _rounds(race.fixed_rounds)
    return _("a lead of %(points)s") % {"points": race.lead}


def round_number(standing: Standing, race: Race) -> str:
    """Return the number of the next round: 5, or 5 of 8 if the number of rounds is fixed."""
    number, last = standing.rounds + 1, race.fixed_rounds
    if last is None or number > last:
        return str(number)
    return _("%(number)s of %(last)s") % {"number": number, "last": last}


def _rounds(rounds: int) -> str:
    return ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds}
