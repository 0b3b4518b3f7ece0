// Keeps the table on the page up to date. This module reads and changes the page, `reducer.js` decides what to do and
// when, and `connection.js` carries it out.

import { insertCsrf } from "../shared/csrf.js";
import { refusals } from "../shared/refusals.js";
import { moveBoundary, shownBoundary } from "../table/halves.js";
import { createConnection } from "./connection.js";
import { handleRequests, notify, reconnect } from "./status.js";

const table = () => document.querySelector("#table[data-board]");

// The state of the page

// Elements that a board must not replace: an open dialog, a field with the focus, a form whose request is under way.
const BUSY = "dialog[open], :is([type=text], select, textarea):focus, form.htmx-request";
// The winning conditions, if they are open, or the control that is requesting them.
const CONDITIONS = "#winning-conditions:not(:empty), #table :not(form).htmx-request";
const number = (text) => (text === undefined ? undefined : Number(text));

// The state of the page for the reducer. A part of the table that was replaced alone contains the revision that the
// rest of the table must have (`before`).
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

// The notice that there was no answer, as it was when the board was requested. A board removes that notice; a notice
// that was shown since is about a later tap, and remains.
let unsentNotice = null;
const beforeFetch = () => {
  unsentNotice = document.querySelector("#status > .no-answer");
};

const swap = (html) => {
  unsentNotice?.remove();
  const focus = table().contains(document.activeElement) && selectorOf(document.activeElement);
  const asked = document.querySelector(CONDITIONS);
  const conditions = document.getElementById("winning-conditions")?.childNodes ?? [];
  const refused = refusals();
  htmx.swap({ target: "#table", text: html, swap: "outerHTML" }); // synchronous
  insertCsrf(table());
  if (focus) document.querySelector(focus)?.focus({ preventScroll: true });
  // A refusal and its style sheet remain until something else is tapped.
  document.getElementById("status")?.prepend(...refused);
  // The former winning conditions remain on the screen until the new ones are received. The answer to an earlier
  // request would be put into the former table, so they are requested again.
  const section = asked && document.getElementById("winning-conditions");
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
// A page that has a form but no table loads this bundle too, and has nothing to keep up to date.
const dispatch = (event) => document.getElementById("table") && connection(event);
handleRequests({ markOutdated: () => dispatch({ type: "outdated" }), reconnect: () => dispatch({ type: "woke" }) });

// Events of the page

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
  // When a person goes back or starts the browser again, it may show a page that is older than the last one.
  const [arrival] = performance.getEntriesByType("navigation");
  if (persisted || arrival.type !== "navigate") reconnect();
});
dispatch({ type: "started" });
