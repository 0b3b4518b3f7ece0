"""The importer of each format finds all names and totals of its example, and nothing else."""

from datetime import date

import pytest

from scoring.exchange.tables import GAME_HEAD, PLAYER_HEAD, ROUND_HEAD
from scoring.importers.found import Knowledge, ProblemKind, Unreadable, UnreadableReason
from scoring.importers.recognition import MAX_BYTES, decode, read
from scoring.rules import CallLevel, Seat
from tests.importers.examples import found_in

# For every game: the teams, both totals, the points of its rounds, and the day.
FOUND = {
    "points-per-round.csv": [
        ("Anna Ben Clara Dora", 220, 180, [(60, 40), (200, 0), (-40, 140)], date(2024, 2, 13)),
        ("Anna Ben Clara Dora", 205, -5, [(100, 0), (105, -5)], date(2024, 2, 14)),
    ],
    "running-totals-with-marks.csv": [
        (
            "Anna Ben Clara Dora",
            345,
            455,
            [(60, 40), (200, 0), (0, 400), (100, 0), (-15, 15)],
            None,
        )
    ],
    "names-in-the-head.tsv": [
        ("Anna Ben Clara Dora", 215, 285, [(55, 45), (0, 200), (160, 40)], None)
    ],
    "games.csv": [
        ("Anna Ben Clara Dora", 1040, 560, [], date(2024, 2, 13)),
        ("Anna Clara Ben Dora", 455, 1045, [], date(2024, 2, 14)),
        ("Ben Clara Anna Emil", 1000, -300, [], date(2024, 3, 1)),
    ],
    "players.csv": [
        ("Anna Ben Clara Dora", 1040, 560, [], date(2024, 2, 13)),
        ("Anna Dora Ben Emil", 455, 1045, [], date(2024, 2, 14)),
    ],
    "tichu-xyz.json": [
        ("Anna Ben Clara Dora", 215, 285, [(160, 40), (-100, 300), (155, -55)], None)
    ],
    "tichu-xyz-earlier.json": [
        ("Red 1 Red 2 Blue 1 Blue 2", 205, -105, [(160, 40), (45, -145)], None)
    ],
    "command-history.json": [
        (
            "Anna Ben Clara Dora",
            380,
            120,
            [(255, 45), (0, 100), (125, -25)],
            date(2024, 2, 13),
        )
    ],
    "numbered-players.json": [
        ("Anna Ben Clara Dora", 270, 130, [(270, 30), (0, 100)], date(2024, 2, 13)),
        ("Anna Ben Clara Dora", 1010, 590, [], date(2024, 2, 14)),
    ],
    "tournament.json": [
        ("Anna Ben Clara Dora", 365, -165, [(165, 35), (200, -200)], None),
    ],
    "bg-stats.json": [
        ("Anna Ben Clara Dora", 1040, 560, [], date(2024, 2, 13)),
        ("Anna Ben Clara Dora", 400, 1000, [], date(2024, 2, 14)),
    ],
}


@pytest.mark.parametrize("name", FOUND)
def test_example_is_read_whole(name: str) -> None:
    games = [
        (
            " ".join(game.names[seat] for seat in (Seat.A1, Seat.A2, Seat.B1, Seat.B2)),
            *game.totals,
            [tuple(each.points) for each in game.rounds],
            game.day,
        )
        for game in found_in(name).games
    ]
    assert games == FOUND[name]


KNOWN = {
    "points-per-round.csv": Knowledge.POINTS,
    "games.csv": Knowledge.RESULT,
    "players.csv": Knowledge.RESULT,
    "tichu-xyz.json": Knowledge.POINTS,
    "command-history.json": Knowledge.FULL,
    "numbered-players.json": Knowledge.FULL,
    "tournament.json": Knowledge.POINTS,
    "bg-stats.json": Knowledge.RESULT,
}


@pytest.mark.parametrize(("name", "knowledge"), KNOWN.items())
def test_as_much_is_known_as_the_text_has(name: str, knowledge: Knowledge) -> None:
    game = found_in(name).games[0]
    assert game.knowledge is knowledge
    told = [each.result for each in game.rounds]
    assert all(told) if knowledge is Knowledge.FULL else not any(told)


TROUBLES = {
    "points-per-round.csv": [],
    "running-totals-with-marks.csv": [],
    "games.csv": [],
    "players.csv": [(4, ProblemKind.NO_TOTALS)],
    "tichu-xyz.json": [],
    "tournament.json": [(3, ProblemKind.AVERAGE)],
    "bg-stats.json": [(3, ProblemKind.NOT_TWO_TEAMS)],
}


@pytest.mark.parametrize("name", TROUBLES)
def test_what_cannot_be_taken_is_reported_with_its_row(name: str) -> None:
    found = found_in(name)
    assert [(each.place, each.kind) for each in found.problems] == TROUBLES[name]


def test_later_call_of_a_player_takes_the_place_of_the_earlier_one() -> None:
    (call,) = found_in("command-history.json").games[0].rounds[0].result.calls  # type: ignore[union-attr]
    assert (call.seat, call.level) == (Seat.A1, CallLevel.GRAND)


def test_calls_that_do_not_go_with_the_points_are_reported() -> None:
    told = '{"points":{"A":60,"B":40},"flags":{"A":{"tichu":true}}}'
    text = f'{{"version":2,"scores":{{"rounds":[{told}]}}}}'
    (problem,) = read(text).problems
    assert problem.kind is ProblemKind.CALLS_DO_NOT_FIT


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("61,39", ProblemKind.NOT_IN_FIVES),
        ("60,50", ProblemKind.IMPOSSIBLE_ROUND),
        ("60,x", ProblemKind.NO_NUMBERS),
    ],
)
def test_row_that_no_round_can_have_is_reported(row: str, kind: ProblemKind) -> None:
    found = read(f"Us,Them\n60,40\n{row}\n200,0\n")
    assert [(each.place, each.kind) for each in found.problems] == [(3, kind)]
    assert found.games[0].knowledge is Knowledge.RESULT


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", UnreadableReason.EMPTY),
        (" \n", UnreadableReason.EMPTY),
        ("Dear all, see you on Friday", UnreadableReason.UNKNOWN),
        ("[]", UnreadableReason.UNKNOWN),
        ('{"format": "tichu-log"}', UnreadableReason.OWN_FILE),
        ("a,b\n" + "60,40\n" * 200_000, UnreadableReason.TOO_LONG),
        ("{" * 100_000, UnreadableReason.UNKNOWN),
    ],
)
def test_other_text_is_refused_with_a_reason(text: str, reason: UnreadableReason) -> None:
    with pytest.raises(Unreadable) as refused:
        read(text)
    assert refused.value.reason is reason


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ('{\n"format":"tichu-log",\n"version":1,', UnreadableReason.OWN_FILE),
        (f"\ufeff{';'.join(ROUND_HEAD)}\n", UnreadableReason.OWN_TABLE),
        (f"{','.join(GAME_HEAD)}\n", UnreadableReason.OWN_TABLE),
        ('{"plays": [', UnreadableReason.TOO_LONG),
        ("Us,Them\n", UnreadableReason.TOO_LONG),
        (" ", UnreadableReason.TOO_LONG),
    ],
)
def test_file_that_a_group_saved_is_known_however_long_it_is(
    start: str, reason: UnreadableReason
) -> None:
    with pytest.raises(Unreadable) as refused:
        decode(start.encode() + b" " * MAX_BYTES)
    assert refused.value.reason is reason


@pytest.mark.parametrize("separator", ",;\t")
@pytest.mark.parametrize("head", [ROUND_HEAD, GAME_HEAD, PLAYER_HEAD])
def test_table_that_a_group_saved_is_not_taken_for_another_one(
    head: tuple[str, ...], separator: str
) -> None:
    row = ["2026-11-25", "Ada", "Cleo", "Ben", "Dora", *["60"] * (len(head) - 5)]
    with pytest.raises(Unreadable) as refused:
        read("\n".join(separator.join(cells) for cells in (head, row)))
    assert refused.value.reason is UnreadableReason.OWN_TABLE


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_names_with_umlauts_come_in_every_usual_encoding(encoding: str) -> None:
    data = "Jürg + Zoë;Änne + Max\n60;40\n200;0\n".encode(encoding)
    assert tuple(read(decode(data)).games[0].names) == ("Jürg", "Änne", "Zoë", "Max")


@pytest.mark.parametrize(
    "start", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"], ids=["xlsx", "xls"]
)
def test_file_of_a_spreadsheet_program_is_known_at_any_size(start: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        decode(start + bytes(2_000_000))
    assert refused.value.reason is UnreadableReason.SPREADSHEET
