"""Random rounds and games, possible and impossible ones, as a client may send them."""

from random import Random
from typing import Any

SEATS = ["A1", "B1", "A2", "B2"]
FIVES = range(-25, 126, 5)
BLIND_TICHU = {"extra_call": "Blind Tichu", "extra_call_points": 400}
LEVELS = ["tichu", "tichu", "grand", "grand", "extra"]


def random_facts(random: Random) -> dict[str, Any]:
    """Return the facts of a round in the format of tests/vectors/scoring.json. Half of them
    have one or two changes that may make them invalid."""
    order = random.sample(SEATS, 4)
    doubled = order[1][0] == order[0][0]
    facts: dict[str, Any] = {
        "first_out": order[0],
        "double_win": doubled,
        "card_points": None if doubled else pair(random.choice(FIVES)),
        "calls": [
            {"player": seat, "level": random.choice(LEVELS)}
            for seat in random.sample(SEATS, random.choice([0, 0, 1, 1, 2, 3, 4]))
        ],
    }
    if random.random() < 0.5:
        facts["out_order"] = order[: random.choice([2, 3, 4])]
    if not doubled and random.random() < 0.15:
        facts["transfer"] = random_transfer(random, order)
        if random.random() < 0.9:
            facts["card_points"] = None
    if random.random() < 0.5:
        for _ in range(random.choice([1, 1, 2])):
            random.choice(MISTAKES)(random, facts)
    return facts


def pair(left: int) -> dict[str, Any]:
    return {"A": left, "B": 100 - left}


def random_transfer(random: Random, order: list[str]) -> dict[str, Any]:
    piles = [0, 0, 0, 0, 0]
    for points in [5] * 4 + [10] * 8 + [25, -25]:
        piles[random.randrange(5)] += points
    last = order[3] if random.random() < 0.7 else random.choice(SEATS)
    captured = dict(zip(SEATS, piles, strict=False))
    return {"captured": captured, "last_hand": piles[4], "last": last}


def impossible_piles(random: Random, last_hand: int) -> dict[str, int]:
    """Return piles that add up to 100 together with the last hand. Some of them would need two
    Phoenixes."""
    below = [random.choice(range(-25, 0, 5)) for _ in range(2)]
    points = random.choice(range(0, 126, 5))
    return dict(
        zip(SEATS, [*below, points, 100 - last_hand - sum(below) - points], strict=True)
    )


def other_player(random: Random, facts: dict[str, Any]) -> None:
    facts["first_out"] = random.choice([*SEATS, "C1", "", None])


def other_order(random: Random, facts: dict[str, Any]) -> None:
    facts["out_order"] = random.choices([*SEATS, "A3"], k=random.randrange(6))


def other_double_win(random: Random, facts: dict[str, Any]) -> None:
    facts["double_win"] = random.choice([True, False, None])


def other_cards(random: Random, facts: dict[str, Any]) -> None:
    facts["card_points"] = random.choice(
        [
            None,
            pair(random.choice(FIVES)),
            pair(random.randrange(-200, 200)),
            {"A": random.choice(FIVES), "B": random.choice(FIVES)},
            {"A": 60},
            {"A": 60, "B": None},
            {"A": 60.5, "B": 39.5},
            {"A": "60", "B": 40},
            {"A": True, "B": 99},
        ]
    )


def other_calls(random: Random, facts: dict[str, Any]) -> None:
    facts["calls"] = [
        {
            "player": random.choice([*SEATS, "B9", None]),
            "level": random.choice([*LEVELS, "small"]),
        }
        for _ in range(random.choice([1, 1, 2, 3]))
    ]


def other_transfer(random: Random, facts: dict[str, Any]) -> None:
    transfer = random_transfer(random, random.sample(SEATS, 4))
    name, value = random.choice(
        [
            ("last", None),
            ("last", "C3"),
            ("last_hand", transfer["last_hand"] + 5),
            ("last_hand", "5"),
            ("captured", {}),
            ("captured", {**transfer["captured"], "A1": 1.5}),
            ("captured", {"A1": 53, "B1": 47}),
            ("captured", transfer["captured"] | {"A1": -25, "B1": -5}),
            ("captured", impossible_piles(random, transfer["last_hand"])),
            ("captured", {"A1": 150, "B1": -50 - transfer["last_hand"]}),
        ]
    )
    facts["transfer"] = transfer | {name: value}


MISTAKES = [
    other_player,
    other_order,
    other_double_win,
    other_cards,
    other_calls,
    other_transfer,
]


def random_rules(random: Random) -> dict[str, Any]:
    """Return house rules, in most cases the official ones."""
    if random.random() < 0.6:
        return {}
    return {
        "grand": random.random() < 0.7,
        "calls_per_team": random.choice(["any", "any", "one", "one_of_each"]),
        "double_win": random.choice([100, 200, 300]),
        "failed_calls": random.choice(["minus", "minus", "opponents", "opponents_grand"]),
        **random.choice([{}, {"extra_call": "Half", "extra_call_points": 100}, BLIND_TICHU]),
    }


def random_race(random: Random) -> dict[str, int | None]:
    """Return what ends a game, in most cases only a target."""
    race = {
        "target": random.choice([1, 300, 400, 1000, 1000]),
        "fixed_rounds": random.choice([3, 6, 10, 11]) if random.random() < 0.4 else None,
        "lead": random.choice([200, 400]) if random.random() < 0.2 else None,
        "floor": random.choice([200, 1000]) if random.random() < 0.2 else None,
    }
    goes = race["fixed_rounds"] or race["lead"]
    return race | {"target": None} if goes and random.random() < 0.7 else race


def random_game(random: Random) -> dict[str, Any]:
    """Return a race and the points of its rounds. There may be more rounds than the game
    has."""
    rounds = [
        {"A": random.choice(range(-400, 501, 5)), "B": random.choice(range(-400, 501, 5))}
        for _ in range(random.randrange(9))
    ]
    if random.random() < 0.3:
        rounds = [{"A": 200, "B": 200} for _ in rounds]
    return {
        **random_race(random),
        "tie": random.choice(["play_on", "draw"]),
        "rounds": rounds,
    }
