// The round in progress: what is ticked on the form of a round, what of that the server knows (#known), what it
// was told and has not answered, and how it is sent the rest. Ticks are written as "first=A1", "tichu=B1",
// "dealt=on", and joined by "&". Whatever the server sends meanwhile, what was ticked here and it does not know
// goes on top, if it is about the same round: the one after #after.

import { isLate } from "../live/reducer.js";
import { markOutdated, subscribe } from "../live/status.js";
import { guardTap } from "../shared/tap-guard.js";

export const PLACES = ["first", "second", "third"];
const NAMES = [...PLACES, "tichu", "grand", "extra", "dealt", "played"];

const field = (id) => document.getElementById(id);
const entry = () => field("known")?.form; // and not the form that amends a round

// Places change together, and so do the calls of one player.
const groupOf = (tick) => {
  const [name, value] = tick.split("=");
  if (PLACES.includes(name)) return "places";
  return value === "on" ? name : value;
};
const same = (some, others) => [...some].sort().join() === [...others].sort().join();

// What the fields of a form say, as [name, value].
export const ticksOf = (fields) =>
  [...fields].filter(([name]) => NAMES.includes(name)).map(([name, value]) => `${name}=${value}`);

// What `#known` says.
export const ticksKnown = (joined) => (joined ? joined.split("&") : []);

const requestBody = () => new URLSearchParams(new FormData(entry()));
const ticked = () => ticksOf(requestBody());
const known = () => ticksKnown(field("known")?.value);

// What was told is sent with what is ticked, until an answer brings a new #known: it may have arrived.
const told = () => field("known")?.told;
document.addEventListener("formdata", ({ target, formData }) => {
  if (told() && target === entry()) formData.append("told", told().join("&"));
});

// The server knows of nothing that is ticked from now on.
export const forgetKnown = () => Object.assign(field("known"), { value: "", told: undefined });

// Do to `now` what a phone did that saw `seen`, told `sent` and then ticked `mine`: as RoundInProgress.merge.
export const merge = (now, seen, mine, sent) =>
  [...new Set([...now, ...seen, ...mine].map(groupOf))].flatMap((group) => {
    const inGroup = (ticks) => ticks.filter((tick) => groupOf(tick) === group);
    const base = sent && same(inGroup(now), inGroup(sent)) ? sent : seen;
    return inGroup(same(inGroup(mine), inGroup(base)) ? now : mine);
  });

// Tick this on the form, and nothing else.
export const tick = (ticks) => {
  for (const box of entry()?.elements ?? []) box.checked = ticks.includes(`${box.name}=${box.value}`);
  guardTap();
};

// Whether anything is ticked here that the server has not heard of.
export const isDirty = () => Boolean(entry()) && !same(ticked(), known());

// Tick what the server knows; and on top of what is ticked, what was told by these fields.
export const tickKnown = () => tick(known());
export const tickUnsent = (fields) => {
  const seen = ticksKnown(new Map(fields).get("known"));
  if (entry()) tick(merge(ticked(), seen, ticksOf(fields)));
};

// What is ticked from now on is about a round that the server does not know of yet.
export const startNext = (ticks = []) => {
  if (!entry()) return;
  forgetKnown();
  tick(ticks);
};

// The form before an answer is put on the page. What was told by a request, its answer settles.
let before = null;
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  const seen = (ctx.request?.form?.id === "tell" && told()) || known();
  before = entry() && [field("after").value, seen, ticked(), told()];
});

// With each part that is put in, so that whoever watches the page sees it with its ticks.
document.addEventListener("htmx:before:settle", () => {
  if (!entry() || !before) return;
  const [after, seen, mine, sent] = before;
  if ("behind" in document.body.dataset) startNext(mine);
  else tick(after === field("after").value ? merge(known(), seen, mine, sent) : known());
});

// Sending it, out of the way of the tap that records the round

const hasUnsent = () => "unsent" in document.body.dataset;
let recording = null; // the request that does

let unanswered = () => {};
// Call this when nobody answers to what is ticked.
export const handleUnanswered = (handler) => (unanswered = handler);

const sendAgain = () => {
  const tell = field("tell");
  const isSending = document.querySelector("#entry.htmx-request, #tell.htmx-request");
  if (tell && !isSending && !hasUnsent() && isDirty()) htmx.trigger(tell, "again");
};

addEventListener("load", sendAgain); // what was ticked before this was loaded
subscribe(({ reachable }) => reachable && sendAgain()); // the server answers again, it may be

// What is ticked shortly before the page is left would wait for its delay, or be broken off with the page.
addEventListener("pagehide", () => {
  const tell = field("tell");
  if (!tell || recording || hasUnsent() || !isDirty()) return;
  fetch(tell.action, { method: "POST", keepalive: true, body: requestBody() }).catch(() => {});
});

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  const { form } = ctx.request;
  if (form?.id === "entry") recording = ctx;
  else if (form?.id !== "tell") return;
  // The form itself brings all that is ticked.
  else if (recording) event.preventDefault();
  // What is ticked behind unsent rounds is queued with them.
  else if (hasUnsent()) {
    event.preventDefault();
    unanswered();
  } else if (!isDirty()) event.preventDefault();
  // What had to wait for an answer is told as it is by now.
  else if (form.isConnected) ctx.request.body = requestBody();
  if (entry() && form.isConnected && !event.defaultPrevented) field("known").told = ticksOf(ctx.request.body);
});

const namesChange = (response) => response?.headers.has("Tichu-Change");

document.addEventListener("htmx:after:request", (event) => {
  const { request, response, text } = event.detail.ctx;
  if (!namesChange(response)) return;
  const tells = request.form?.id === "tell";
  const shown = { ...document.querySelector("[data-revision]")?.dataset, after: field("after")?.value };
  const late = isLate(text, shown, tells ? request.body.get("after") : undefined);
  if (late || (tells && recording)) event.preventDefault();
  // What was told is about a round that is no longer in progress.
  if (tells && [204, 409].includes(response.status)) markOutdated();
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx === recording) recording = null;
  const { response, request, status } = ctx;
  if (!["entry", "tell"].includes(request.form?.id)) return;
  const lost = status.startsWith("error") || (response && !namesChange(response));
  if (lost && request.form.id === "tell") unanswered();
  if (ctx.text === undefined || response.status !== 200 || !namesChange(response)) return;
  // What each team needs is another matter now, if somebody reads it.
  const section = document.querySelector("#winning-conditions:not(:empty)");
  if (section) htmx.trigger(section, "changed");
});
