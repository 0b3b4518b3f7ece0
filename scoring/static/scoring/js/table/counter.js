// The page that counts cards: adds up each tap at once, and sends the piles to the server.

import { backoff } from "../shared/backoff.js";
import { isAnswered } from "./submit.js";

const form = document.getElementById("count");
const status = document.getElementById("status");
const keys = [...form.querySelectorAll("[name=add]")];
const piles = [...form.querySelectorAll("[name=pile]")].map(({ value }) => value);
const worth = new Map(keys.map((key) => [key.value, Number(key.dataset.points)]));

const minus = "\u2212";
const read = (text) => Number(text.trim().replace(minus, "-"));
const show = (points) => String(points).replace("-", minus);

const cardsOf = (pile) => form.elements[pile].value.split(" ").filter(Boolean);
const typedOf = (pile) => form.elements[`points_${pile}`];
const sum = (cards) => cards.reduce((points, card) => points + worth.get(card), 0);

// Whether the points of a pile were typed, so that its cards are not known.
const addedUp = (pile) => {
  const typed = typedOf(pile)?.value.trim();
  return Boolean(typed) && read(typed) !== sum(cardsOf(pile));
};

const pointsOf = (pile) => {
  if (addedUp(pile)) return read(typedOf(pile).value);
  return cardsOf(pile).length ? sum(cardsOf(pile)) : null;
};

const put = (pile, cards) => {
  form.elements[pile].value = cards.join(" ");
  if (typedOf(pile)) typedOf(pile).value = cards.length ? show(sum(cards)) : "";
};

const draw = () => {
  const counted = piles.flatMap(cardsOf);
  for (const key of keys) {
    const left = key.dataset.deck - counted.filter((card) => card === key.value).length;
    key.querySelector("output").value = left;
    key.classList.toggle("spent", left <= 0);
  }
  // If only one pile has not been counted, it must contain the rest.
  const open = piles.filter((pile) => pointsOf(pile) === null);
  const rest = show(piles.reduce((left, pile) => left - pointsOf(pile), 100));
  for (const pile of piles) {
    const isRest = open.length === 1 && open[0] === pile;
    const output = form.querySelector(`[name=pile][value=${pile}] + span output`);
    if (typedOf(pile)) typedOf(pile).placeholder = isRest ? rest : "";
    if (!output) continue;
    output.classList.toggle("rest", isRest);
    output.value = isRest ? rest : open.includes(pile) ? "–" : show(pointsOf(pile));
  }
};

const refuse = (sentence) => {
  const note = document.createElement("p");
  note.className = "refusal";
  note.append(`${sentence} `, document.getElementById("the-rule").content.cloneNode(true));
  status.replaceChildren(note);
};

const add = (pile, key) => {
  if (piles.flatMap(cardsOf).filter((card) => card === key.value).length >= key.dataset.deck) {
    refuse(key.dataset.refusal);
    return false;
  }
  if (addedUp(pile)) typedOf(pile).value = show(read(typedOf(pile).value) + worth.get(key.value));
  else put(pile, [...cardsOf(pile), key.value]);
  return true;
};

form.addEventListener("click", (event) => {
  const key = event.target.closest(".cards button");
  if (!key) return;
  event.preventDefault();
  status.replaceChildren();
  const pile = form.elements.pile.value;
  const changed = key.name === "add" ? add(pile, key) : (put(pile, cardsOf(pile).slice(0, -1)), true);
  draw();
  if (changed) htmx.trigger(form, "counted");
});

// A request may have waited for the answer to another one. So it sends the present piles, and its answer replaces the
// present result on the page.
form.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  ctx.request.body = new URLSearchParams(new FormData(form));
  ctx.target = "#result";
});

let typing;
form.addEventListener("input", ({ target }) => {
  const pile = target.name.replace("points_", "");
  if (target === typedOf(pile) && addedUp(pile)) form.elements[pile].value = "";
  draw();
  clearTimeout(typing);
  typing = setTimeout(() => htmx.trigger(form, "counted"), 500);
});

// The request sends the typed points, so the timer is not needed any more. Its answer removes the refusal that is shown
// now, but not a later one.
form.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  clearTimeout(typing);
  ctx.refusal = status.querySelector(".refusal");
});

// Set in `seen_…` the cards or points that the server has stored for each pile.
form.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  if (ctx.response.status !== 200 || !isAnswered(ctx)) return;
  ctx.refusal?.remove(); // a refusal that was shown meanwhile remains
  const sent = ctx.request.body;
  for (const pile of piles) {
    const cards = sent.get(pile);
    const typed = (sent.get(`points_${pile}`) ?? "").trim();
    const known = !typed || read(typed) === sum(cards.split(" ").filter(Boolean));
    form.elements[`seen_${pile}`].value = known ? cards : `=${read(typed)}`;
  }
});

// A count without an answer is only on this page. The page says so, and sends it again while it is visible.
const RETRY_DELAY = 5000; // milliseconds until the first retry
let failures = 0; // requests in a row without an answer
let retry;
const sendAgain = () => {
  if (failures && !document.hidden) htmx.trigger(form, "counted");
};
form.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  clearTimeout(retry);
  failures = isAnswered(ctx) ? 0 : failures + 1;
  if (!failures) return;
  retry = setTimeout(sendAgain, backoff(RETRY_DELAY, failures - 1));
  if (status.querySelector(".refusal")) return;
  status.append(document.getElementById("no-answer").content.cloneNode(true));
});
addEventListener("online", sendAgain);
document.addEventListener("visibilitychange", sendAgain);

// Another phone may record the round meanwhile. When the stream has a new revision, also the first one, ask whether the
// round is recorded; a delay makes one request of several revisions.
const ASK_DELAY = 1000;
let stream;
let newestRevision;
let asking;

const askIfRecorded = async () => {
  const answer = await fetch(form.dataset.recorded, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.status !== 200 || !answer.headers.has("Tichu-Score")) return;
  closeStream();
  htmx.swap({ target: "#status", text: await answer.text(), swap: "innerHTML" });
};

const closeStream = () => {
  clearTimeout(asking);
  stream?.close();
};

const openStream = () => {
  closeStream();
  stream = new EventSource(form.dataset.live);
  stream.onmessage = ({ data: revision }) => {
    if (revision === newestRevision) return;
    newestRevision = revision;
    clearTimeout(asking);
    asking = setTimeout(askIfRecorded, ASK_DELAY);
  };
  // Without a stream, the answer to the next card says whether the round is recorded, or a request when the page is
  // visible again.
  stream.onerror = closeStream;
};

addEventListener("pageshow", openStream);
addEventListener("pagehide", closeStream);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return closeStream();
  openStream();
  askIfRecorded();
});
// The stream is not needed if this phone records the round itself.
document.addEventListener("submit", ({ target }) => target !== form && closeStream());
