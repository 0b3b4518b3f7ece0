"""Describes the house rules of a group, and the rulings that its tables saved, in sentences."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules_ref.cards import CardImage
from rules_ref.loader import active_reference
from rules_ref.play import UnclearQuestion
from rules_ref.presentation.combinations import combination_name
from rules_ref.presentation.rulings import explanation, find_rules, house_name, play_name
from rulings.saved_rulings import SavedRulingEntry, judge_question
from scoring.models import Game, PlayRules
from scoring.presentation.rotation import game_title
from scoring.presentation.rounds import quoted_note
from scoring.rules.play_rules import HouseRule
from scoring.rules.saved_ruling import CardQuestion, SavedRuling


class AgreedRules(NamedTuple):
    """The house rules on which a group agreed at some time, and the device that sent them."""

    sentence: str
    at: datetime
    by: str


def rules_sentence(rules: Collection[HouseRule]) -> str:
    """Return the house rules of a group in one sentence."""
    if not rules:
        return _("By the rules of your group: those of the rule book, without house rules.")
    return _("By the rules of your group: %(rules)s.") % {"rules": rules_list(rules)}


def rules_list(rules: Collection[HouseRule]) -> str:
    """Return the names of house rules, in the order in which they are listed everywhere."""
    names = [house_name(rule) for rule in HouseRule if rule in rules]
    return ", ".join(names)


def agreed_rules(log: Iterable[PlayRules]) -> list[AgreedRules]:
    """Return the house rules of these rows (`with_device_names`), in their order."""
    return [
        AgreedRules(_agreed_sentence(each.rules), each.at, each.device_name or "")
        for each in log
    ]


def _agreed_sentence(rules: Collection[HouseRule]) -> str:
    return rules_list(rules) or _("As the book has it, without house rules")


class SavedRulingLine(NamedTuple):
    """The texts of a saved ruling in the list."""

    entry: SavedRulingEntry
    title: str
    verdict: str
    why: str
    decision: str
    note: str
    place: str
    address: str


_DECISIONS = {
    (True, True): gettext_noop("The table allowed it, as the ruling says."),
    (True, False): gettext_noop("The table did not allow it, although it is legal."),
    (False, True): gettext_noop("The table allowed it, although it is not legal."),
    (False, False): gettext_noop("The table did not allow it, as the ruling says."),
}
_SETTLED = {
    True: gettext_noop("Settled on %(day)s: your table allowed it."),
    False: gettext_noop("Settled on %(day)s: your table did not allow it."),
}


def ruling_lines(entries: Iterable[SavedRulingEntry], query: str) -> list[SavedRulingLine]:
    """Return the texts of the saved rulings that contain every word of the query."""
    words = query.casefold().split()
    lines = [ruling_line(each) for each in entries]
    return [line for line in lines if all(word in _searched_text(line) for word in words)]


def ruling_line(entry: SavedRulingEntry) -> SavedRulingLine:
    """Describe a saved ruling: the question, the answer, the decision, and the round and the
    game."""
    ruling = entry.ruling
    return SavedRulingLine(
        entry=entry,
        title=_title(ruling.question),
        verdict=_("Legal") if ruling.legal else _("Not legal"),
        why=_why(ruling),
        decision=_(_DECISIONS[ruling.legal, ruling.allowed]),
        note=ruling.note,
        place=_("Round %(number)s, %(game)s")
        % {"number": entry.round_number, "game": game_title(entry.game)},
        address=question_address(entry.game, ruling.question),
    )


def settled_sentence(entry: SavedRulingEntry) -> str:
    """Return a sentence with the day on which the question was settled, and the decision."""
    day = date_format(timezone.localtime(entry.at), "DATE_FORMAT")
    sentence = _(_SETTLED[entry.ruling.allowed]) % {"day": day}
    return f"{sentence} {quoted_note(entry.ruling.note)}".strip()


def question_address(game: Game, question: CardQuestion) -> str:
    """Return the address of the page that asks this question at the table of the game."""
    page = reverse("group_may_i_play", args=[game.key])
    return f"{page}?{urlencode([*question.pairs()])}"


def _title(question: CardQuestion) -> str:
    """Return the play, the table, and the circumstances that matter, as a title."""
    names = {"play": _cards(question.play), "table": _cards(question.table)}
    try:
        judged = judge_question(question)
    except UnclearQuestion:
        pass
    else:
        names["play"] = play_name(judged) or names["play"]
        on_table = judged.on_table
        names["table"] = combination_name(on_table) if on_table else ""
    if not question.play:
        title = _("A pass on: %(table)s") if question.table else _("A pass as a lead")
    else:
        title = _("%(play)s on: %(table)s") if question.table else _("%(play)s as a lead")
    turns = {"no": _("out of turn"), "passed": _("after a pass")}
    turns["own"] = _("when all have passed on it")
    more = [turns[question.turn]] if question.turn in turns else []
    if question.wish:
        wish = CardImage.from_code(question.wish).name
        more.append(_("the wish is %(wish)s") % {"wish": wish})
    return ", ".join([title % names, *more])


def _cards(codes: Iterable[str]) -> str:
    return ", ".join(CardImage.from_code(code).name for code in codes)


def _why(ruling: SavedRuling) -> str:
    """Return the reason why the play was legal or not. It is empty if the same cards would get
    another ruling today."""
    try:
        judged = judge_question(ruling.question)
    except UnclearQuestion:
        return ""
    return explanation(judged) if judged.ruling.reason == ruling.reason else ""


def _searched_text(line: SavedRulingLine) -> str:
    """Return all text that the list shows for a ruling, and the titles of its rules."""
    entry = line.entry
    shown = line.title, line.verdict, line.why, line.decision, line.note, line.place
    day = date_format(timezone.localtime(entry.at), "DATE_FORMAT")
    parts = (*shown, _rule_titles(entry.ruling), day, entry.by)
    return " ".join(parts).casefold()


def _rule_titles(ruling: SavedRuling) -> str:
    known = set(ruling.rules) & {
        rule.id for page in active_reference().pages for rule in page.rules
    }
    return " ".join(rule.title for rule in find_rules(known))
