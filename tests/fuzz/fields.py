"""Fields for the form of each address: those of a valid submission, and invalid values."""

import json
import random
from collections.abc import Mapping
from typing import Any

Fields = dict[str, str]
Known = Mapping[str, Any]

# A forged entry of the log: it is searched for in the log, to find out whether a field could
# write it.
FORGED = "2026-01-01 00:00:00,000 ERROR forged: entry"

ROUND = {"first": "A1", "card_points": "60", "tichu": "A1"}
SEATS = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
AGREED = {"target": "1000", "other_target": "700", "tie": "play_on", "grand": "on"} | {
    "extra_call": "Blind Tichu",
    "extra_call_points": "400",
}
PLAY = {
    "table": "5j",
    "play": "6j",
    "hand": "7j",
    "wish": "8",
    "lying": "1",
    "house": "",
    "said": "",
}
COUNT = {
    "after": "1",
    "A": "5 10",
    "B": "K dragon",
    "seen_A": "",
    "points_B": "25",
    "pile": "A",
}
SEASON = {
    "name": "Spring",
    "first_day": "2026-01-01",
    "last_day": "2026-06-30",
    "key": "{uuid}",
}
TABLE = "date;Ada + Cleo;Ben + Dora\n2026-03-06;60;40\n"
RESULT = (
    SEATS | AGREED | {"total_a": "1000", "total_b": "600", "day": "2026-03-06", "key": "{uuid}"}
)
SPAN = {"since": "2026-01-01", "until": "2026-12-31", "target": "1000"}

SUBMISSIONS: dict[str, Fields] = {
    "home": {"page": "1"},
    "new_game": SEATS | AGREED | {"key": "{uuid}", "best_of": "3", "A1": "Ada", "B1": "Ben"},
    "join_by_code": {"code": "{code}"},
    "join": {"player": "new", "name": "Eva"},
    "watch": {},
    "language": {"language": "de", "next": "/"},
    "recover": {},
    "group_settings": AGREED
    | {"name": "Friday", "win_probability": "on", "avatars": "on", "deal": "on"},
    "invite": {},
    "invite_to_table": {},
    "invitation_qr_code": {},
    "claim_player": {"player": "{player_stats.number}"},
    "create_recovery_link": {},
    "answer_request": {"answer": "yes"},
    "name_device": {"name": "Phone"},
    "players": {"player": "{player_stats.number}", "name": "Eva"},
    "player": {"name": "Eva"},
    "player_photo": {"photo": "photo.jpg", "remove": "on"},
    "player_avatar": {"colour": "teal", "symbol": "other", "other": "🦊"},
    "hide_player": {},
    "show_player": {},
    "split_player": {"name": "Eva", "game": "1"},
    "forget_player": {"sure": "on"},
    "merge_player": {"into": "{player_stats.number}"},
    "take_merge_back": {},
    "access_tokens": {"name": "Television"},
    "revoke_access_token": {},
    "api_games": {"since": "2026-01-01", "after": "{api_game.key}"},
    "revoke": {},
    "rotate_links": {},
    "transfer_ownership": {"player": "{player_stats.number}"},
    "delete_group": {"name": "Friday"},
    "restore_group": {},
    "stats": SPAN,
    "player_stats": SPAN,
    "pair_stats": SPAN,
    "one_pair_stats": SPAN,
    "enter_result": RESULT,
    "correct_result": RESULT | {"seen": "1"},
    "stakes": {"stake": "5"},
    "pay_stakes": {
        "key": "{uuid}",
        "payer": "{player_stats.number}",
        "payee": "{player_stats.number}",
        "chips": "5",
        "seen": "0",
    },
    "remove_payment": {},
    "seasons": {},
    "year_review": {},
    "year_picture": {},
    "player_year_review": {},
    "player_year_picture": {},
    "season": {},
    "new_season": SEASON,
    "change_season": SEASON,
    "remove_season": {},
    "session": {"seen": "0"},
    "new_session": {
        "key": "{uuid}",
        "page_key": "{uuid}",
        "player": "{player_stats.number}",
        "new_names": "Ada\nBen\nCleo\nDora\nEva\nFinn\nGil\nHana\n",
        "rounds_each": "2",
        "tables": "",
    },
    "take_seating_back": {"number": "1"},
    "next_seating": {"player": "{player_stats.number}", "number": "2", "new_names": "Ida"},
    "schedule": {"player": "{player_stats.number}", "tonight": "1"},
    "rating_stats": {"player": "{player_stats.number}", "tonight": "1"},
    "evening_stats": {"day": "2026-03-06"},
    "evening_picture": {"day": "2026-03-06"},
    "import_group": {"file": "{unsent}"},
    "unsent_changes": {"text": "{unsent}", "now": "yes"},
    "game_imports": {"text": TABLE, "file": "", "source": "Friday.csv"},
    "share_target": {"title": "Friday.csv", "text": TABLE, "file": ""},
    "game_import": {"dates": "day_first", "numbers": "points", "day": "2026-03-06"}
    | {"target": "1000", "keep_results": "on", "name_1": "new", "new_1": "Eva", "store": "yes"}
    | {"spelling_1": "Us 1"},
    "undo_game_import": {},
    "merge_group": {"file": "{unsent}", "seen": ""},
    "board": {"seen": "1"},
    "scoreboard": {"seen": "1"},
    "update_progress": ROUND
    | {"after": "1", "known": "{known}", "dealt": "on", "next": "count", "key": "{uuid}"},
    "count": COUNT | {"add": "K", "back": "1"},
    "last_player": COUNT | {"first": "A1", "last": "B1", "A1": "5", "hand": "10"},
    "progress_notes": {
        "after": "1",
        "bomb": "A1:4:7",
        "note": "What a hand",
        "bomb_seat": "A1",
        "straight": "B1:9:14",
    }
    | {"bomb_length": "5", "bomb_top": "9"},
    "record_round": ROUND
    | {"after": "1", "known": "{known}", "second": "B1", "third": "A2"}
    | {"key": "{uuid}", "hand": "10", "last": "B2", "grand": "B1", "extra": "A2"},
    "round": ROUND | {"seen": "1", "second": "B1", "key": "{uuid}"},
    "annotate_round": {"seen": "1", "bomb": "A1:4:7", "note": "What a hand"},
    "remove_round": {"seen": "1", "key": "{uuid}"},
    "undo": {"number": "1", "key": "{uuid}"},
    "redo": {"number": "1", "key": "{uuid}"},
    "rematch": {"partner": "B1", "key": "{uuid}"},
    "game_settings": {},
    "substitute": {
        "after": "1",
        "seating": "0",
        "seat": "A1",
        "new_name": "Eva",
        "key": "{uuid}",
    },
    "end_game": {"after": "1", "ending": "abandoned", "reason": "Late", "key": "{uuid}"},
    "resume_game": {"key": "{uuid}"},
    "adjust": {"after": "1", "points_A": "-100", "points_B": "0", "reason": "wish"}
    | {"note": "Ace", "key": "{uuid}"},
    "remove_adjustment": {"key": "{uuid}"},
    "change_agreement": AGREED | {"after": "1", "agreement_change": "0", "key": "{uuid}"},
    "correct_date": {"day": "2026-03-06", "seen": "2026-03-06T19:00:00+00:00", "key": "{uuid}"},
    "delete_game": {"key": "{uuid}"},
    "restore_game": {"key": "{uuid}"},
    "search": {"q": "bomb"},
    "may_i_play": PLAY | {"turn": "yes", "pile": "hand"},
    "wish_helper": PLAY,
    "printout": {"size": "5164", "paper": "letter", "ink": "black"},
    "printout_pdf": {"size": "5164", "paper": "letter", "ink": "black"},
    "print_game": {"sheet": "rounds", "paper": "letter"},
    "print_game_pdf": {"sheet": "rounds", "paper": "letter"},
    "group_may_i_play": PLAY | {"turn": "yes", "pile": "hand"},
    "group_wish_helper": PLAY,
    "save_ruling": PLAY
    | {"turn": "own", "after": "0", "decision": "no", "note": "Ace", "key": "{uuid}"},
    "remove_ruling": {"key": "{uuid}"},
    "saved_rulings": {"q": "bomb"},
    "play_rules": {"house": "other-bomb"},
}
EVERY_FIELD = sorted({name for fields in SUBMISSIONS.values() for name in fields})

ODD = [
    "",
    " ",
    "\x00",
    "a\x00b",
    "\x1b[2J",
    f"\r\n{FORGED}",
    f"a\u2028{FORGED}",
    "\u200b",
    "\u202e",
    "İda",
    "ß" * 30,
    "👨‍👩‍👧",
    "²",
    "٣",
    "-0",
    "−5",
    "+5",
    "1.5",
    "1e999",
    "NaN",
    "Infinity",
    "-1",
    "0",
    "1",
    str(2**31),
    str(2**63),
    str(10**30),
    "9" * 5_000,
    "x" * 10_000,
    "A1",
    "B2",
    "A3",
    "None",
    "true",
    "%",
    "%(most)s",
    "{0}",
    "{% now %}",
    "<script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "0000-00-00",
    "0001-01-01",
    "9999-12-31",
    "2026-02-30",
    "5 5 5 5 5",
    "phoenix phoenix",
    "A1:99:99",
    "A1:4:1e5",
    ":::",
    "00000000-0000-0000-0000-000000000000",
    "[" * 50_000,
    '{"a":' * 20_000,
    '{"order": 1e999}',
    '{"order": ["A1", "A1"]}',
    '{"order": [["A1"]], "calls": [1]}',
    '{"calls": [{"player": "A1", "level": []}]}',
    '{"calls": {"player": "A1"}}',
    '{"bombs": [{"player": "A1", "length": 1e300, "top": "\\ud800"}]}',
    '{"by_team": {"A": ["5"], "Z": -1}, "by_player": [1]}',
    '{"note": "\\u0000", "last": {}}',
    '{"order": "\\ud800"}',
    "[]",
    "null",
    '"x"',
    "12",
]


def submission(random: random.Random, name: str, known: Known) -> list[tuple[str, str]]:
    """Return the fields for an address, most of them valid and some invalid."""
    fields = [
        (each, filled(random, text, known)) for each, text in SUBMISSIONS.get(name, {}).items()
    ]
    fields = [each for each in fields if random.random() < 0.8]
    for _ in range(random.choice((0, 0, 1, 1, 1, 2, 3))):
        own = [each for each, _ in fields] or EVERY_FIELD
        field = random.choice(own if random.random() < 0.8 else EVERY_FIELD)
        if random.random() < 0.8:
            fields = [each for each in fields if each[0] != field]
        fields.append((field, random.choice(ODD)))
    random.shuffle(fields)
    return fields


def filled(random: random.Random, text: str, known: Known) -> str:
    """Return the text with its placeholder replaced by a value of this phone."""
    match text:
        case "{uuid}":
            return new_key(random)
        case "{known}":
            return random.choice(['{"order": ["A1"]}', "{}", '{"dealt": true}'])
        case "{unsent}":
            return unsent_file(random, known)
    return str(known[text[1:-1]]) if text.startswith("{") else text


def new_key(random: random.Random) -> str:
    return f"{random.getrandbits(32):08x}-0000-4000-8000-{random.getrandbits(48):012x}"


def unsent_file(random: random.Random, known: Known) -> str:
    """Return a file of unsent changes. Some items are as a phone writes them, and some are
    invalid."""
    items = [item(random, known, number) for number in range(1, random.randrange(1, 6))]
    told: dict[str, Any] = {"tichu-score": "unsent", "version": 1, "items": items}
    if random.random() < 0.2:
        told[random.choice(list(told))] = anything(random)
    return json.dumps(told)


def item(random: random.Random, known: Known, number: int) -> Any:
    verb = random.choice(["record", "tell", "amend", "remove", "start", "rematch"])
    name = {
        "record": "record_round",
        "amend": "round",
        "remove": "remove_round",
        "start": "new_game",
    }
    told: dict[str, Any] = {
        "id": number,
        "verb": verb,
        "key": new_key(random),
        "game": known["t/key"],
        "fields": submission(random, name.get(verb, verb), known),
        "after": 1,
    }
    if random.random() < 0.5:
        extra = random.choice(["behind", "of", "seq", "seen", "needs"])
        told[extra] = known["t/key"] if extra == "needs" else random.randrange(3)
    if random.random() < 0.3:
        told[random.choice(list(told))] = anything(random)
    return told


def anything(random: random.Random) -> Any:
    """Return a value that JSON can represent and that Python can parse again."""
    return random.choice([*VALUES, random.choice(ODD)])


VALUES: list[Any] = [None, True, -1, 0, 2**31, 10**30, 1e300, "", "\x00", "\ud800", "A1"]
VALUES += [[], [[]], {}, {"a": 1}]
