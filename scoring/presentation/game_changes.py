"""Changes of the facts of a game, in sentences, and the labels of undo and redo."""

from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import SEAT_ID_COLUMNS, Agreement, Change, ChangeKind, Game, team_names
from scoring.presentation.agreements import agreement_summary
from scoring.presentation.points import format_points, signed_points
from scoring.presentation.rounds import quoted_note
from scoring.presentation.saved_rulings import ruling_change_summary
from scoring.rules import Adjustment, AdjustmentReason, BySeat, ByTeam, Ending
from scoring.stats.evening_date import evening_date

# By the facts that were changed. The end of a game has its own labels.
_UNDO = {
    "players": gettext_noop("Undo the change of players"),
    "rules": gettext_noop("Undo the change of rules"),
    "final_a": gettext_noop("Undo the change of the result"),
    "created": gettext_noop("Undo the change of the date"),
    "adjustments": gettext_noop("Undo the change of points"),
    "rulings": gettext_noop("Undo the change of rulings"),
}
_REDO = {
    "players": gettext_noop("Redo the change of players"),
    "rules": gettext_noop("Redo the change of rules"),
    "final_a": gettext_noop("Redo the change of the result"),
    "created": gettext_noop("Redo the change of the date"),
    "adjustments": gettext_noop("Redo the change of points"),
    "rulings": gettext_noop("Redo the change of rulings"),
}


def game_change_summary(change: Change, game: Game, names: BySeat[str]) -> str:
    """Return a sentence that describes the state of the game after the change, which may also
    be an undo or redo. `names` are those of that time."""
    facts = change.after or {}
    if "deleted" in facts:
        return _("The game was deleted.") if facts["deleted"] else _("The game was restored.")
    if "created" in facts:
        return _result_summary(change, game) if "final_a" in facts else _date_change(change)
    if "adjustments" in facts or "rulings" in facts:
        summary = ruling_change_summary if "rulings" in facts else _adjustment_change
        return summary(change, game)
    if "rotation_facts" in facts or change.changes_seating:
        return _seating_summary(change, game)
    if change.changes_agreement:
        return _agreement_change(change)
    return f"{ending_summary(change, names)} {quoted_note(facts['ending_reason'])}".strip()


def _date_change(change: Change) -> str:
    """Return a sentence with the new day of the game, and the former one."""
    return _("The game was played on %(day)s, and not on %(other)s.") % {
        "day": _day(change.after or {}),
        "other": _day(change.before or {}),
    }


def _result_summary(change: Change, game: Game) -> str:
    """Return a sentence with the result with which a game was entered, or the new result and
    the former one."""
    after = _result(change.after or {}, game)
    if change.kind == ChangeKind.ENTRY:
        return _("The result was entered: %(result)s.") % {"result": after}
    return _("The result is now: %(after)s. It was: %(before)s.") % {
        "after": after,
        "before": _result(change.before or {}, game),
    }


def _result(facts: dict[str, Any], game: Game) -> str:
    """Return both teams with their totals, the day, and the agreement."""
    names = game.names_in(BySeat.from_function(lambda seat: facts[SEAT_ID_COLUMNS[seat]]))
    totals = ByTeam(facts["final_a"], facts["final_b"])
    teams = [f"{team} {format_points(totals[at])}" for at, team in team_names(names).items()]
    agreed = agreement_summary(Agreement.from_columns(facts))
    return ", ".join([*teams, _day(facts), agreed])


def _seating_summary(change: Change, game: Game) -> str:
    """Return the player who took the seat of another one; if partners change, return all
    players from then on."""
    rotation = (change.after or {}).get("rotation_facts")
    if rotation:
        here = (game.player_names[player] for player in rotation["players"])
        return _("From now on %(names)s play.") % {"names": ", ".join(here)}
    before, after = change.before or {}, change.after or {}
    (column,) = after.keys() - {"seating_number"}
    return _("%(name)s plays on in the place of %(other)s.") % {
        "name": game.player_names[after[column]],
        "other": game.player_names[before[column]],
    }


def _agreement_change(change: Change) -> str:
    """Return the new agreement, and the former one."""
    before, after = (
        agreement_summary(Agreement.from_columns(facts or {}))
        for facts in (change.before, change.after)
    )
    return _("The rules of the game are now: %(after)s. They were: %(before)s.") % {
        "after": after,
        "before": before,
    }


def _adjustment_change(change: Change, game: Game) -> str:
    """Return the adjustment that was added or removed."""
    before, after = (
        (facts or {}).get("adjustments") or [] for facts in (change.before, change.after)
    )
    added = [(_("%(adjustment)s."), facts) for facts in after if facts not in before]
    gone = [(_("Removed: %(adjustment)s."), facts) for facts in before if facts not in after]
    return " ".join(
        sentence % {"adjustment": adjustment_in_words(Adjustment.from_dict(facts), game)}
        for sentence, facts in added + gone
    )


def adjustment_in_words(adjustment: Adjustment, game: Game) -> str:
    """Return the reason of an adjustment, and the points of the teams."""
    points = ", ".join(
        f"{game.team_names[team]} {signed_points(points)}"
        for team, points in adjustment.points.items()
        if points
    )
    return _("%(reason)s: %(points)s") % {
        "reason": adjustment_summary(adjustment),
        "points": points,
    }


def adjustment_summary(adjustment: Adjustment) -> str:
    """Return the reason of an adjustment."""
    reason = {
        AdjustmentReason.WISH: _("Adjustment for an unfulfilled wish"),
        AdjustmentReason.MISCOUNT: _("Adjustment for a miscount"),
        AdjustmentReason.LATE: _("Adjustment for being late"),
        AdjustmentReason.OTHER: _("Adjustment"),
    }[adjustment.reason]
    return f"{reason} {quoted_note(adjustment.note)}".strip()


def adjustment_reasons() -> list[tuple[AdjustmentReason, str]]:
    """Return the reasons that a form offers."""
    return [
        (AdjustmentReason.WISH, _("Unfulfilled wish")),
        (AdjustmentReason.MISCOUNT, _("Miscount")),
        (AdjustmentReason.LATE, _("Late")),
        (AdjustmentReason.OTHER, _("Something else")),
    ]


def _day(facts: dict[str, Any]) -> str:
    return date_format(evening_date(datetime.fromisoformat(facts["created"])), "DATE_FORMAT")


def ending_summary(change: Change, names: BySeat[str]) -> str:
    """Return a sentence that says how a game ended, or that it was resumed, without the
    reason."""
    ending = Ending((change.after or {})["ending"])
    if not ending:
        return _("The game was taken up again.")
    forfeited_by = ending.forfeited_by
    if ending is Ending.TIME_LIMIT:
        return _("The time was up, and the game ended after its last round.")
    if forfeited_by:
        return _("%(names)s forfeited the game.") % {"names": team_names(names)[forfeited_by]}
    return _("The game was abandoned.")


def undo_game_label(change: Change) -> str:
    """Return the label of the button that undoes this change of the game."""
    facts = change.before or {}
    label = _UNDO.get(_what_changed(change, facts))
    return _(label) if label else _resumed_or_ended(facts)


def redo_game_label(change: Change) -> str:
    """Return the label of the button that redoes this change of the game."""
    facts = change.after or {}
    label = _REDO.get(_what_changed(change, facts))
    return _(label) if label else _resumed_or_ended(facts)


def _what_changed(change: Change, facts: dict[str, Any]) -> str:
    """Return the name of the facts that a change has changed; `facts` are the facts before or
    after it."""
    if change.changes_seating or "rotation_facts" in facts:
        return "players"
    if change.changes_agreement:
        return "rules"
    names = ("final_a", "created", "adjustments", "rulings")
    return next((name for name in names if name in facts), "ending")


def _resumed_or_ended(facts: dict[str, Any]) -> str:
    """Return the label of the button that restores these facts of the game."""
    ending = Ending(facts["ending"])
    if not ending:
        return _("Take up again")
    if ending is Ending.TIME_LIMIT:
        return _("End at the time limit again")
    return _("Forfeit again") if ending.forfeited_by else _("Abandon again")
