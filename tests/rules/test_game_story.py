"""The story of a finished game."""

import pytest

from scoring.rules import ByTeam, Team
from scoring.rules.game_story import GameStory, StoryKind, game_story
from tests.cases import score_sheets


def totals(*pairs: tuple[int, int]) -> list[ByTeam[int]]:
    return [ByTeam(a, b) for a, b in pairs]


@pytest.mark.parametrize(
    ("rounds", "story"),
    [
        ([(0, 400), (1000, 450)], GameStory(StoryKind.COMEBACK, 400, 1)),
        ([(-100, 200), (0, 500), (1005, 895)], GameStory(StoryKind.COMEBACK, 500, 2)),
        ([(0, 395), (1000, 400)], None),
        ([(500, 500), (1000, 900)], GameStory(StoryKind.CLOSE, 100, 2)),
        ([(500, 500), (1000, 895)], None),
        ([(500, 100), (1005, 305)], GameStory(StoryKind.ROUT, 700, 2)),
        ([(500, 100), (1000, 305)], None),
    ],
    ids=str,
)
def test_story_is_told_from_its_bound_on(
    rounds: list[tuple[int, int]], story: GameStory | None
) -> None:
    assert game_story(totals(*rounds), Team.A, target=1000, by_double_win=False) == story


@pytest.mark.parametrize("winner", list(Team))
def test_story_is_that_of_the_winners_on_either_side(winner: Team) -> None:
    rounds = [(0, 400), (1000, 450)]
    if winner is Team.B:
        rounds = [(b, a) for a, b in rounds]

    story = game_story(totals(*rounds), winner, target=1000, by_double_win=False)

    assert story == GameStory(StoryKind.COMEBACK, 400, 1)


def test_double_win_at_the_end_comes_before_a_rout() -> None:
    story = game_story(totals((800, 0), (1000, 0)), Team.A, target=1000, by_double_win=True)

    assert story == GameStory(StoryKind.DOUBLE_WIN, 1000, 2)


@pytest.mark.parametrize(
    ("rounds", "kind"),
    [
        ([(0, 400), (1000, 500)], StoryKind.COMEBACK),
        ([(800, 950), (1000, 950)], StoryKind.CLOSE),
    ],
    ids=str,
)
def test_comeback_and_close_game_come_before_a_double_win(
    rounds: list[tuple[int, int]], kind: StoryKind
) -> None:
    story = game_story(totals(*rounds), Team.A, target=1000, by_double_win=True)

    assert story is not None
    assert story.kind == kind


@pytest.mark.parametrize(
    ("target", "kind"), [(500, StoryKind.COMEBACK), (1000, None), (None, None)]
)
def test_bounds_are_shares_of_the_target(target: int | None, kind: StoryKind | None) -> None:
    story = game_story(totals((0, 200), (500, 300)), Team.A, target=target, by_double_win=False)

    assert (story.kind if story else None) == kind


def test_stories_of_the_score_sheets() -> None:
    stories = [
        game_story(
            [ByTeam(*pair) for pair in sheet["totals"]],
            Team(sheet["winner"]),
            target=sheet["target"],
            by_double_win=sheet["rounds"][-1]["double_win"],
        )
        for sheet in score_sheets()
    ]

    assert stories == [
        GameStory(StoryKind.ROUT, 970, 9),
        None,
        GameStory(StoryKind.ROUT, 1240, 8),
        None,
        GameStory(StoryKind.COMEBACK, 500, 1),
        GameStory(StoryKind.DOUBLE_WIN, 490, 10),
        None,
    ]
