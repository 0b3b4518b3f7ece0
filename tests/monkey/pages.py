"""Reads a page as a person does, and finds the controls that can be tapped."""

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, Page

State = dict[str, Any]

# What a person sees of the game, except the win probability: it is computed in the background,
# and a page shows it only after the next change.
READ_PHONE = r"""() => {
  const clean = (text) => text.replace(/\s+/g, " ").trim();
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (selector) => all(selector).filter((each) => each.checkVisibility());
  const texts = (selector) => seen(selector).map((each) => clean(each.innerText));
  const lead = (each) => clean([...each.childNodes]
    .filter(({ nodeName }) => nodeName !== "SMALL").map((node) => node.textContent).join(""));
  return {
    path: location.pathname,
    heading: texts("#table h1"),
    totals: ["a", "b"].flatMap((team) => texts(`.team.${team} .total, .ending .${team} dd`)),
    lead: seen(".lead").map(lead),
    boundary: document.getElementById("half")?.getAttribute("transform"),
    needs: texts("#score .need, #score .goal"),
    rounds: all("#rows tr")
      .map(({ cells }) => [...cells].map((cell) => clean(cell.textContent)).join(" ")),
    stories: all("#rows tr:not(.unsent) .what")
      .map((cell) => clean((cell.querySelector(".unseen") ?? cell).textContent)),
    unsent: all("#rows .unsent .summary").map((cell) => clean(cell.textContent)),
    ticked: all("#entry [type=checkbox]:checked").map(({ name, value }) => `${name}=${value}`),
    happened: texts("#status .happened"),
    buttons: texts("#status button"),
    notes: texts("#status .news, #status .hint"),
    unsent_count: texts("#unsent-count"),
    version: document.querySelector("[data-version]")?.dataset.version,
  };
}"""
READ_BOARD = r"""() => {
  const texts = (selector) => [...document.querySelectorAll(selector)]
    .map((each) => each.innerText.replace(/\s+/g, " ").trim());
  const next = document.querySelector(".next")?.firstChild?.textContent.trim();
  return {
    path: location.pathname,
    heading: texts(".face[role=status] .round"),
    whose: texts(".face[role=status] .whose"),
    points: texts(".face[role=status] .points"),
    calls: texts(".face[role=status] .calls:not(.news)").join(""),
    news: texts(".face[role=status] .news"),
    next,
    version: document.querySelector("[data-version]")?.dataset.version,
  };
}"""

# The name of a control: the name of its field with its value, or its text.
_NAME = r"""
  const nameOf = (element) => {
    const box = element.control ?? element;
    const [, verb] = /\/(undo|redo)\/$/.exec(element.form?.getAttribute("action") ?? "") ?? [];
    if (verb) return verb === "undo" ? "Undo" : "Redo";
    if (element.matches(".double")) return `double=${element.value}`;
    if (element.matches(".clear")) return "Clear";
    if (box.type === "checkbox" && box.value === "on") return box.name;
    if (box.name) return `${box.name}=${box.value}`;
    return (element.ariaLabel ?? element.textContent).replace(/\s+/g, " ").trim();
  };
  const TAPPABLE = "label:has(input), button, a[href], summary";
  const canBeTapped = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width && height && element.checkVisibility({ visibilityProperty: true })
      && getComputedStyle(element).pointerEvents !== "none"
      && !element.disabled && !element.closest("[inert]");
  };
  const targets = () => [...document.querySelectorAll(TAPPABLE)].filter(canBeTapped);
"""
LIST_TARGETS = f"() => {{ {_NAME} return targets().map(nameOf); }}"
# The point at which a target can be tapped; null if there is none, or if something covers it.
# As long as a page does not have its styles, its targets are not in their final places.
FIND_TARGET = f"""name => {{
  {_NAME}
  const links = [...document.querySelectorAll("link[rel=stylesheet]")];
  if (document.readyState === "loading" || !links.every(({{ sheet }}) => sheet)) return null;
  const target = targets().find((each) => nameOf(each) === name);
  if (!target) return null;
  target.scrollIntoViewIfNeeded();
  const {{ x, y, width, height }} = target.getBoundingClientRect();
  const place = {{ x: x + width / 2, y: y + height / 2 }};
  const top = document.elementFromPoint(place.x, place.y);
  return top && target.contains(top) ? place : null;
}}"""
# From now on the page stores which control was tapped last, and counts the taps whose click
# event is over.
LISTEN_FOR_TAPS = f"""() => {{
  {_NAME}
  const isListening = "taps" in window;
  window.taps = 0;
  if (isListening) return;
  addEventListener("pointerdown", (event) => {{
    const target = event.target.closest(TAPPABLE);
    window.lastTapped = target ? nameOf(target) : "nothing";
  }}, true);
  addEventListener("pointerup", () => setTimeout(() => (window.taps += 1), 50), true);
}}"""
# The number of taps; null on a page that was loaded after them.
COUNT_TAPS = "() => window.taps ?? null"
LAST_TAPPED = "() => window.lastTapped ?? 'another page'"

MARK = "() => document.querySelector('#live:not([hidden])')?.dataset.state ?? ''"
ASKS = "() => Boolean(document.querySelector('#table.conflict'))"

# The stream is refused, so the page polls.
NO_STREAM = """
  window.EventSource = class extends EventTarget {
    constructor() {
      super();
      setTimeout(() => {
        const error = new Event("error");
        this.onerror?.(error);
        this.dispatchEvent(error);
      });
    }
    close() {}
  };
"""


@dataclass(frozen=True)
class Place:
    """A point on the screen, in CSS pixels."""

    x: float
    y: float


def evaluate(page: Page, script: str, value: object = None) -> Any:
    """Evaluate a script on the page; if the page was left meanwhile, again on the new one."""
    for _ in range(20):
        try:
            return page.evaluate(script, value)
        except Error as error:
            if not re.search("context was destroyed|navigat|frame was detached", str(error)):
                raise
            page.wait_for_timeout(20)
    return page.evaluate(script, value)


def find(page: Page, name: str) -> Place | None:
    """Return the point at which the target with this name can be tapped. Scrolls to it if
    needed."""
    place = evaluate(page, FIND_TARGET, name)
    return place and Place(**place)


def names(page: Page) -> list[str]:
    """Return the names of all controls of the page that can be tapped."""
    found: list[str] = evaluate(page, LIST_TARGETS)
    return found


def mark(page: Page) -> str:
    """Return the state of the connection that the page shows; empty while it is not known."""
    return str(evaluate(page, MARK))


def asks(page: Page) -> bool:
    """Return whether the page asks a person to decide between two rounds."""
    return bool(evaluate(page, ASKS))
