"""Rounds in one line of text: the order in which players went out, card points, calls, bombs,
straights, notes."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.models import Game, Round
from scoring.presentation.points import NBSP, format_points, score_pair, signed_points
from scoring.rules import (
    OFFICIAL_RULES,
    RANKS,
    Bomb,
    BySeat,
    ByTeam,
    Call,
    CallLevel,
    HouseRules,
    LongStraight,
    RoundNotes,
    RoundResult,
    ScoreLine,
    ScoreReason,
    Team,
    sum_points,
)

FIRST_SIGN, MADE_SIGN, FAILED_SIGN = "①", "✓", "✕"

RULE_IDS: dict[ScoreReason | CallLevel, str] = {
    ScoreReason.CARD_POINTS: "card-points",
    ScoreReason.DOUBLE_WIN: "double-win",
    CallLevel.TICHU: "tichu",
    CallLevel.GRAND: "grand-tichu",
    CallLevel.EXTRA: "house-blind-tichu",
}


def round_summary(row: Round, game: Game) -> str:
    """Return a recorded round in one line: order, card points or double win, calls, bombs,
    straights, note."""
    names = round_names(row, game)
    summary = result_summary(row.result, names, game.house_rules)
    return " · ".join([summary, *notes_summary(row.notes, names)])


@dataclass(frozen=True, slots=True)
class Tag:
    """A small label on the row of a round: its text, and its CSS classes."""

    text: str
    css_class: str


@dataclass(frozen=True, slots=True)
class RoundSigns:
    """A round in signs: a line with the order in which players went out and the card points; a
    tag for a double win and for each call, bomb and straight; and the note. Without a network,
    the browser shows the same (view.js). `round_summary` contains the same in words."""

    line: str
    tags: list[Tag]
    note: str

    @property
    def needs_summary(self) -> bool:
        """Whether a screen reader needs `round_summary`. It can read names and card points, but
        not tags, notes and FIRST_SIGN."""
        return bool(self.tags or self.note or FIRST_SIGN in self.line)


def round_signs(row: Round, game: Game) -> RoundSigns:
    """Return a recorded round in signs."""
    result, notes, names = row.result, row.notes, round_names(row, game)
    line = " › ".join(names[seat] for seat in result.out_order)
    if len(result.out_order) == 1:
        line += f"{NBSP}{FIRST_SIGN}"
    if result.card_points:
        line += f" · {score_pair(result.card_points)}"
    tags = [Tag(_("double win"), "tag")] if result.double_win else []
    tags += [_call_tag(result, call, names, game.house_rules) for call in result.calls]
    tags += [
        Tag(_("bomb %(name)s") % {"name": names[bomb.seat]}, "tag") for bomb in notes.bombs
    ]
    tags += [
        Tag(_("straight %(name)s") % {"name": names[straight.seat]}, "tag")
        for straight in notes.straights
    ]
    return RoundSigns(line, tags, quoted_note(notes.note))


def _call_tag(result: RoundResult, call: Call, names: BySeat[str], rules: HouseRules) -> Tag:
    made = result.is_made(call)
    text = f"{call_sign(call.level, rules, made=made)} {names[call.seat]}"
    return Tag(text, f"tag {call.level}" if made else f"tag {call.level} failed")


def call_sign(level: CallLevel, rules: HouseRules, *, made: bool) -> str:
    """Return the letters of a call, and the sign for a made or failed call."""
    return call_letters(level, rules) + (MADE_SIGN if made else FAILED_SIGN)


def call_letters(level: CallLevel, rules: HouseRules) -> str:
    """Return a call in as few letters as possible. For an extra call, these are the first
    letters of its words."""
    if level is CallLevel.EXTRA:
        return "".join(word[0] for word in level_name(level, rules).split())
    return _("T") if level is CallLevel.TICHU else _("GT")


def round_names(row: Round, game: Game) -> BySeat[str]:
    """Return the names of the players of a recorded round."""
    return game.names_in(row.players)


def result_summary(
    result: RoundResult, names: BySeat[str], rules: HouseRules = OFFICIAL_RULES
) -> str:
    if result.double_win or len(result.out_order) == 1:
        first = _("%(name)s first") % {"name": names[result.first_out]}
        return f"{first} · {points_summary(result, names, rules)}"
    order = " › ".join(names[seat] for seat in result.out_order)
    return f"{order} · {points_summary(result, names, rules)}"


def points_summary(
    result: RoundResult, names: BySeat[str], rules: HouseRules = OFFICIAL_RULES
) -> str:
    """Return the points of a round in one line: card points or double win, then every call."""
    if result.card_points is None:
        one, other = result.out_order[:2]
        cards = _("double win by %(one)s and %(other)s") % {
            "one": names[one],
            "other": names[other],
        }
    else:
        cards = score_pair(result.card_points)
    calls = (_call_summary(result, call, names, rules) for call in result.calls)
    return ", ".join([cards, *calls])


def _call_summary(
    result: RoundResult, call: Call, names: BySeat[str], rules: HouseRules
) -> str:
    worth = rules.worth(call.level)
    if result.is_made(call):
        sentence = _("%(call)s by %(name)s made, %(points)s")
    elif rules.failed_calls.pay_opponents(call.level):
        sentence = _("%(call)s by %(name)s failed, %(points)s for the opponents")
    else:
        sentence, worth = _("%(call)s by %(name)s failed, %(points)s"), -worth
    return sentence % {
        "call": level_name(call.level, rules),
        "name": names[call.seat],
        "points": signed_points(worth),
    }


def notes_summary(notes: RoundNotes, names: BySeat[str]) -> list[str]:
    """Return every bomb, every long straight, and the note, in words."""
    bombs = [bomb_summary(bomb, names) for bomb in notes.bombs]
    straights = [straight_summary(straight, names) for straight in notes.straights]
    note = [quoted_note(notes.note)] if notes.note else []
    return bombs + straights + note


def progress_notes_summary(game: Game) -> str:
    """Return a sentence with the notes on the round in progress; empty if there are none."""
    parts = notes_summary(game.in_progress.notes, game.names)
    return _("Noted for this round: %(notes)s.") % {"notes": ", ".join(parts)} if parts else ""


def quoted_note(note: str) -> str:
    """Return a note in the quotation marks of the language; empty without a note."""
    return _("“%(note)s”") % {"note": note} if note else ""


def bomb_summary(bomb: Bomb, names: BySeat[str]) -> str:
    sentence = (
        _("bomb by %(name)s, four %(top)ss")
        if bomb.four_of_a_kind
        else _("bomb by %(name)s, straight of %(length)s up to %(top)s")
    )
    return sentence % {
        "name": names[bomb.seat],
        "length": bomb.length,
        "top": rank_label(bomb.top),
    }


def straight_summary(straight: LongStraight, names: BySeat[str]) -> str:
    return _("straight by %(name)s, %(length)s cards up to %(top)s") % {
        "name": names[straight.seat],
        "length": straight.length,
        "top": rank_label(straight.top),
    }


def rank_label(rank: int) -> str:
    """Return a rank as it is printed on the card."""
    return next(symbol for symbol, number in RANKS.items() if number == rank)


def level_name(level: CallLevel, rules: HouseRules = OFFICIAL_RULES) -> str:
    """Return the name of a call; the name of an extra call is defined by the house rules."""
    if level is CallLevel.EXTRA:
        return rules.extra_call.name if rules.extra_call else _("Extra call")
    return _("Tichu") if level is CallLevel.TICHU else _("Grand Tichu")


def breakdown(row: Round, game: Game) -> list[tuple[str, str, str, str]]:
    """Return the reasons for the points of a round: for each reason its text, the id of its
    rule in the reference, and each team's points."""
    cells: dict[str, dict[Team, str]] = {}
    rules: dict[str, str] = {}
    names = round_names(row, game)
    for line in row.score.lines:
        points = signed_points(line.points) if line.call else format_points(line.points)
        reason = _reason(line, names, game.house_rules)
        cells.setdefault(reason, {})[line.team] = points
        rules[reason] = RULE_IDS[line.call.level if line.call else line.reason]
    return [
        (reason, rules[reason], by.get(Team.A, ""), by.get(Team.B, ""))
        for reason, by in cells.items()
    ]


def _reason(line: ScoreLine, names: BySeat[str], rules: HouseRules) -> str:
    if line.call is None:
        return _("Card points") if line.reason is ScoreReason.CARD_POINTS else _("Double win")
    sentence = (
        _("%(call)s by %(name)s, made")
        if line.reason is ScoreReason.CALL_MADE
        else _("%(call)s by %(name)s, failed")
    )
    return sentence % {
        "call": level_name(line.call.level, rules),
        "name": names[line.call.seat],
    }


def round_points_of(game: Game) -> list[ByTeam[int]]:
    """Return the points of each round of a game that has no other facts of rounds. Empty if the
    result of the game was corrected, so that the points no longer add up to it."""
    rounds = [ByTeam(*each) for each in game.round_points or ()]
    return rounds if sum_points(rounds) == game.final_totals else []
