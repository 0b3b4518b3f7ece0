"""What is tapped without a network: it waits, is shown with the score, and arrives once."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import Watch
from tests.e2e.proxy import KEEP, LOSE, PASS, PORTAL, SWALLOW, Fault, Network, Way
from tests.e2e.table import TablePage, double, plain
from tests.server import Server

# What a browser says in its console about a network that is not there.
NOISE = (
    "ERR_",
    "htmx:",
    "Status Error Code",
    "status of 409",
    "status of 50",
    "status of 403",
    "status of 404",
    "status of 422",
    "EventSource",
)


# What a browser says when its disk is full.
FULL = """() => {
  IDBObjectStore.prototype.add = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
}"""


@pytest.fixture(autouse=True)
def _quiet(watch: Watch) -> None:
    watch.expect(*NOISE)


@pytest.fixture
def table(page: Page) -> TablePage:
    """A table with one round, whose phone has just lost the network."""
    table = TablePage.start(page)
    table.play(plain(55))
    page.context.set_offline(True)
    return table


def waiting(table: TablePage) -> Any:
    return table.page.locator("#rows .waiting")


def come_back(table: TablePage) -> None:
    """The network is there again, and all that waited has been sent."""
    table.page.context.set_offline(False)
    all_sent(table)


def all_sent(table: TablePage) -> None:
    expect(table.page.locator("#waits")).to_be_hidden(timeout=60_000)
    expect(waiting(table)).to_have_count(0)


# A round that waits


def test_round_without_a_network_waits_and_arrives(table: TablePage) -> None:
    table.play(plain(60, B1="tichu"))
    table.play(double("A1"))
    expect(waiting(table)).to_have_count(2)
    come_back(table)
    assert table.stored == [(55, 45), (60, -60), (200, 0)]


def test_score_counts_what_waits(table: TablePage) -> None:
    table.play(plain(60, B1="tichu"))
    assert table.totals == (115, -15)
    assert [(row.number, row.points, row.totals) for row in table.rows[1:]] == [
        (2, (60, -60), (115, -15))
    ]


def test_waiting_round_is_told_as_the_server_tells_it(table: TablePage) -> None:
    facts = plain(60, B1="tichu", A2="grand") | {"out_order": ["A1", "B2", "A2", "B1"]}
    table.play(facts, whole_order=True)
    here = table.page.locator("#rows .waiting .story").inner_text()
    come_back(table)
    assert table.rows[1].story == here


def test_what_waits_is_counted_in_the_bar(table: TablePage) -> None:
    table.play(plain(60))
    expect(table.page.locator("#waits")).to_have_text("1 waits")
    table.play(plain(60))
    expect(table.page.locator("#waits")).to_have_text("2 wait")


def test_waiting_round_survives_a_closed_tab(table: TablePage, context: BrowserContext) -> None:
    table.play(plain(60))
    url = table.page.url
    table.page.close()
    context.set_offline(False)
    again = TablePage(context.new_page())
    again.page.goto(url)
    again.wait_for(2)
    assert again.stored == [(55, 45), (60, 40)]


def test_impossible_round_is_refused_without_the_server(table: TablePage) -> None:
    table.first_out("A1")
    table.box("Ada first out").press("Enter")
    table.page.locator("#entry > button[hidden]").evaluate(
        "button => button.form.requestSubmit(button)"
    )
    expect(table.said).to_contain_text("Tap the card points of the round.")
    expect(table.box("Ada first out")).to_be_checked()
    expect(waiting(table)).to_have_count(0)


def test_first_round_that_waits_says_what_could_happen_to_it(table: TablePage) -> None:
    table.play(plain(60))
    expect(table.said).to_contain_text("This browser may clear what waits here")
    table.play(plain(30))
    expect(table.said).not_to_contain_text("This browser may clear")


def test_round_that_this_phone_has_no_room_for_stays_on_the_form(
    table: TablePage,
) -> None:
    table.play(plain(60))
    table.page.evaluate(FULL)
    table.fill_in(plain(30, "B1"))
    table.points(30)
    expect(table.said).to_contain_text("your taps are kept here")
    expect(table.box("Ben first out")).to_be_checked()
    expect(waiting(table)).to_have_count(1)


# Amended, taken back


def amend(table: TablePage, number: int, facts: dict[str, Any]) -> None:
    """Tap a waiting round in anew."""
    table.tap(table.page.get_by_role("button", name=f"Round {number}", exact=True))
    for place in ("third", "second", "first"):
        ticked = table.page.locator(f"#entry label:has([name={place}]:checked)")
        if ticked.count():
            ticked.tap()
    table.fill_in(facts)
    table.confirm(facts)


def test_waiting_round_can_be_amended(table: TablePage) -> None:
    table.play(plain(60))
    table.play(plain(30))
    amend(table, 2, plain(70, "B1"))
    expect(waiting(table).nth(1)).to_contain_text("Ben first")
    assert table.totals == (155, 145)
    come_back(table)
    assert table.stored == [(55, 45), (70, 30), (30, 70)]


def test_waiting_round_can_be_taken_back(table: TablePage) -> None:
    table.play(plain(60))
    table.play(plain(30))
    table.page.get_by_role("button", name="Undo").tap()
    expect(waiting(table)).to_have_count(1)
    assert table.totals == (115, 85)
    come_back(table)
    assert table.stored == [(55, 45), (60, 40)]


def test_waiting_round_in_the_middle_can_be_removed(table: TablePage) -> None:
    table.play(plain(60))
    table.play(plain(30))
    table.tap(table.page.get_by_role("button", name="Round 2", exact=True))
    table.page.get_by_role("button", name="Remove it").tap()
    expect(waiting(table)).to_have_count(1)
    come_back(table)
    assert table.stored == [(55, 45), (30, 70)]


def test_round_that_is_taken_back_leaves_its_calls_on_the_table(table: TablePage) -> None:
    table.play(plain(60, B1="tichu"))
    table.page.get_by_role("button", name="Undo").tap()
    expect(waiting(table)).to_have_count(0)
    expect(table.box("Tichu Ben")).to_be_checked()


def test_amending_that_would_end_the_game_too_early_is_refused(table: TablePage) -> None:
    for _ in range(4):
        table.play(double("A1"))
    table.play(plain(60))
    amend(table, 2, double("A1", A1="grand"))
    expect(table.said).to_contain_text("The game is over after round 5")
    assert table.totals == (915, 85)


# Calls


def test_call_without_a_network_waits_and_arrives(
    table: TablePage, context: BrowserContext
) -> None:
    table.call("B1", "tichu")
    expect(table.page.locator("#waits")).to_have_text("1 waits")
    come_back(table)
    other = table.in_another_tab()
    expect(other.box("Tichu Ben")).to_be_checked()


def test_call_that_waits_survives_a_closed_tab(
    table: TablePage, context: BrowserContext
) -> None:
    table.play(plain(60))
    table.call("B1", "tichu")
    expect(table.page.locator("#waits")).to_have_text("2 wait")
    url = table.page.url
    table.page.close()
    context.set_offline(False)
    again = TablePage(context.new_page())
    again.page.goto(url)
    again.wait_for(3)
    again.page.reload()
    expect(again.box("Tichu Ben")).to_be_checked()


# The end of the game


def test_game_ends_without_a_network(table: TablePage) -> None:
    for _ in range(5):
        table.play(double("A1"))
    assert (table.winner, table.totals) == ("Ada + Cleo", (1055, 45))
    expect(table.page.locator("#entry")).to_be_hidden()
    come_back(table)
    table.wait_for(6)
    assert (table.winner, table.totals) == ("Ada + Cleo", (1055, 45))


def test_last_round_that_waits_can_be_undone(table: TablePage) -> None:
    for _ in range(5):
        table.play(double("A1"))
    table.page.get_by_role("button", name="Undo").tap()
    expect(table.page.locator("#entry")).to_be_visible()
    assert (table.winner, table.totals) == (None, (855, 45))


# A network that is there, and misbehaves


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    with Network(server.url) as network:
        yield network


@pytest.fixture
def far(
    network: Network, browser: Browser, browser_context_args: dict[str, Any], watch: Watch
) -> Iterator[TablePage]:
    """A table whose phone reaches the server through this network."""
    watch.home = network.url
    context = browser.new_context(**browser_context_args | {"base_url": network.url})
    yield TablePage.start(watch.over(context).new_page(), target=100_000)
    context.close()


def test_round_whose_answer_was_lost_counts_once(far: TablePage, network: Network) -> None:
    lost = iter([LOSE])
    network.way = lambda _: next(lost, PASS)
    far.play(plain(60))
    all_sent(far)
    assert far.stored == [(60, 40)]


def test_round_that_never_arrived_is_sent_again(far: TablePage, network: Network) -> None:
    lost = iter([SWALLOW])
    network.way = lambda _: next(lost, PASS)
    far.play(plain(60))
    all_sent(far)
    assert far.stored == [(60, 40)]


def test_amending_a_round_whose_answer_was_lost_amends_it_there(
    far: TablePage, network: Network
) -> None:
    network.way, network.reads = lambda _: LOSE, False
    far.play(plain(60))
    expect(waiting(far)).to_have_count(1)
    amend(far, 1, plain(70, "B1"))
    far.play(plain(20))
    network.way, network.reads = lambda _: PASS, True
    far.page.evaluate("dispatchEvent(new Event('online'))")
    all_sent(far)
    assert far.stored == [(70, 30), (20, 80)]


def test_removing_a_round_whose_answer_was_lost_removes_it_there(
    far: TablePage, network: Network
) -> None:
    network.way, network.reads = lambda _: LOSE, False
    far.play(plain(60))
    expect(waiting(far)).to_have_count(1)
    far.page.get_by_role("button", name="Undo").tap()
    expect(waiting(far)).to_have_count(0)
    network.way, network.reads = lambda _: PASS, True
    far.page.evaluate("dispatchEvent(new Event('online'))")
    all_sent(far)
    assert far.stored == []


def test_server_in_trouble_and_a_portal_lose_nothing(far: TablePage, network: Network) -> None:
    ways = iter([Fault(500), Fault(503), Fault(200, PORTAL), Fault(404), Fault(403)])
    network.way = lambda _: next(ways, PASS)
    for left in (60, 45, 30):
        far.play(plain(left))
    all_sent(far)
    assert far.stored == [(60, 40), (45, 55), (30, 70)]


def test_round_waits_where_nothing_answers_at_all(far: TablePage, network: Network) -> None:
    network.way = lambda _: KEEP
    far.fill_in(plain(60))
    far.points(60)
    expect(waiting(far)).to_have_count(1, timeout=20_000)
    assert far.totals == (60, 40)


def test_round_for_a_phone_that_was_revoked_is_kept_and_told(
    far: TablePage, network: Network
) -> None:
    network.way = lambda _: SWALLOW
    far.play(plain(60))
    far.page.context.clear_cookies(name="device")
    network.way = lambda _: PASS
    far.page.goto("/waiting/")
    expect(far.page.get_by_role("listitem")).to_contain_text("does not know this game")
    far.page.get_by_role("button", name="Discard it").tap()
    expect(far.page.get_by_text("Nothing waits here.")).to_be_visible()


def test_portal_in_place_of_the_table_is_not_shown(far: TablePage, network: Network) -> None:
    network.way = lambda _: Fault(200, PORTAL)
    far.play(plain(60))
    expect(waiting(far)).to_have_count(1)
    expect(far.page.get_by_text("Welcome")).to_have_count(0)
    assert far.totals == (60, 40)


def test_call_that_a_portal_answers_waits_and_arrives(far: TablePage, network: Network) -> None:
    network.way = lambda _: Fault(200, PORTAL)
    far.call("B1", "tichu")
    expect(far.page.locator("#waits")).to_have_text("1 waits")
    network.way = lambda _: PASS
    expect(far.page.locator("#waits")).to_be_hidden(timeout=30_000)
    far.page.reload()
    expect(far.box("Tichu Ben")).to_be_checked()


@pytest.mark.parametrize("seed", range(4))
def test_answers_cut_at_random_lose_and_double_nothing(
    far: TablePage, network: Network, seed: int
) -> None:
    """Fifty answers each that are cut off after the server has committed, 200 in all, among
    other faults."""
    random = Random(seed)
    others: list[Way] = [SWALLOW, Fault(502), Fault(200, PORTAL)]
    faults: list[Way] = [*[LOSE] * 50, *others * 8]
    random.shuffle(faults)
    network.way = lambda _: faults.pop() if faults and random.random() < 0.7 else PASS
    far.page.evaluate(WATCH_ROWS)
    hurry(far)
    lefts = []
    while faults:
        lefts.append(random.choice(range(0, 101, 5)))
        far.play(plain(lefts[-1], random.choice(["A1", "B1"])))
        if random.random() < 0.3:
            far.page.evaluate("dispatchEvent(new Event('online'))")
    all_sent(far)
    assert far.page.evaluate("vanished") == 0
    assert far.stored == [(left, 100 - left) for left in lefts]


# Counts the frames in which the list of rounds is shorter than in the one before.
WATCH_ROWS = """() => {
  window.vanished = 0;
  let before = 0;
  const look = () => {
    const rows = document.querySelectorAll("#rows tr").length;
    vanished += rows < before;
    before = rows;
    requestAnimationFrame(look);
  };
  look();
}"""


def hurry(table: TablePage) -> None:
    """Try again at once, and not after seconds."""
    table.page.evaluate(
        "setInterval(() => document.hidden || dispatchEvent(new Event('online')), 400)"
    )


# Other screens


def test_home_says_what_waits_and_sends_it(table: TablePage, context: BrowserContext) -> None:
    table.play(plain(60))
    lost = table.page.context.new_page()
    lost.route("**/rounds/", lambda route: route.abort())
    table.page.close()
    context.set_offline(False)
    lost.goto("/")
    expect(lost.get_by_role("link", name="1 waits")).to_be_visible()
    lost.unroute("**/rounds/")
    lost.reload()
    expect(lost.locator("#waits")).to_be_hidden()


def test_who_leaves_the_group_is_told_what_still_waits(
    far: TablePage, network: Network
) -> None:
    network.way = lambda path: SWALLOW if "/rounds/" in path else PASS
    far.play(plain(60))
    page = far.page
    page.goto("/")
    page.get_by_role("link", name="Our group").tap()
    page.get_by_role("link", name="Delete the group").tap()
    page.get_by_label("Type “Our group”").fill("Our group")
    button = page.get_by_role("button", name="Delete the group")
    button.tap()
    expect(page.get_by_text("1 still wait to be sent")).to_be_visible()
    button.tap()
    expect(page.get_by_role("button", name="Restore")).to_be_visible()


def test_what_waits_is_handed_on_as_a_file(far: TablePage, network: Network) -> None:
    network.way = lambda path: SWALLOW if "/rounds/" in path else PASS
    far.play(plain(60, B1="tichu"))
    far.play(double("A1"))
    url, page = far.page.url, far.page
    page.goto("/waiting/")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save what waits as a file").tap()
    page.get_by_label("File").set_input_files(download.value.path())
    page.get_by_role("button", name="Look into it").tap()
    expect(page.get_by_role("listitem")).to_have_count(2)
    page.get_by_role("button", name="Record it").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Read from the file")
    network.way = lambda _: PASS
    page.goto(url)
    all_sent(far)
    assert far.stored == [(60, -60), (200, 0)]


def test_two_tabs_that_send_at_once_double_nothing(
    table: TablePage, context: BrowserContext
) -> None:
    context.set_offline(False)
    other = table.in_another_tab()
    context.set_offline(True)
    for left in (60, 45, 30):
        table.play(plain(left))
    expect(waiting(other)).to_have_count(3)
    come_back(table)
    all_sent(other)
    assert table.stored == [(55, 45), (60, 40), (45, 55), (30, 70)]


@pytest.fixture
def two_phones(
    page: Page, new_context: Callable[..., BrowserContext]
) -> tuple[TablePage, TablePage]:
    """Two phones at one table of four rounds, both without a network."""
    mine = TablePage.start(page, target=2000)
    for _ in range(4):
        mine.play(plain(50))
    phone = new_context(storage_state=page.context.storage_state())
    theirs = TablePage(phone.new_page())
    theirs.page.goto(page.url)
    # What is needed without a network comes with the first touch.
    theirs.page.evaluate("dispatchEvent(new Event('pointerdown'))")
    theirs.page.wait_for_load_state("networkidle")
    for table in (mine, theirs):
        table.page.context.set_offline(True)
    return mine, theirs


def test_two_phones_that_come_back_let_a_person_decide_each_round(
    two_phones: tuple[TablePage, TablePage],
) -> None:
    mine, theirs = two_phones
    theirs.play(plain(60, "B1"))
    theirs.play(plain(20, "B2"))
    mine.play(plain(65, "A1"))
    mine.play(plain(25, "A2"))
    come_back(theirs)
    theirs.wait_for(6)
    mine.page.context.set_offline(False)
    expect(mine.page.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    facts = mine.page.locator(".facts").all_inner_texts()
    assert [text.split(" · ")[0] for text in facts] == ["Ben first", "Dora first", "Ada first"]
    mine.page.get_by_role("button", name="Mine is right: amend round 5").tap()
    expect(mine.page.locator(".facts").last).to_contain_text("Cleo first")
    facts = mine.page.locator(".facts").all_inner_texts()
    assert [text.split(" · ")[0] for text in facts] == ["Dora first", "Cleo first"]
    mine.page.get_by_role("link", name="It is the same round: keep theirs").tap()
    all_sent(mine)
    assert mine.stored[4:] == [(65, 35), (20, 80)]
    mine.page.get_by_role("link", name="Changes").tap()
    expect(mine.page.get_by_role("main")).to_contain_text("Round 5 amended")


def test_round_that_a_person_calls_another_one_comes_after_theirs(
    two_phones: tuple[TablePage, TablePage],
) -> None:
    mine, theirs = two_phones
    theirs.play(plain(60, "B1"))
    mine.play(plain(65, "A1"))
    mine.play(plain(25, "A2"))
    come_back(theirs)
    mine.page.context.set_offline(False)
    mine.page.get_by_role("button", name="record it as round 6").tap()
    all_sent(mine)
    assert mine.stored[4:] == [(60, 40), (65, 35), (25, 75)]


def test_question_is_asked_again_after_a_reload(
    two_phones: tuple[TablePage, TablePage],
) -> None:
    mine, theirs = two_phones
    theirs.play(plain(60, "B1"))
    mine.play(plain(65, "A1"))
    come_back(theirs)
    mine.page.context.set_offline(False)
    question = mine.page.get_by_role("heading", name="Somebody was faster")
    expect(question).to_be_visible()
    mine.page.reload()
    expect(question).to_be_visible()
    mine.page.get_by_role("link", name="It is the same round: keep theirs").tap()
    all_sent(mine)
    assert mine.stored[4:] == [(60, 40)]


def test_amending_that_the_server_refuses_stays_until_a_person_leaves_it(
    two_phones: tuple[TablePage, TablePage],
) -> None:
    mine, theirs = two_phones
    for _ in range(8):
        theirs.play(double("A1"))
    theirs.play(plain(50))
    mine.play(double("A1", A1="grand"))
    come_back(theirs)
    mine.page.context.set_offline(False)
    mine.page.get_by_role("button", name="Mine is right: amend round 5").tap()
    expect(mine.said).to_contain_text("The game is over after round 12")
    expect(mine.page.locator("#live")).to_have_attribute("data-state", "needs")
    mine.said.get_by_role("button", name="Leave it").tap()
    all_sent(mine)
    assert mine.stored[4:6] == [(200, 0), (200, 0)]


# The next game


def test_rematch_without_a_network_is_played_and_arrives(page: Page) -> None:
    table = TablePage.start(page, target=300)
    table.play(plain(60))
    page.context.set_offline(True)
    table.play(double("A1"))
    table.play(double("A1"))
    assert table.winner == "Ada + Cleo"
    first = page.url
    page.get_by_role("button", name="Ada with Ben").tap()
    expect(page.get_by_role("heading", name="Ada + Ben")).to_be_visible()
    next_game = TablePage(page, {"A1": "Ada", "B1": "Cleo", "A2": "Ben", "B2": "Dora"})
    next_game.play(plain(45, "B1"))
    assert next_game.totals == (45, 55)
    come_back(next_game)
    next_game.wait_for(1)
    assert next_game.stored == [(45, 55)]
    page.goto(first)
    assert [row.points for row in table.rows] == [(60, 40), (200, 0), (200, 0)]
