"""The plan of a merge of a file into a group, in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from scoring.exchange.log_compare import MergeVerdict
from scoring.exchange.log_merge import MergePlan
from scoring.models import Game


@dataclass(frozen=True, slots=True)
class MergePreview:
    """The preview of a merge. `sentences` say what is new and what is already known. `diverged`
    are the games that are not changed, after a sentence with the reason. `digest` is sent with
    the merge; it is empty if there is nothing to merge."""

    sentences: list[str]
    diverged_sentence: str
    diverged: list[Game]
    digest: str


def merge_preview(plan: MergePlan) -> MergePreview:
    diverged = sorted(plan.diverged, key=lambda game: game.created)
    sentence = ngettext(
        "%(n)s game was changed in one way here and in another way in the file. It stays as it"
        " is here:",
        "%(n)s games were changed in one way here and in another way in the file. They stay as"
        " they are here:",
        len(diverged),
    )
    return MergePreview(
        [*_of_players(plan), *_of_games(plan)],
        sentence % {"n": len(diverged)} if diverged else "",
        diverged,
        "" if plan.merge.is_empty else plan.digest,
    )


def _of_players(plan: MergePlan) -> Iterator[str]:
    new = [player.name for player in plan.merge.new_players.values()]
    if plan.of_another_group:
        yield _("The file is of another group: %(name)s.") % {
            "name": plan.head.name or _("Our group")
        }
    if new:
        sentence = ngettext(
            "%(n)s player is new: %(names)s.", "%(n)s players are new: %(names)s.", len(new)
        )
        yield sentence % {"n": len(new), "names": ", ".join(new)}
    if known := plan.known_players:
        sentence = ngettext(
            "%(n)s player is here already.", "%(n)s players are here already.", known
        )
        yield sentence % {"n": known}
    for name, here in plan.alike:
        sentence = _(
            "%(name)s of the file came from elsewhere, and is taken to be %(here)s of this "
            "group, who has a similar name."
        )
        yield sentence % {"name": name, "here": here}


# By the verdict on each game of the file.
_GAMES = {
    MergeVerdict.NEW: ngettext_lazy("%(n)s game is new.", "%(n)s games are new.", "n"),
    MergeVerdict.LONGER: ngettext_lazy(
        "%(n)s game has gone on in the file, and is updated.",
        "%(n)s games have gone on in the file, and are updated.",
        "n",
    ),
    MergeVerdict.EQUAL: ngettext_lazy(
        "%(n)s game is the same here.", "%(n)s games are the same here.", "n"
    ),
    MergeVerdict.SHORTER: ngettext_lazy(
        "%(n)s game has gone on here, and stays as it is.",
        "%(n)s games have gone on here, and stay as they are.",
        "n",
    ),
}
_PAYMENTS = ngettext_lazy("%(n)s payment is new.", "%(n)s payments are new.", "n")
_SEASONS = ngettext_lazy("%(n)s season is new.", "%(n)s seasons are new.", "n")
_ENTRIES = ngettext_lazy(
    "%(n)s entry of the log of the group is new.",
    "%(n)s entries of the log of the group are new.",
    "n",
)
_LATER = ngettext_lazy(
    "That is more than can be stored at once: %(n)s game is left. Merge the file once more "
    "for it.",
    "That is more than can be stored at once: %(n)s games are left. Merge the file once more "
    "for them.",
    "n",
)


def _of_games(plan: MergePlan) -> Iterator[str]:
    """Yield the number of games of each verdict, and the numbers of other new facts and of
    games that remain to be merged. Numbers of 0 are left out."""
    counted = [
        *((sentence, plan.verdicts[verdict]) for verdict, sentence in _GAMES.items()),
        (_PAYMENTS, len(plan.merge.payments)),
        (_SEASONS, len(plan.merge.seasons)),
        (_ENTRIES, len(plan.merge.group_changes)),
        (_LATER, plan.later),
    ]
    for sentence, number in counted:
        if number:
            yield str(sentence % {"n": number})
