"""Finds the rulings that the tables of a group saved, and those on the same question."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from rules_ref.forms import read_table
from rules_ref.play import (
    Combination,
    Play,
    Ruling,
    Situation,
    UnclearQuestion,
    judge,
)
from rules_ref.play.codes import parse_cards, parse_phoenix, parse_rank
from scoring.models import Change, ChangeKind, Game, Round
from scoring.rules.play_rules import HouseRule
from scoring.rules.saved_ruling import CardQuestion, SavedRuling


class SavedRulingEntry(NamedTuple):
    """A saved ruling in the list of its group.

    `seq` is the number of the change of its game that saved it, `at` the time of that change,
    and `by` the name of the device that made it, or empty if it is unknown. `round_number` is
    the number of its round on the score sheet.
    """

    game: Game
    seq: int
    ruling: SavedRuling
    round_number: int
    at: datetime
    by: str


def find_saved_rulings(group_id: int) -> list[SavedRulingEntry]:
    """Return all rulings that are saved in the group, the latest first."""
    games = list(Game.objects.filter(group=group_id, rulings__isnull=False).with_names())
    keys = [game.pk for game in games]
    changes = Change.objects.filter(game__in=keys, kind=ChangeKind.RULING).order_by()
    made = {(each.game_id, each.number): each for each in changes.with_device_names()}
    rounds: defaultdict[int, list[int]] = defaultdict(list)
    for game_id, seq in Round.objects.filter(game__in=keys).values_list("game", "seq"):
        rounds[game_id].append(seq)
    found = []
    for game in games:
        for facts in game.rulings or ():
            ruling, change = SavedRuling.from_dict(facts), made.get((game.pk, facts["seq"]))
            number = ruling.round_number(rounds[game.pk])
            # The change that saved it may be missing in an imported file.
            at, by = (change.at, change.device_name) if change else (game.created, "")
            found.append(SavedRulingEntry(game, facts["seq"], ruling, number, at, by))
    return sorted(found, key=lambda each: each.at, reverse=True)


def settled_before(group_id: int, question: CardQuestion) -> list[SavedRulingEntry]:
    """Return the saved rulings of the group on the same question, the latest first."""
    wanted = meaning(question)
    saved = find_saved_rulings(group_id)
    return [each for each in saved if meaning(each.ruling.question) == wanted]


@dataclass(frozen=True)
class JudgedQuestion:
    """A question and the ruling on it by the house rules that the question contains."""

    on_table: Combination | None
    proposed_play: Play | None
    in_turn: bool
    wished_rank: int | None
    ruling: Ruling


def judge_question(question: CardQuestion) -> JudgedQuestion:
    """Rule on the question. Raises UnclearQuestion if the cards on the table cannot lie there,
    or if a card or rank does not exist."""
    on_table, play = _table(question), _play(question)
    hand = parse_cards([*question.hand, *question.play]) if question.hand else None
    rules = frozenset(rule for rule in HouseRule if rule in question.house)
    wish = parse_rank(question.wish or None)
    in_turn = question.turn in {"yes", "passed"}
    passed, own = question.turn == "passed", question.turn == "own"
    situation = Situation(on_table, in_turn, wish, hand, rules, passed, own)
    return JudgedQuestion(on_table, play, in_turn, wish, judge(situation, play))


def meaning(question: CardQuestion) -> Hashable:
    """Return a value that is equal for questions that are the same at the table.

    Suits count if they make a bomb, and a hand counts if there is a wish. The house rules do
    not count.
    """
    try:
        on_table, play = _table(question), _play(question)
    except UnclearQuestion:
        return question
    readings = play.readings if play else ()
    played: Hashable = readings[0].played_on(on_table) if readings else _ranks(question.play)
    wished = play is not None and any(card[:-1] == question.wish for card in question.play)
    hand = _ranks(question.hand) if question.wish else ()
    return on_table, played, wished, hand, question.wish, question.turn


def _table(question: CardQuestion) -> Combination | None:
    return read_table(parse_cards(question.table), question.lying)


def _play(question: CardQuestion) -> Play | None:
    said = parse_phoenix(question.said or None)
    return Play(parse_cards(question.play), said) if question.play else None


def _ranks(codes: Sequence[str]) -> Hashable:
    """Return the cards without their suits."""
    cards = parse_cards(codes)
    return tuple(sorted(f"{card.special or card.rank}" for card in cards))
