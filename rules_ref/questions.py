"""Questions about real cards: what somebody picked in the browser, turned into a situation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules_ref.cards import DrawnCard
from rules_ref.play import (
    MOST_CARDS,
    Combination,
    Duty,
    House,
    Play,
    Ruling,
    Situation,
    UnclearQuestion,
    classify,
    judge,
    wish_duty,
)
from rules_ref.play.codes import CARDS, read_cards, read_phoenix, read_rank, read_table
from scoring.rules import RANKS, Card, Special, Suit

TABLE, PLAY, HAND = "table", "play", "hand"

# Seven cards fit side by side on a phone: each suit in two rows, a special card at its end.
_SUITS = [
    [*(f"{rank}{suit}" for rank in RANKS), str(special)]
    for suit, special in zip(Suit, Special, strict=True)
]
_WISHES = [("", _("none")), *((sign, sign) for sign in RANKS)]
_PHOENIX = [("", _("the higher")), *((sign, sign) for sign in RANKS)]
_LYING = [("", _("led, or the higher")), ("1", "1"), *((sign, sign) for sign in RANKS)]


@dataclass(frozen=True, slots=True)
class Pick:
    """A card to pick, and for each pile whether it lies there."""

    code: str
    drawn: DrawnCard
    piles: Sequence[tuple[str, bool]]


class CardsField(forms.MultipleChoiceField):
    """Cards of one pile, by their codes."""

    default_error_messages = {"invalid_choice": _("There is no card “%(value)s”.")}

    def __init__(self) -> None:
        super().__init__(choices=[(code, code) for code in CARDS], required=False)

    def clean(self, value: Any) -> frozenset[Card]:
        return read_cards(dict.fromkeys(super().clean(value)))


class Question(forms.Form):
    """What every question tells: what lies on the table, a hand, the wish in force, and the
    house rules that the table plays by.

    `lying` is what a Phoenix on the table stands for, or, where it lies alone, what is below.
    """

    table = CardsField()
    hand = CardsField()
    wish = forms.ChoiceField(choices=_WISHES, required=False)
    lying = forms.ChoiceField(choices=_LYING, required=False)
    house = forms.MultipleChoiceField(
        choices=[(rule, rule) for rule in House],
        required=False,
        error_messages={"invalid_choice": _("There is no house rule “%(value)s”.")},
    )

    piles: Sequence[str] = (TABLE, HAND)

    @property
    def active(self) -> str:
        """The pile that is being picked."""
        pile = str(self.data.get("pile", ""))
        return pile if pile in self.piles else self.piles[0]

    @property
    def suits(self) -> list[list[Pick]]:
        """Every card to pick, suit by suit."""
        picked = {pile: set(self._codes(pile)) for pile in self.piles}

        def pick(code: str) -> Pick:
            piles = [(pile, code in picked[pile]) for pile in self.piles]
            return Pick(code, DrawnCard.of(code), piles)

        return [[pick(code) for code in suit] for suit in _SUITS]

    @property
    def house_choices(self) -> list[tuple[House, bool]]:
        """Every house rule, and whether the table plays by it."""
        return [(rule, rule in self.house_rules) for rule in House]

    @property
    def house_rules(self) -> frozenset[House]:
        chosen = set(self._codes("house"))
        return frozenset(rule for rule in House if rule in chosen)

    @property
    def sentences(self) -> list[str]:
        """What is wrong, each once."""
        return list(
            dict.fromkeys(str(each) for errors in self.errors.values() for each in errors)
        )

    @cached_property
    def on_table(self) -> Combination | None:
        return _on_table(self.cleaned_data[TABLE], self.cleaned_data["lying"])

    @property
    def wished(self) -> int | None:
        return read_rank(self.cleaned_data["wish"] or None)

    def clean(self) -> None:
        if self.errors:
            return
        twice = [card for card in CARDS.values() if self._piles_with(card) > 1]
        if twice:
            raise forms.ValidationError(
                _("A card lies in one place only: take back one of two."), code="CARD_TWICE"
            )
        if len(self.whole_hand) > MOST_CARDS:
            raise forms.ValidationError(
                _("A hand has at most %(most)s cards: take some back."),
                code="HAND_TOO_BIG",
                params={"most": MOST_CARDS},
            )
        try:
            self.on_table  # noqa: B018 (refuses what can lie on no table)
        except UnclearQuestion as error:
            raise forms.ValidationError(
                _("What lies on the table is no combination: pick the last play alone."),
                code=error.code,
            ) from None

    @property
    def whole_hand(self) -> frozenset[Card]:
        hand: frozenset[Card] = self.cleaned_data[HAND]
        return hand

    def _piles_with(self, card: Card) -> int:
        return sum(card in self.cleaned_data[pile] for pile in self.piles)

    def _codes(self, pile: str) -> Iterable[str]:
        data: Any = self.data
        return data.getlist(pile) if self.is_bound else ()


class PlayQuestion(Question):
    """May I play this? The hand is the rest of it, without the play; no play is a pass."""

    play = CardsField()
    turn = forms.ChoiceField(
        choices=[("yes", _("My turn")), ("no", _("Not my turn"))], required=False
    )
    said = forms.ChoiceField(choices=_PHOENIX, required=False)

    piles = (TABLE, PLAY, HAND)

    @property
    def whole_hand(self) -> frozenset[Card]:
        laid: frozenset[Card] = self.cleaned_data[PLAY]
        return super().whole_hand | laid

    @property
    def in_turn(self) -> bool:
        return str(self.data.get("turn", "")) != "no"

    @cached_property
    def situation(self) -> Situation:
        told = bool(self.cleaned_data[HAND])
        return Situation(
            self.on_table,
            self.in_turn,
            self.wished,
            self.whole_hand if told else None,
            self.house_rules,
        )

    @property
    def laid(self) -> Play | None:
        cards = self.cleaned_data[PLAY]
        said = read_phoenix(self.cleaned_data["said"] or None)
        return Play(cards, said) if cards else None

    @cached_property
    def ruling(self) -> Ruling:
        return judge(self.situation, self.laid)

    @property
    def may_pass(self) -> bool:
        return judge(self.situation, None).legal

    @property
    def readings(self) -> Sequence[Combination]:
        """Everything that the cards to be played can be, whatever was said."""
        return [each.on(self.on_table) for each in classify(self.cleaned_data[PLAY])]


class WishQuestion(Question):
    """Must I honour the wish, and with what?"""

    def clean(self) -> None:
        super().clean()
        if self.errors:
            return
        if not self.cleaned_data[HAND]:
            raise forms.ValidationError(_("Pick the cards of your hand."), code="HAND_MISSING")
        if self.wished is None:
            raise forms.ValidationError(_("Choose the rank wished for."), code="WISH_MISSING")

    @cached_property
    def duty(self) -> Duty:
        return wish_duty(self.whole_hand, self.on_table, self.wished, self.house_rules)

    @property
    def rules(self) -> Sequence[str]:
        """Ids of the rules that the answer rests on."""
        if self.leader_is_free:
            return (House.WISH_ON_LEAD.rule, "wish-leader")
        if not self.duty.must_honour:
            return ("wish-cannot", "wish-phoenix")
        lead = ("wish-leader",) if self.on_table is None else ()
        return ("wish-duty", *lead, "wish-choice", "wish-bomb-out-of-turn")

    @property
    def leader_is_free(self) -> bool:
        return self.on_table is None and House.WISH_ON_LEAD in self.house_rules

    @property
    def holds_it(self) -> bool:
        return any(card.rank == self.wished for card in self.whole_hand)


def _on_table(cards: frozenset[Card], lying: str) -> Combination | None:
    if not cards:
        return None
    facts: dict[str, Any] = {"cards": [code for code in CARDS if CARDS[code] in cards]}
    # What was chosen for a Phoenix that has been taken back since is still in the form.
    if lying and CARDS[Special.PHOENIX] in cards:
        if len(cards) == 1:
            facts["rank"] = RANKS.get(lying, 1) + 0.5
        else:
            facts["phoenix_as"] = lying
    return read_table(facts)
