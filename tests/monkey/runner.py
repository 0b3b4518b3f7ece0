"""Carries out steps, and checks that a double tap has the effect of one tap."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import Random

from playwright.sync_api import Error

from tests.monkey import pages
from tests.monkey.agreement import QUIET, Agreement, Failure
from tests.monkey.game import SharedGame
from tests.monkey.ledger import Ledger
from tests.monkey.pages import Place
from tests.monkey.steps import Step
from tests.server import Server

# Seconds after a tap during which a control that takes the place of the tapped one accepts no
# tap. A later tap may be meant for it.
GUARD = 0.4
UNDO_GUARD = 0.8

RECORDS = ("card_points=", "double=", "Record ")
CALLS = ("tichu=", "grand=")
PLACES = ("first=", "second=", "third=")
TICKS = (*PLACES, *CALLS, "dealt", "played", "Clear")
LINKS = ("next=", "Bomb", "Table mode", "Changes", "Round ")
# The answers that a person gives to a question, or to a round that is refused.
DECISIONS = (
    "Compare",
    "Leave it",
    "Remove it",
    "It is the same round: keep theirs",
    "Leave the sheet as it is",
    "To the table",
    "Yes: record the round with that",
    "No: record the round as I tapped it",
    "Mine is",
)
# After one of these an unsent round need not be on the sheet.
DROPS = (
    "Leave",
    "Remove",
    "It is the same",
    "To the table",
    "Mine is",
    "Undo",
    "Redo",
    "Round ",
    "Yes: record the round with that",
)


class Runner:
    """Carries out steps on a game. `trace` has all steps, and `since` has those since all pages
    agreed.

    `waits_for_targets` says whether a step waits for its target, as scenarios need it, or is
    skipped if its target is missing. Questions of a page are answered at random with `chance`,
    and otherwise by the first answer that the page offers.
    """

    def __init__(
        self,
        game: SharedGame,
        server: Server,
        name: str,
        *,
        waits_for_targets: bool = True,
        chance: Random | None = None,
    ) -> None:
        self.game = game
        self.server = server
        self.agreement = Agreement(game, server, self.decide)
        self.name = name
        self.waits_for_targets = waits_for_targets
        self.chance = chance
        self.trace: list[Step] = []
        self.since: list[Step] = []

    def begin(self, target: int = 100_000) -> None:
        """Start a new game that ends at this number of points. Raises Failure."""
        self.game.start(target=target)
        self.agreement = Agreement(self.game, self.server, self.decide)
        self.trace.clear()
        self.since.clear()
        self.agreement.until(self.agreement.in_contact, "every page is in contact")

    def run(self, steps: Iterable[Step]) -> None:
        """Carry out the steps of a scenario or a trace. Raises Failure."""
        for step in steps:
            self.do(step)

    def do(self, step: Step) -> None:
        """Carry out one step. Raises Failure."""
        self.trace.append(step)
        self.since.append(step)
        verb: Callable[[Step], None] = getattr(self, f"do_{step.verb}")
        try:
            verb(step)
        except (Failure, Error) as failure:
            if not getattr(failure, "__notes__", []):
                failure.add_note(self.story())
            raise

    def story(self) -> str:
        """Return the steps up to now, in the form that `--replay` reads."""
        since = "\n".join(map(str, self.since))
        trace = "\n".join(map(str, self.trace))
        return f"{self.name}. Steps since all pages agreed:\n{since}\n\nAll steps:\n{trace}"

    # Steps

    def do_tap(self, step: Step) -> None:
        if place := self.place_of(step):
            self.note_tap(step)
            self.game.pages[step.who].touchscreen.tap(place.x, place.y)

    def do_double(self, step: Step) -> None:
        page = self.game.pages[step.who]
        self.agreement.answered()
        before, ticked = len(self.agreement.log()), self.ticked(step.who)
        place = self.place_of(step)
        if not place:
            return
        self.note_tap(step)
        pages.evaluate(page, pages.LISTEN_FOR_TAPS)
        start = time.monotonic()
        page.touchscreen.tap(place.x, place.y)
        page.wait_for_timeout(step.milliseconds)
        page.touchscreen.tap(place.x, place.y)
        took = time.monotonic() - start
        self.agreement.until(
            lambda: pages.evaluate(page, pages.COUNT_TAPS) in {2, None}, f"{step}: two taps"
        )
        self.agreement.answered()
        made = [entry.kind for entry in self.agreement.log()[before:]]
        late = took > GUARD
        if (kind := step.target.split()[0].lower()) in {"undo", "redo"}:
            # A late second tap undoes or redoes one more change, and never the opposite. An
            # even later one hits other controls.
            late &= made == [kind, kind] or (took > UNDO_GUARD and made == [kind])
        problem = excess_of_double_tap(step.target, made, ticked, self.ticked(step.who))
        if not step.target.startswith(LINKS) and not self.game.on_table(step.who):
            problem = f"It led to {page.url}."
        if problem and not late:
            second = pages.evaluate(page, pages.LAST_TAPPED)
            raise Failure(f"{step}: the second tap fell on {second}. {problem}")
        if problem:
            # On a slow machine the second tap came so late that a person would have seen the
            # effect of the first one.
            self.agreement.ledger.dropped += 1
            self.do_return(step)

    def ticked(self, phone: str) -> set[str]:
        """Return the ticks on the table of a phone; none if it shows another page."""
        return set(self.game.read(phone)["ticked"]) if self.game.on_table(phone) else set()

    def do_ticked(self, step: Step) -> None:
        self.agreement.until(lambda: step.target in self.ticked(step.who), str(step))

    def do_left(self, step: Step) -> None:
        self.agreement.until(lambda: not self.game.on_table(step.who), str(step))

    def do_sent(self, step: Step) -> None:
        self.agreement.answered(self.game.pages[step.who])

    def do_reload(self, step: Step) -> None:
        with navigating():
            self.game.pages[step.who].reload(wait_until="commit")

    def do_back(self, step: Step) -> None:
        with navigating():
            self.game.pages[step.who].go_back(wait_until="commit")

    def do_forward(self, step: Step) -> None:
        with navigating():
            self.game.pages[step.who].go_forward(wait_until="commit")

    def do_return(self, step: Step) -> None:
        if not self.game.on_table(step.who):
            with navigating():
                self.game.pages[step.who].goto(self.game.url)

    def do_offline(self, step: Step) -> None:
        self.game.contexts[step.who].set_offline(True)
        self.agreement.away.add(step.who)
        self.agreement.disturbed = True

    def do_online(self, step: Step) -> None:
        self.agreement.note_unsent()
        self.game.contexts[step.who].set_offline(False)
        self.agreement.away.discard(step.who)
        self.agreement.disturbed = True

    def do_kill(self, _: Step) -> None:
        self.server.kill()
        self.agreement.disturbed = True

    def do_start(self, _: Step) -> None:
        self.agreement.note_unsent()
        self.server.start()

    def do_rematch(self, step: Step) -> None:
        ended = self.game.url
        first = self.game.pages[step.who]
        self.do_tap(Step(step.who, "tap", "partner=A2"))
        self.agreement.until(lambda: first.url != ended, f"{step}: the next game")
        self.game.url = first.url
        self.agreement.ledger = Ledger()
        for phone in self.game.phones:
            if phone != step.who:
                self.follow(phone)

    def follow(self, phone: str) -> None:
        """Open the next game by the link that the page offers."""
        page = self.game.pages[phone]

        def tapped() -> bool:
            if place := pages.find(page, "Next game"):
                page.touchscreen.tap(place.x, place.y)
            return self.game.on_table(phone)

        self.agreement.until(tapped, f"{phone}: the next game")

    def do_pause(self, step: Step) -> None:
        self.agreement.pause(step.milliseconds)

    def do_quiet(self, _: Step) -> None:
        self.agreement.check()
        self.since.clear()

    # Taps

    def note_tap(self, step: Step) -> None:
        """Note the effect of a tap that records or drops a round."""
        kind, _, value = step.target.partition("=")
        if self.game.on_table(step.who) and kind in {"card_points", "double"}:
            self.agreement.ledger.intended[value if kind == "card_points" else kind] += 1
        elif step.target.startswith("Record "):
            left = step.target.removeprefix("Record ").split()[0]
            self.agreement.ledger.intended[left.replace("\N{MINUS SIGN}", "-")] += 1
        self.agreement.ledger.dropped += step.target.startswith(DROPS)

    def place_of(self, step: Step) -> Place | None:
        """Return the point at which the target of a step can be tapped. A scenario waits until
        there is one."""
        page = self.game.pages[step.who]
        found = [pages.find(page, step.target)]

        def look() -> bool:
            found[0] = found[0] or pages.find(page, step.target)
            return found[0] is not None

        if self.waits_for_targets:
            self.agreement.until(look, f"{step}: nothing to tap among {pages.names(page)}")
        return found[0]

    def decide(self, phone: str) -> None:
        """Answer the question that a page asks, or choose what it offers for a refused round. A
        random walk returns from other pages first; a scenario must not be on another page."""
        page = self.game.pages[phone]
        if not self.game.on_table(phone) and not self.waits_for_targets:
            self.do(Step(phone, "return"))
        there = pages.names(page)
        offered = [name for answer in DECISIONS for name in there if name.startswith(answer)]
        if offered:
            target = self.chance.choice(offered) if self.chance else offered[0]
            self.do(Step(phone, "tap", target))
            page.wait_for_timeout(QUIET)


def excess_of_double_tap(target: str, made: list[str], ticked: set[str], now: set[str]) -> str:
    """Return what a double tap did and a single tap does not, or an empty text.

    `made` are the kinds of the changes. `ticked` and `now` are the ticks before and after.
    """
    recorded = target.startswith(RECORDS)
    allowed = ["record"] if recorded else {"Undo": ["undo"], "Redo": ["redo"]}.get(target, [])
    if target.startswith(CALLS):
        made = [kind for kind in made if kind != "call"]
    if made != allowed:
        return f"It made the changes {made} and not {allowed}."
    if recorded and now:
        return f"It ticked {sorted(now)}."
    # A call replaces another call, and Clear removes every place.
    also = CALLS if target.startswith(CALLS) else PLACES if target == "Clear" else (target,)
    if target.startswith(TICKS) and any(not name.startswith(also) for name in ticked ^ now):
        return f"It changed what is ticked from {sorted(ticked)} to {sorted(now)}."
    return ""


# The errors of a browser whose page is being left or cannot be reached.
_LEFT = "ERR_|interrupted by another navigation|was detached|Not attached to an active page"


@contextmanager
def navigating() -> Iterator[None]:
    """Ignore errors of the browser because a page is left for another one or has no network."""
    try:
        yield
    except Error as error:
        if not re.search(_LEFT, str(error)):
            raise
