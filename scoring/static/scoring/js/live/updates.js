// Keeps the table on screen up to date: hears of news from the server by a stream or, where none gets
// through, by polling, and shows them, unless a tap on this phone is under way.

import { insertCsrf } from "../shared/csrf.js";
import { refusals } from "../shared/refusals.js";
import { moveBoundary, shownBoundary } from "../table/halves.js";
import { createConnection } from "./connection.js";
import { handleRequests, notify, reconnect } from "./status.js";

const table = () => document.querySelector("#table[data-board]");

// What is on the screen

// A tap is under way from the finger on a control until the server has answered; and so is typing.
const BUSY = "dialog[open], :is([type=text], select, textarea):focus, .htmx-request";
const number = (text) => (text === undefined ? undefined : Number(text));

// A part of the table says by `before` what the rest must be, for all of it to be as new.
const read = () => {
  const { revision, before } = document.querySelector("[data-revision]")?.dataset ?? {};
  return {
    board: table()?.dataset.board,
    stream: table()?.dataset.live,
    busy: Boolean(table()?.querySelector(BUSY)),
    revision: number(revision),
    previousRevision: number(before),
    visible: !document.hidden,
    online: navigator.onLine,
  };
};

const selectorOf = ({ id, localName, name, value, href }) => {
  if (id) return `#${id}`;
  if (name) return `#table ${localName}[name="${name}"][value="${value}"]`;
  return href ? `#table a[href="${new URL(href).pathname}"]` : null;
};

// The notice that no answer came: one that came since the board was requested is about a later tap.
let unsentNotice = null;
const beforeFetch = () => {
  unsentNotice = document.querySelector("#status > .no-answer");
};

const swap = (html) => {
  unsentNotice?.remove();
  const focus = table().contains(document.activeElement) && selectorOf(document.activeElement);
  const conditions = [...document.querySelectorAll("#winning-conditions > *")];
  const refused = refusals();
  htmx.swap({ target: "#table", text: html, swap: "outerHTML" }); // done when it returns
  insertCsrf(table());
  if (focus) document.querySelector(focus)?.focus({ preventScroll: true });
  // What was refused here is read, in its style, until something else is tapped.
  document.getElementById("status")?.prepend(...refused);
  // What each team needs stays on screen, if somebody reads it, until it is known anew.
  const section = conditions.length && document.getElementById("winning-conditions");
  if (section) {
    section.replaceChildren(...conditions);
    htmx.trigger(section, "changed");
  }
};

let boundaryBefore;
document.addEventListener("htmx:before:swap", () => (boundaryBefore = shownBoundary()));
document.addEventListener("htmx:after:swap", () => moveBoundary(boundaryBefore));

const { lang } = document.documentElement;
const connection = createConnection({ lang, read, swap, beforeFetch, notify, reload: () => location.reload() });
// A page with a form and no table loads the same bundle, and has nothing to keep up to date.
const dispatch = (event) => document.getElementById("table") && connection(event);
handleRequests({ markOutdated: () => dispatch({ type: "outdated" }), reconnect: () => dispatch({ type: "woke" }) });

// What happens to the page

for (const done of ["change", "click", "focusout", "htmx:finally:request"]) {
  document.addEventListener(done, () => setTimeout(() => dispatch({ type: "settled" })));
}
addEventListener("pointerdown", ({ target }) => {
  dispatch({ type: "touched", onControl: Boolean(target.closest?.("#table :is(a, button, label)")) });
});
for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => dispatch({ type: "lifted" }));

document.addEventListener("visibilitychange", reconnect);
addEventListener("online", reconnect);
addEventListener("offline", reconnect);
addEventListener("game-replaced", () => dispatch({ type: "gameReplaced" })); // by table mode
addEventListener("pagehide", () => dispatch({ type: "slept" }));
addEventListener("pageshow", ({ persisted }) => {
  // What a browser goes back to, or opens again, may be older than what it last showed.
  const [arrival] = performance.getEntriesByType("navigation");
  if (persisted || arrival.type !== "navigate") reconnect();
});
dispatch({ type: "started" });
