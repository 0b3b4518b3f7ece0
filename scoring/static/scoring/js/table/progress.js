// The round in progress. The ticks of the form of a round (`#entry`) are sent to the server by the form `#tell` before
// the round is over. There are three lists of ticks:
//   ticked  the ticks of the form
//   known   the ticks that the server had according to its last answer (`#known`)
//   sent    the ticks that were sent since, which may or may not have arrived
// A tick is written as "first=A1", "tichu=B1" or "dealt=on"; in `#known` they are joined by "&". When a new table is
// received from the server, ticks that were made only here are merged into it, if it is for the same round (`#after`).
//
// The id `#tell`, and the name `told` of the field with the ticks that were sent, are names of an earlier release. They
// must not change, because the scripts of an earlier release work with boards of this one, and send that field.

import { isLate } from "../live/reducer.js";
import { markOutdated, subscribe } from "../live/status.js";
import { guardTap } from "../shared/tap-guard.js";

export const PLACES = ["first", "second", "third"];
const NAMES = [...PLACES, "tichu", "grand", "extra", "dealt", "played"];

const field = (id) => document.getElementById(id);
const entry = () => field("known")?.form; // undefined on the page that amends a round

// The group of a tick. All ticks of a group are merged as one: all places; the calls of a player; each other tick
// alone.
const groupOf = (tick) => {
  const [name, value] = tick.split("=");
  if (PLACES.includes(name)) return "places";
  return value === "on" ? name : value;
};
const same = (some, others) => [...some].sort().join() === [...others].sort().join();

// The ticks among the fields of a form, each of which is [name, value].
export const ticksOf = (fields) =>
  [...fields].filter(([name]) => NAMES.includes(name)).map(([name, value]) => `${name}=${value}`);

// The ticks in the value of `#known`.
export const ticksKnown = (joined) => (joined ? joined.split("&") : []);

const requestBody = () => new URLSearchParams(new FormData(entry()));
const ticked = () => ticksOf(requestBody());
const known = () => ticksKnown(field("known")?.value);

// The ticks that were sent are a property of `#known`, until an answer replaces that element. They are sent with the
// ticks of the form, because the server has to know which ticks may already have arrived.
const sentTicks = () => field("known")?.sent;
document.addEventListener("formdata", ({ target, formData }) => {
  if (sentTicks() && target === entry()) formData.append("told", sentTicks().join("&"));
});

// Note that the ticks are those of a round that the server does not know.
export const forgetKnown = () => Object.assign(field("known"), { value: "", sent: undefined });

// Merge the ticks `mine` of a phone into the ticks `now` of the server, as `RoundInProgress.merge` does: every group
// that the phone has changed since it received `seen` is changed. `sent` are the ticks that it has sent since. If the
// server has exactly these ticks of a group, they have arrived, and count as seen.
export const merge = (now, seen, mine, sent) =>
  [...new Set([...now, ...seen, ...mine].map(groupOf))].flatMap((group) => {
    const inGroup = (ticks) => ticks.filter((tick) => groupOf(tick) === group);
    const base = sent && same(inGroup(now), inGroup(sent)) ? sent : seen;
    return inGroup(same(inGroup(mine), inGroup(base)) ? now : mine);
  });

// Tick these on the form, and untick all others.
export const tick = (ticks) => {
  for (const box of entry()?.elements ?? []) box.checked = ticks.includes(`${box.name}=${box.value}`);
  guardTap();
};

// Whether the ticks of the form differ from those of the server.
export const isDirty = () => Boolean(entry()) && !same(ticked(), known());

// `tickKnown` ticks what the server has. `tickUnsent` merges the fields of an unsent progress into the ticks of the
// form.
export const tickKnown = () => tick(known());
export const tickUnsent = (fields) => {
  const seen = ticksKnown(new Map(fields).get("known"));
  if (entry()) tick(merge(ticked(), seen, ticksOf(fields)));
};

// Begin the form of the next round with these ticks. The server knows nothing of that round.
export const startNext = (ticks = []) => {
  if (!entry()) return;
  forgetKnown();
  tick(ticks);
};

// The state of the form before an answer is put on the page. The answer to a request of `#tell` contains the ticks of
// that request, merged by the server, so these count as seen.
let before = null;
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  const seen = (ctx.request?.form?.id === "tell" && sentTicks()) || known();
  before = entry() && [field("after").value, seen, ticked(), sentTicks()];
});

// Merge at once when a part is put on the page, so that observers of the page see it with its ticks.
document.addEventListener("htmx:before:settle", () => {
  if (!entry() || !before) return;
  const [after, seen, mine, sent] = before;
  if ("behind" in document.body.dataset) startNext(mine);
  else tick(after === field("after").value ? merge(known(), seen, mine, sent) : known());
});

// Sending the ticks, without delaying the tap that records the round

const hasUnsent = () => "unsent" in document.body.dataset;
let recording = null; // the request that records the round

let unanswered = () => {};
// Let `handler` be called when the ticks that were sent are not answered.
export const handleUnanswered = (handler) => (unanswered = handler);

const sendAgain = () => {
  const form = field("tell");
  const isSending = document.querySelector("#entry.htmx-request, #tell.htmx-request");
  if (form && !isSending && !hasUnsent() && isDirty()) htmx.trigger(form, "again");
};

addEventListener("load", sendAgain); // for ticks from before this module was loaded
subscribe(({ reachable }) => reachable && sendAgain()); // for ticks that had no answer

// When the page is left, the request of the last ticks may still be delayed, or would be aborted.
addEventListener("pagehide", () => {
  const form = field("tell");
  if (!form || recording || hasUnsent() || !isDirty()) return;
  fetch(form.action, { method: "POST", keepalive: true, body: requestBody() }).catch(() => {});
});

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  const { form } = ctx.request;
  if (form?.id === "entry") recording = ctx;
  else if (form?.id !== "tell") return;
  // The round that is being recorded contains all ticks.
  else if (recording) event.preventDefault();
  // Behind unsent rounds, ticks are queued too.
  else if (hasUnsent()) {
    event.preventDefault();
    unanswered();
  } else if (!isDirty()) event.preventDefault();
  // The request may have waited for the answer to another one, so it sends the present ticks.
  else if (form.isConnected) ctx.request.body = requestBody();
  if (entry() && form.isConnected && !event.defaultPrevented) field("known").sent = ticksOf(ctx.request.body);
});

const namesChange = (response) => response?.headers.has("Tichu-Change");

document.addEventListener("htmx:after:request", (event) => {
  const { request, response, text } = event.detail.ctx;
  if (!namesChange(response)) return;
  const isProgress = request.form?.id === "tell";
  const shown = { ...document.querySelector("[data-revision]")?.dataset, after: field("after")?.value };
  const late = isLate(text, shown, isProgress ? request.body.get("after") : undefined);
  if (late || (isProgress && recording)) event.preventDefault();
  // The server says that the round of these ticks is no longer in progress.
  if (isProgress && [204, 409].includes(response.status)) markOutdated();
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx === recording) recording = null;
  const { response, request, status } = ctx;
  if (!["entry", "tell"].includes(request.form?.id)) return;
  const lost = status.startsWith("error") || (response && !namesChange(response));
  if (lost && request.form.id === "tell") unanswered();
  if (ctx.text === undefined || response.status !== 200 || !namesChange(response)) return;
  // If the winning conditions are open, they are requested again.
  const section = document.querySelector("#winning-conditions:not(:empty)");
  if (section) htmx.trigger(section, "changed");
});
