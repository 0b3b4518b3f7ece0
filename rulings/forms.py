"""Forms for questions that are ruled by the house rules of a group, for its saved rulings, and
for these house rules."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from rules_ref.forms import HAND, PLAY, TABLE, PlayQuestionForm, QuestionForm, WishQuestionForm
from rules_ref.play.codes import CARDS, card_codes
from scoring.forms.command_form import CommandForm, version_field
from scoring.forms.unique_fields import UniqueFieldsForm
from scoring.models import Change, Game, Group, clean_text
from scoring.rules import Special
from scoring.rules.play_rules import HouseRule
from scoring.rules.saved_ruling import MAX_DECISION_NOTE_LENGTH, CardQuestion, SavedRuling
from scoring.services import saved_rulings
from scoring.services.play_rules import play_rules, set_play_rules
from scoring.services.transaction import Submission


class _ByGroupRules(QuestionForm):
    """A question that is ruled by the house rules of the group. House rules in the query string
    are ignored."""

    def __init__(
        self, data: Mapping[str, Any] | None, *, house_rules: frozenset[HouseRule]
    ) -> None:
        super().__init__(data)
        self._group_rules = house_rules

    @property
    def house_rules(self) -> frozenset[HouseRule]:
        return self._group_rules


class GroupPlayQuestionForm(_ByGroupRules, PlayQuestionForm):
    """May I play this, by the rules of my group?"""

    @property
    def card_question(self) -> CardQuestion:
        """The question as plain values, if the form is valid."""

        def phoenix_in(pile: str, field: str) -> str:
            there = CARDS[Special.PHOENIX] in self.cleaned_data[pile]
            return str(self.cleaned_data[field]) if there else ""

        table, play, hand = (
            tuple(card_codes(self.cleaned_data[pile])) for pile in (TABLE, PLAY, HAND)
        )
        return CardQuestion(
            table,
            play,
            hand,
            turn=self.asked_turn,
            wish=self.cleaned_data["wish"],
            lying=phoenix_in(TABLE, "lying"),
            said=phoenix_in(PLAY, "said"),
            house=tuple(str(rule) for rule in HouseRule if rule in self.house_rules),
        )


class GroupWishQuestionForm(_ByGroupRules, WishQuestionForm):
    """Must I honour the wish, by the rules of my group?"""


class SaveRulingForm(CommandForm[Change]):
    """Save the ruling on a question with the decision of the table. `after` is the `seq` of the
    round before the one in which the question was asked, or 0 in the first round."""

    multiple_fields = frozenset({TABLE, PLAY, HAND})
    note_max_length = MAX_DECISION_NOTE_LENGTH

    after = version_field()
    decision = forms.ChoiceField(
        choices=[("yes", "yes"), ("no", "no")],
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Tap what the table decided.")
        ),
    )
    note = forms.CharField(
        required=False,
        max_length=MAX_DECISION_NOTE_LENGTH,
        error_messages={
            "max_length": gettext_lazy("A note has at most 200 letters: shorten it.")
        },
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        game: Game,
        question: GroupPlayQuestionForm,
    ) -> None:
        super().__init__(data, game=game)
        self.question = question

    def clean_note(self) -> str:
        return clean_text(self.cleaned_data["note"])

    def clean(self) -> None:
        super().clean()
        if not self.question.is_valid():
            self.add_error(None, self.question.error_sentences)

    @property
    def round_choices(self) -> list[tuple[int, int, bool]]:
        """The rounds in which the question may have been asked, the latest first: the value of
        `after`, the number of the round, and whether it is chosen."""
        seqs = [0, *(row.round.seq for row in self.game.sheet.rows)]
        rounds = [(seq, number) for number, seq in enumerate(seqs, 1)]
        if self.game.sheet.standing.over:
            rounds.pop()
        sent = str(self.data.get("after", rounds[-1][0] if rounds else ""))
        return [(seq, number, str(seq) == sent) for seq, number in reversed(rounds)]

    def apply(self, submission: Submission) -> Change:
        answer, data = self.question.ruling, self.cleaned_data
        ruling = SavedRuling(
            data["after"],
            self.question.card_question,
            answer.legal,
            str(answer.reason),
            answer.rules,
            data["decision"] == "yes",
            data["note"],
        )
        return saved_rulings.save_ruling(self.game, ruling, submission)


class RemoveRulingForm(CommandForm[Change]):
    """Remove the ruling that was saved by the change with the number `seq`."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game, seq: int) -> None:
        super().__init__(data, game=game)
        self.seq = seq

    def apply(self, submission: Submission) -> Change:
        return saved_rulings.remove_ruling(self.game, self.seq, submission)


class PlayRulesForm(UniqueFieldsForm):
    """The house rules by which a group plays from now on. Without any it plays by the official
    rules."""

    multiple_fields = frozenset({"house"})

    house = forms.MultipleChoiceField(
        choices=[(rule, rule) for rule in HouseRule],
        required=False,
        error_messages={
            "invalid_choice": gettext_lazy(
                "There is no house rule “%(value)s”: choose from the list."
            )
        },
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, group: Group) -> None:
        super().__init__(data)
        self.group = group

    @property
    def house_choices(self) -> list[tuple[HouseRule, bool]]:
        """Every house rule, and whether it is chosen."""
        sent: Any = self.data
        chosen = set(sent.getlist("house")) if self.is_bound else play_rules(self.group.pk)
        return [(rule, rule in chosen) for rule in HouseRule]

    def save(self) -> None:
        rules = {HouseRule(name) for name in self.cleaned_data["house"]}
        set_play_rules(self.group.pk, rules, self.group.device_id)
