"""The story of a finished game, in a sentence and a drawing."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Game, ScoreSheet
from scoring.presentation.points import format_points
from scoring.rules.game_story import GameStory, StoryKind, game_story
from scoring.rules.race import RaceState

# The ids of cards in `specials.svg`.
_DRAWINGS = {
    StoryKind.COMEBACK: "phoenix",
    StoryKind.CLOSE: "sparrow",
    StoryKind.DOUBLE_WIN: "dog",
    StoryKind.ROUT: "dragon",
}


@dataclass(frozen=True, slots=True)
class StoryView:
    """A story in the form that pages show; `drawing` is the id of a card in the drawing of the
    special cards."""

    sentence: str
    drawing: str


def story_view(sheet: ScoreSheet, game: Game) -> StoryView | None:
    """Return the story of a game that was won in its rounds. None if it was an ordinary game,
    if partners change, or if the game was adjusted, because points in addition to the rounds
    are no feat."""
    standing = sheet.standing
    won_in_rounds = standing.state is RaceState.WON and sheet.rows and not game.adjustments
    if not won_in_rounds or game.rotation:
        return None
    winner, last = standing.winner, sheet.rows[-1].round.result
    if winner is None:
        return None
    story = game_story(
        sheet.totals_by_round,
        winner,
        target=sheet.race.target,
        by_double_win=last.double_win and last.first_out.team is winner,
    )
    if story is None:
        return None
    return StoryView(_sentence(story), _DRAWINGS[story.kind])


def _sentence(story: GameStory) -> str:
    """Return a sentence that tells the story with its figures."""
    return {
        StoryKind.COMEBACK: _("A comeback: %(points)s points behind after round %(n)s."),
        StoryKind.CLOSE: ngettext(
            "A close game: %(points)s point between them.",
            "A close game: %(points)s points between them.",
            story.points,
        ),
        StoryKind.DOUBLE_WIN: _("A double win in round %(n)s ended it."),
        StoryKind.ROUT: _("A rout: %(points)s points ahead at the end."),
    }[story.kind] % {"points": format_points(story.points), "n": story.round_number}
