// Sends what is unsent: each game's changes in their order, until an answer bears our mark.

import { address } from "../shared/addresses.js";
import { ANSWER_TIMEOUT, isInFlight, nextToSend } from "./reducer.js";
import { deleteGame, dispatch, read } from "./store.js";

const addressOf = ({ path, verb, seq }) => {
  if (verb === "amend") return `${path}${seq}/`;
  return verb === "remove" ? `${path}${seq}/remove/` : path;
};

const body = ({ key, verb, fields, after, seen }) => {
  const sent = new URLSearchParams([...fields, ["key", key]]);
  if (["record", "tell"].includes(verb)) sent.set("after", after);
  if (["amend", "remove"].includes(verb)) sent.set("seen", seen);
  return sent;
};

const ask = (path, options) =>
  fetch(path, { redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(ANSWER_TIMEOUT), ...options });

// A CSRF token that the server takes, should that of the page where it was tapped be too old.
let csrfToken = null;
const renewToken = async () => {
  const { headers } = await ask(address("waiting/"));
  // Where somebody else has answered, the change stays as it is, to be sent again.
  if (!headers.has("Tichu-CSRF-Token")) throw new TypeError("Nobody of ours has answered.");
  csrfToken = headers.get("Tichu-CSRF-Token");
};

const post = (item) =>
  ask(addressOf(item), {
    method: "POST",
    body: body(item),
    headers: { "HX-Request": "true", "X-CSRFToken": csrfToken ?? item.token },
  });

// Only what bears the mark of the site is an answer: not a network's own login page, nor a proxy that
// finds nobody.
const isOurs = ({ headers }) => headers.has("Tichu-Score");

// Send an item: the event that its answer is.
const submit = async (item) => {
  const { key } = item;
  let answer = await post(item);
  if (answer.status === 403 && isOurs(answer)) {
    await renewToken();
    answer = await post(item);
  }
  const { ok, status, headers } = answer;
  const change = headers.get("Tichu-Change");
  const game = headers.get("Tichu-Game") ?? undefined;
  if (ok && (change || game)) return { type: "acknowledge", item, number: Number(change), game };
  if (change && status === 409) return { type: "conflict", key, answer: await answer.text() };
  if (change && status === 422) return { type: "reject", key, answer: await answer.text() };
  if ([403, 404].includes(status) && isOurs(answer)) return { type: "orphan", key };
  return { type: "lose", key, inTrouble: status >= 500 };
};

const send = async (item) => {
  await dispatch({ type: "send", key: item.key });
  const event = await submit(item).catch(() => ({ type: "lose", key: item.key }));
  await dispatch(event);
  if (event.game) await deleteGame(item.game);
  return event;
};

const sendAll = async () => {
  const blocked = new Set();
  let unanswered = false;
  for (;;) {
    const state = await read();
    const left = state.items.length;
    const item = nextToSend(state, blocked);
    if (!item || !navigator.onLine) return { unanswered: unanswered || Boolean(item), left };
    const { type, inTrouble } = isInFlight(item, Date.now()) ? {} : await send(item);
    unanswered ||= type === "lose";
    // Where nobody answers, nobody answers for another game.
    if (type === "lose" && !inTrouble) return { unanswered, left };
    if (type !== "acknowledge") blocked.add(item.game);
  }
};

// One at a time in all tabs, where the browser can; keys keep the rest from counting twice.
let sending = null;
const alone = (what) => (navigator.locks ? navigator.locks.request("outbox", what) : what());

// Send all that is unsent: how much is `left`, and whether some of it is `unanswered`.
export const flush = () => {
  const before = sending ?? Promise.resolve();
  sending = before.catch(() => {}).then(() => alone(sendAll));
  return sending;
};
