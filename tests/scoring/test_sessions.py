"""An evening at several tables: it starts and is played, and its standings equal those of an
independent count."""

import re
import uuid
from collections import defaultdict
from copy import copy
from itertools import combinations
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Agreement, Game, Group, Session, games_of_session
from scoring.rules import BySeat
from scoring.services.sessions import SessionStart, start_session
from tests.factories import GameFactory, GameWriter, GroupFactory, Phone, PlayerFactory
from tests.scoring.reading import text
from tests.scoring.rotations import present
from tests.scoring.sessions import EIGHT, NEW, at, finish, now, record, seat, start, tables, url

pytestmark = pytest.mark.django_db


def shown(response: Any) -> str:
    """Return the text of a page, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", " ", text(response)).split())


def standings(phone: Phone, session: Session) -> str:
    """The standings as the page of the session has them, without names."""
    page = shown(phone.client.get(url(session)))
    return page.partition("Rounds A round")[2] or page.partition("Points Rounds")[2]


def revisions() -> list[int]:
    return list(Game.objects.order_by("pk").values_list("revision", flat=True))


def test_evening_of_eight_is_played_without_a_script(phone: Phone) -> None:
    """Seven seatings of two rounds at two tables. At the end the page shows the same as an
    independent count."""
    session = start(phone, rounds_each="2")
    points: dict[str, int] = defaultdict(int)
    partners: dict[frozenset[str], int] = defaultdict(int)
    card_points = iter(range(-25, 130, 5))

    while True:
        for table in session.tables:
            names = table.names_in(table.players)
            partners[frozenset({names.a1, names.a2})] += 1
            partners[frozenset({names.b1, names.b2})] += 1
            for first in ("A1", "B2"):
                left = next(card_points)
                sent = {"first": first, "card_points": str(left), "tichu": ["A1"]}
                assert record(phone, table, **sent).status_code == 302
                made = 100 if first == "A1" else -100
                for name in (names.a1, names.a2):
                    points[name] += left + made
                for name in (names.b1, names.b2):
                    points[name] += 100 - left
        session = now(session.first)
        assert session.seating_over
        if session.over:
            break
        response = seat(phone, session)
        assert response.status_code == 302
        session = at(response["Location"])

    assert session.seating == 7
    assert partners == {frozenset(pair): 1 for pair in combinations(EIGHT, 2)}
    page = shown(phone.client.get(url(session)))
    ranked = sorted(EIGHT, key=lambda name: -points[name])
    for name in EIGHT:
        place = 1 + sum(points[other] > points[name] for other in EIGHT)
        total = str(points[name]).replace("-", "\N{MINUS SIGN}")
        assert f" {place} {name} {total} 14 " in page
    assert f"First place: {ranked[0]}" in page


def test_start_and_next_seating_are_made_once(phone: Phone) -> None:
    phone.group  # noqa: B018 (the group of this phone)
    key = str(uuid.uuid4())
    sent = {"new_names": "\n".join(EIGHT), "rounds_each": "1", "key": key}
    for _ in range(2):
        assert phone.client.post(NEW, sent).status_code == 302
    assert Game.objects.count() == 2
    session = now(Game.objects.latest("pk"))
    finish(phone, session)

    for _ in range(2):
        assert seat(phone, session, number=2).status_code == 302

    assert [game.key for game in now(session.first).tables] == [
        game.key for game in Game.objects.order_by("pk")[2:]
    ]


def queries_of_a_start(group: Group, *names: str) -> int:
    """The number of queries of the start of a session with these players of the group."""
    start = SessionStart(names, Agreement())
    with CaptureQueriesContext(connection) as queries:
        start_session(group, start, key=uuid.uuid4())
    return len(queries)


def test_players_of_a_session_are_read_together() -> None:
    """Two tables cost the same, however many players sit out."""
    group, names = GroupFactory.create(), (*EIGHT, "Ida", "Jan", "Kim")
    for name in names:
        PlayerFactory.create(group=group, name=name)

    assert queries_of_a_start(group, *EIGHT) == queries_of_a_start(group, *names)


def test_page_without_a_script_starts_one_session_by_two_taps(phone: Phone) -> None:
    phone.group  # noqa: B018 (the group of this phone)
    sent = {"new_names": "\n".join(EIGHT), "page_key": str(uuid.uuid4())}
    for _ in range(2):
        phone.client.post(NEW, sent)
    assert Game.objects.count() == 2

    others = sent | {"new_names": "\n".join([*EIGHT[:7], "Ida"])}
    phone.client.post(NEW, others)

    assert Game.objects.count() == 4


def test_no_seating_begins_while_somebody_plays(phone: Phone) -> None:
    session = start(phone)
    record(phone, session.tables[0])

    response = seat(phone, session)

    assert response.status_code == 409
    assert "Somebody still plays" in text(response)
    assert Game.objects.count() == 2


def test_seating_of_an_old_page_is_refused(phone: Phone) -> None:
    session = start(phone)
    finish(phone, session)
    seat(phone, session)
    finish(phone, now(session.first))

    assert seat(phone, session, number=4).status_code == 409
    assert seat(phone, session, number=1).status_code == 409
    assert now(session.first).seating == 2


def test_players_who_come_and_leave_are_seated_from_the_next_seating(phone: Phone) -> None:
    """Nine players, then eight, then seven at one table. Those who sat out play, and then those
    who played least."""
    session = start(phone, *EIGHT, "Ida")
    (out,) = session.played[0].sitting_out
    finish(phone, session)
    names = session.first.player_names
    stay = [name for name in (*EIGHT, "Ida") if name != "Ada"]

    session = at(seat(phone, session, *stay)["Location"])
    assert sorted(names[player] for player in session.present) == stay
    assert len(session.tables) == 2
    assert "Ada" not in " ".join(tables(session))
    finish(phone, session)

    session = at(seat(phone, session, *stay[:6], "Jo")["Location"])
    assert len(session.tables) == 1
    assert "Jo" in tables(session)[0]
    assert len(session.played[-1].sitting_out) == 3
    assert out in session.everybody


def test_fewer_tables_than_could_be_filled_stay_as_few(phone: Phone) -> None:
    session = start(phone, *EIGHT, tables="1")
    assert (len(session.tables), len(session.played[0].sitting_out)) == (1, 4)
    out = set(session.played[0].sitting_out)
    finish(phone, session)

    session = at(seat(phone, session)["Location"])

    assert set(session.played[-1].players) == out


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"new_names": "\n".join(EIGHT[:7])}, "Two tables take eight"),
        ({"new_names": "\n".join([*EIGHT[:7], "ada"])}, "ada is there twice"),
        ({"new_names": "\n".join(f"P{n}" for n in range(21))}, "Tick at most 20 at once."),
        ({"new_names": "\n".join([*EIGHT[:7], "E" * 25])}, "A name has at most 24 letters"),
        ({"new_names": "\n".join(EIGHT), "tables": "3"}, "3 tables take 12 players"),
        ({"new_names": "\n".join(EIGHT), "tables": "7"}, "Choose how it is played."),
        ({"new_names": "\n".join(EIGHT), "rounds_each": "3"}, "Choose how it is played."),
        (
            {"new_names": "\n".join(EIGHT), "player": "99999"},
            "A player who is ticked is not in",
        ),
    ],
)
def test_what_is_no_session_is_refused_and_stays_typed(
    phone: Phone, fields: dict[str, str], sentence: str
) -> None:
    phone.group  # noqa: B018 (the group of this phone)
    response = phone.client.post(NEW, fields)

    assert response.status_code == 422
    assert sentence in text(response)
    assert fields["new_names"].split("\n")[0] in text(response)
    assert not Game.objects.exists()


def test_each_name_that_is_too_long_is_named(phone: Phone) -> None:
    names = [*EIGHT, "Maximilian-Alexander von A", "Wilhelmina van der Heyden"]

    response = phone.client.post(NEW, {"new_names": "\n".join(names)})

    assert response.context["form"].errors["new_names"] == [
        "Maximilian-Alexander von…: A name has at most 24 letters: shorten it.",
        "Wilhelmina van der Heyde…: A name has at most 24 letters: shorten it.",
    ]


def test_round_at_one_table_raises_the_revision_of_every_page_that_shows_it(
    phone: Phone,
) -> None:
    """The pages of the present tables, and of the first game, to which the page of the session
    subscribes. The pages of finished tables are not notified."""
    session = start(phone)
    finish(phone, session)
    session = at(seat(phone, session)["Location"])
    before = revisions()

    record(phone, session.tables[1])

    raised = [
        number
        for number, (was, is_now) in enumerate(zip(before, revisions(), strict=True))
        if is_now > was
    ]
    assert raised == [0, 2, 3]


def test_undone_round_leaves_the_standings_of_all_tables(phone: Phone) -> None:
    session = start(phone)
    record(phone, session.tables[0])
    assert "60" in standings(phone, session)

    phone.post("undo/", number=Game.objects.get(pk=session.tables[0].pk).version)

    assert {points for points in standings(phone, session).split() if points.isdigit()} == {"0"}


def test_table_says_where_it_is_and_leads_to_all_tables_and_on(phone: Phone) -> None:
    session = start(phone)
    page = shown(phone.client.get(session.tables[1].get_absolute_url()))
    assert "Seating 1 of 7, table 2" in page
    finish(phone, session)
    ended = phone.client.get(session.tables[1].get_absolute_url()).content.decode()
    assert url(session) in ended
    assert "Play it again" not in ended

    session = at(seat(phone, session)["Location"])

    following = f"/t/{session.by_seating[1][1].key}/next/"
    assert (
        following
        in phone.client.get(session.by_seating[1][1].get_absolute_url()).content.decode()
    )
    assert phone.client.get(following)["Location"] == session.tables[1].get_absolute_url()


def test_table_of_a_session_has_no_rematch_of_its_own(phone: Phone) -> None:
    session = start(phone)
    finish(phone, session)
    phone.game = session.tables[0]

    response = phone.post("rematch/", partner="A2")

    assert response["Location"] == url(session)
    assert Game.objects.count() == 2


def test_substitute_plays_on_at_a_table(phone: Phone) -> None:
    """Ida sits out, and plays the second of two rounds in the place of the player who
    leaves."""
    session = start(phone, *EIGHT, "Ida", rounds_each="2")
    table = next(game for game in session.tables if game.names.a1)
    record(phone, table)
    names = Game.objects.get(pk=table.pk).names
    out = session.first.player_names[session.played[0].sitting_out[0]]

    assert present(phone, names.a1, names.b1, out, names.b2).status_code == 302

    table = Game.objects.get(pk=table.pk)
    assert table.names == BySeat(names.a1, names.b1, out, names.b2)
    record(phone, table)
    ranked = {
        session.first.player_names[each.player]: each.score.rounds
        for each in now(table).player_standings
    }
    assert (ranked[names.a1], ranked[names.a2], ranked[out]) == (2, 1, 1)


@pytest.mark.parametrize("count", [3, 5])
def test_table_has_four_players(phone: Phone, count: int) -> None:
    session = start(phone)
    phone.game = session.tables[0]

    response = present(phone, *EIGHT[:count])

    assert response.status_code == 422
    assert "Four play at a table: tick four." in text(response)


def test_seating_is_taken_back_as_long_as_nothing_has_happened(phone: Phone) -> None:
    session = start(phone)
    finish(phone, session)
    session = at(seat(phone, session)["Location"])
    assert "Take this seating back" in text(phone.client.get(url(session)))

    response = phone.client.post(f"{url(session)}take-back/", {"number": "2"})

    assert response["Location"] == url(session)
    assert now(session.first).seating == 1
    assert "On to seating 2" in text(phone.client.get(url(session)))

    session = at(seat(phone, now(session.first))["Location"])
    record(phone, session.tables[0])
    phone.client.post(f"{url(session)}take-back/", {"number": "2"})
    assert now(session.first).seating == 2


def test_games_of_a_session_are_found_by_an_index(phone: Phone) -> None:
    """Every tap queries them, in a group that may have games of many years."""
    session = start(phone)
    one_table = GameFactory.create(group=session.first.group)
    others = [copy(game) for game in (one_table, session.first) for _ in range(500)]
    for each in others:
        each.id, each.key = None, uuid.uuid4()
        if each.rotation_facts:
            other_session = each.rotation_facts["session"] | {"key": each.key.hex}
            each.rotation_facts = each.rotation_facts | {"session": other_session}
    Game.objects.bulk_create(others)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    games = games_of_session(session.first.group_id, session.key.hex).order_by("pk")

    assert "game_session" in games.explain()
    assert set(games) == set(session.games)


def test_session_is_removed_with_its_last_table(phone: Phone) -> None:
    session = start(phone)
    for game in session.tables:
        GameWriter(Game.objects.get(pk=game.pk)).delete()

    assert Session.find(session.first.group_id, session.key) is None
