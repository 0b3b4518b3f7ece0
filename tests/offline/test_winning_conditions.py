"""*What do we need?* has the same answer without a network as from the server."""

import json
from html.parser import HTMLParser
from random import Random

from django.template.loader import render_to_string

from scoring.models import Game
from scoring.presentation.games import game_json
from scoring.presentation.winning_conditions import (
    depends_on_calls,
    last_round_sentence,
    winning_condition_sections,
)
from scoring.rules import (
    DOUBLE_WINS,
    Call,
    CallsPerTeam,
    FailedCalls,
    RoundInProgress,
    Standing,
    TieRule,
    list_scenarios,
)
from tests.factories import GameFactory
from tests.javascript import JavaScript
from tests.rules.every_result import draw_calls, draw_standing
from tests.rules.random_rounds import random_race

MODULE = "scoring/js/offline/winning-conditions.js"
JS = JavaScript(MODULE)

SAY = """({ [name]: { winningConditions } }, messages, cases) => {
  const say = (name, values = {}) =>
    messages[name].replace(/\\{(\\w+)\\}/g, (_, value) => values[value]);
  return cases.map(([game, stands, calls]) => winningConditions(game, stands, calls, say));
}""".replace("name", f'"{MODULE}"', 1)


def messages() -> dict[str, str]:
    """Return the data attributes of the page for the script, with their names in `dataset`."""
    found: dict[str, str] = {}

    class Reader(HTMLParser):
        def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
            for name, value in attrs:
                if name.startswith("data-"):
                    first, *others = name.removeprefix("data-").split("-")
                    found[first + "".join(each.title() for each in others)] = value or ""

    _, template, its_messages = render_to_string("scoring/unsent_messages.html").rpartition(
        "<template"
    )
    Reader().feed(template + its_messages)
    return found


BLIND = {"extra_call": "Blind Tichu", "extra_call_points": 400}


def random_position(random: Random) -> tuple[Game, Standing, tuple[Call, ...]]:
    agreed = {
        **random_race(random),
        "tie": random.choice([*TieRule]),
        "grand": random.random() < 0.8,
        "calls_per_team": random.choice([*CallsPerTeam]),
        "double_win": random.choice(DOUBLE_WINS),
        "failed_calls": random.choice([*FailedCalls]),
        **random.choice([{}, {"extra_call": "Half", "extra_call_points": 100}, BLIND]),
    }
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
    game: Game = GameFactory.build(
        **{f"player_{seat}__name": name for seat, name in names.items()}, **agreed
    )
    calls = RoundInProgress(calls=draw_calls(random, game.house_rules)).calls
    return game, draw_standing(random, game.race), calls


def test_winning_conditions_say_what_the_server_says() -> None:
    random = Random(20262)
    drawn = [random_position(random) for _ in range(1000)]
    expected = [
        {
            "start": last_round_sentence(standing, game),
            "sections": [
                {
                    "heading": section.heading,
                    "lines": [{"team": line.team, "text": line.text} for line in section.lines],
                }
                for section in winning_condition_sections(scenarios, game)
            ],
            "open": depends_on_calls(scenarios, game),
        }
        for game, standing, calls in drawn
        for scenarios in [list_scenarios(game.race, standing, calls, game.house_rules)]
    ]
    cases = [
        [
            json.loads(game_json(game)),
            {"totals": dict(standing.totals.items()), "rounds": standing.rounds},
            [call.to_dict() for call in calls],
        ]
        for game, standing, calls in drawn
    ]

    answers = JS.run(SAY, messages(), cases)

    differ = [
        (case, got, want)
        for case, got, want in zip(cases, answers, expected, strict=True)
        if got != want
    ]
    assert differ[:3] == []
