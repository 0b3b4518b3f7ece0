"""Forms for questions about cards: *May I play this?* and *Must I honour the wish?*"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules_ref.cards import CardImage
from rules_ref.play import (
    Combination,
    CombinationKind,
    HouseRule,
    Play,
    Ruling,
    Situation,
    UnclearQuestion,
    WishDuty,
    classify,
    judge,
    wish_duty,
)
from rules_ref.play.codes import CARDS, parse_cards, parse_phoenix, parse_rank, parse_table
from scoring.rules import RANKS, Card, Special, Suit
from scoring.rules.deck import HAND_SIZE

TABLE, PLAY, HAND = "table", "play", "hand"

# Each suit is followed by a special card: 14 cards, which a phone shows in two rows of seven.
_SUITS = [
    [*(f"{rank}{suit}" for rank in RANKS), str(special)]
    for suit, special in zip(Suit, Special, strict=True)
]
_WISHES = [("", pgettext_lazy("wish", "none")), *((sign, sign) for sign in RANKS)]
_PHOENIX = [("", _("the higher rank")), *((sign, sign) for sign in RANKS)]
_TURNS = [
    ("yes", _("My turn")),
    ("no", _("Not my turn")),
    ("passed", _("My turn, after a pass")),
    ("own", _("All passed on my play")),
]
_LYING = [("", _("nothing, or the higher rank")), ("1", "1"), *((sign, sign) for sign in RANKS)]


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card to choose. `piles` are the piles, each with whether the card is in it."""

    code: str
    image: CardImage
    piles: Sequence[tuple[str, bool]]


class CardsField(forms.MultipleChoiceField):
    """The cards of one pile. The cleaned value is a set of cards."""

    default_error_messages = {"invalid_choice": _("There is no card “%(value)s”.")}

    def __init__(self) -> None:
        super().__init__(choices=[(code, code) for code in CARDS], required=False)

    def clean(self, value: Any) -> frozenset[Card]:
        return parse_cards(dict.fromkeys(super().clean(value)))


class QuestionForm(forms.Form):
    """The fields of every question: the cards on the table, a hand, the wish in force, and the
    house rules of the table.

    `lying` is the rank for which a Phoenix on the table stands or, if the Phoenix is a single
    card, the rank of the card below it.
    """

    table = CardsField()
    hand = CardsField()
    wish = forms.ChoiceField(choices=_WISHES, required=False)
    lying = forms.ChoiceField(choices=_LYING, required=False)
    house = forms.MultipleChoiceField(
        choices=[(rule, rule) for rule in HouseRule],
        required=False,
        error_messages={"invalid_choice": _("There is no house rule “%(value)s”.")},
    )

    piles: Sequence[str] = (TABLE, HAND)

    # The combination on the table, or None if the table is empty. It is set when a question is
    # found valid.
    on_table: Combination | None

    @property
    def active(self) -> str:
        """The pile that is shown for editing."""
        pile = str(self.data.get("pile", ""))
        return pile if pile in self.piles else self.piles[0]

    @property
    def card_rows(self) -> list[list[CardChoice]]:
        """All cards to choose from, one row for each suit."""
        picked = {pile: set(self._codes(pile)) for pile in self.piles}

        def pick(code: str) -> CardChoice:
            piles = [(pile, code in picked[pile]) for pile in self.piles]
            return CardChoice(code, CardImage.from_code(code), piles)

        return [[pick(code) for code in suit] for suit in _SUITS]

    @property
    def house_choices(self) -> list[tuple[HouseRule, bool]]:
        """Every house rule, and whether the table plays by it."""
        return [(rule, rule in self.house_rules) for rule in HouseRule]

    @property
    def house_rules(self) -> frozenset[HouseRule]:
        chosen = set(self._codes("house"))
        return frozenset(rule for rule in HouseRule if rule in chosen)

    @property
    def error_sentences(self) -> list[str]:
        """All error messages without duplicates."""
        return list(
            dict.fromkeys(str(each) for errors in self.errors.values() for each in errors)
        )

    @property
    def wished_rank(self) -> int | None:
        return parse_rank(self.cleaned_data["wish"] or None)

    def clean(self) -> None:
        """Check the question as a whole, and set `on_table`. Raises ValidationError. A field
        that was sent twice is an error, because Django would use only its last value."""
        if self._fields_sent_twice():
            raise forms.ValidationError(
                _("There are two answers where only one is possible: keep one of them."),
                code="FIELD_TWICE",
            )
        if self.errors:
            return
        data = self.cleaned_data
        twice = [card for card in CARDS.values() if self._piles_with(card) > 1]
        if twice:
            raise forms.ValidationError(
                _("A card lies in one place only: take back one of two."), code="CARD_TWICE"
            )
        if len(self.whole_hand) > HAND_SIZE:
            raise forms.ValidationError(
                _("A hand has at most %(most)s cards: take some back."),
                code="HAND_TOO_BIG",
                params={"most": HAND_SIZE},
            )
        try:
            self.on_table = read_table(data[TABLE], data["lying"])
        except UnclearQuestion as error:
            raise forms.ValidationError(
                self._table_refusal, code=error.code, params={"rank": data["lying"]}
            ) from None

    @property
    def whole_hand(self) -> frozenset[Card]:
        hand: frozenset[Card] = self.cleaned_data[HAND]
        return hand

    @property
    def _table_refusal(self) -> str:
        """The sentence that says why the cards on the table cannot lie there: they are no
        combination, or only none with the rank that was chosen for the Phoenix."""
        if classify(self.cleaned_data[TABLE]):
            return str(
                _(
                    "With the Phoenix as %(rank)s the cards on the table are no combination: "
                    "choose another rank for it."
                )
            )
        return str(_("The cards on the table are no combination: pick only the last play."))

    def _fields_sent_twice(self) -> list[str]:
        data: Any = self.data
        return [
            name
            for name, values in data.lists()
            if len(values) > 1
            and not isinstance(self.fields.get(name), forms.MultipleChoiceField)
        ]

    def _piles_with(self, card: Card) -> int:
        return sum(card in self.cleaned_data[pile] for pile in self.piles)

    def _codes(self, pile: str) -> Iterable[str]:
        data: Any = self.data
        return data.getlist(pile) if self.is_bound else ()


class PlayQuestionForm(QuestionForm):
    """May I play this? The cards of the hand are those that remain after the play. A question
    without a play is about a pass."""

    play = CardsField()
    turn = forms.ChoiceField(choices=_TURNS, required=False)
    said = forms.ChoiceField(choices=_PHOENIX, required=False)

    piles = (TABLE, PLAY, HAND)

    @property
    def whole_hand(self) -> frozenset[Card]:
        laid: frozenset[Card] = self.cleaned_data[PLAY]
        return super().whole_hand | laid

    @property
    def asked_turn(self) -> str:
        """The chosen turn, which is one of the choices."""
        turn = str(self.data.get("turn", ""))
        return turn if turn in dict(_TURNS) else "yes"

    @property
    def turn_choices(self) -> list[tuple[str, str, bool]]:
        """The choices of the turn: value, label, and whether it is chosen."""
        return [(turn, str(name), turn == self.asked_turn) for turn, name in _TURNS]

    @property
    def in_turn(self) -> bool:
        return self.asked_turn in {"yes", "passed"}

    @cached_property
    def situation(self) -> Situation:
        hand_known = bool(self.cleaned_data[HAND])
        return Situation(
            self.on_table,
            self.in_turn,
            self.wished_rank,
            self.whole_hand if hand_known else None,
            self.house_rules,
            passed=self.asked_turn == "passed",
            own=self.asked_turn == "own",
        )

    @property
    def proposed_play(self) -> Play | None:
        cards = self.cleaned_data[PLAY]
        said = parse_phoenix(self.cleaned_data["said"] or None)
        return Play(cards, said) if cards else None

    @cached_property
    def ruling(self) -> Ruling:
        return judge(self.situation, self.proposed_play)

    @property
    def lists_plays(self) -> bool:
        """Whether the legal plays can be listed card by card."""
        on_the_dog = self.on_table is not None and self.on_table.kind is CombinationKind.DOG
        return self.situation.hand is not None and not on_the_dog

    @property
    def may_pass(self) -> bool:
        return judge(self.situation, None).legal

    @property
    def readings(self) -> Sequence[Combination]:
        """All combinations that the proposed cards can form, for any rank of the Phoenix."""
        return [each.played_on(self.on_table) for each in classify(self.cleaned_data[PLAY])]


class WishQuestionForm(QuestionForm):
    """Must I honour the wish, and with what?"""

    def clean(self) -> None:
        super().clean()
        if self.errors:
            return
        if not self.cleaned_data[HAND]:
            raise forms.ValidationError(_("Pick the cards of your hand."), code="HAND_MISSING")
        if self.wished_rank is None:
            raise forms.ValidationError(_("Choose the rank wished for."), code="WISH_MISSING")

    @cached_property
    def duty(self) -> WishDuty:
        return wish_duty(self.whole_hand, self.on_table, self.wished_rank, self.house_rules)

    @property
    def rules(self) -> Sequence[str]:
        """The ids of the rules from which the answer follows."""
        if self.leader_is_free:
            return (HouseRule.WISH_ON_LEAD.rule, "wish-leader")
        if not self.duty.must_honour:
            phoenix = CARDS[Special.PHOENIX] in self.whole_hand
            return ("wish-cannot", *(("wish-phoenix",) if phoenix else ()))
        lead = ("wish-leader",) if self.on_table is None else ()
        choice = ("wish-choice",) if len(self.duty.plays) > 1 else ()
        bomb = ("wish-bomb-out-of-turn",) if self.bombs_fall_out_of_turn else ()
        return ("wish-duty", *lead, *choice, *bomb, *self._excuses)

    @property
    def bombs_fall_out_of_turn(self) -> bool:
        """Whether any player may throw a bomb before it is the turn of this player."""
        return self.on_table is not None and HouseRule.BOMBS_IN_TURN not in self.house_rules

    @property
    def leader_is_free(self) -> bool:
        return self.on_table is None and HouseRule.WISH_ON_LEAD in self.house_rules

    @property
    def _excuses(self) -> Sequence[str]:
        """The ids of the house rules that allow a play which does not honour the wish."""
        situation = Situation(self.on_table, house_rules=self.house_rules)
        houses = (situation.exemption(option.combination) for option in self.duty.exempt_plays)
        return tuple(dict.fromkeys(house.rule for house in houses if house))

    @property
    def holds_wished_rank(self) -> bool:
        return any(card.rank == self.wished_rank for card in self.whole_hand)


def read_table(cards: frozenset[Card], lying: str) -> Combination | None:
    """Return the combination on the table; `lying` is as in QuestionForm.

    Raises UnclearQuestion.
    """
    if not cards:
        return None
    facts: dict[str, Any] = {"cards": [code for code in CARDS if CARDS[code] in cards]}
    # The form may still contain a choice for a Phoenix that was removed from the table.
    if lying and CARDS[Special.PHOENIX] in cards:
        if len(cards) == 1:
            facts["rank"] = RANKS.get(lying, 1) + 0.5
        else:
            facts["phoenix_as"] = lying
    return parse_table(facts)
