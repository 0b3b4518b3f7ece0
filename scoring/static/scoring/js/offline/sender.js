// Sends the unsent changes of all games, and passes each answer to the reducer. The changes of a game are sent in
// order.

import { address } from "../shared/addresses.js";
import { ANSWER_TIMEOUT, isInFlight, nextToSend, PROGRESS } from "./reducer.js";
import { deleteGame, dispatch, read } from "./store.js";

const addressOf = ({ path, verb, seq }) => {
  if (verb === "amend") return `${path}${seq}/`;
  return verb === "remove" ? `${path}${seq}/remove/` : path;
};

const body = ({ key, verb, fields, after, seen }) => {
  const sent = new URLSearchParams([...fields, ["key", key]]);
  if (["record", PROGRESS].includes(verb)) sent.set("after", after);
  if (["amend", "remove"].includes(verb)) sent.set("seen", seen);
  return sent;
};

const request = (path, options) =>
  fetch(path, { redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(ANSWER_TIMEOUT), ...options });

// A CSRF token in place of the token of the item, which may have expired.
let csrfToken = null;
const renewToken = async () => {
  const { headers } = await request(address("unsent/"));
  // The item is then unanswered, and is sent again later.
  if (!headers.has("Tichu-CSRF-Token")) throw new TypeError("The answer is not from the site.");
  csrfToken = headers.get("Tichu-CSRF-Token");
};

const post = (item) =>
  request(addressOf(item), {
    method: "POST",
    body: body(item),
    headers: { "HX-Request": "true", "X-CSRFToken": csrfToken ?? item.token },
  });

// Whether the site has answered, and not a captive portal or a gateway.
const isFromSite = ({ headers }) => headers.has("Tichu-Score");

// Send an item. Resolves to the event for the reducer that follows from the answer; rejects if there is no answer.
const submit = async (item) => {
  const { key } = item;
  const theirs = item.status === "withdrawn" ? item.leftTo.theirs : undefined;
  let answer = await post(item);
  if (answer.status === 403 && isFromSite(answer)) {
    await renewToken();
    answer = await post(item);
  }
  const { ok, status, headers } = answer;
  const change = headers.get("Tichu-Change");
  const game = headers.get("Tichu-Game") ?? undefined;
  const language = headers.get("Content-Language");
  if (ok && (change || game)) return { type: "acknowledge", item, number: Number(change), game };
  if (change && status === 409) return { type: "conflict", key, language, theirs, answer: await answer.text() };
  if (change && status === 422) return { type: "reject", key, language, answer: await answer.text() };
  if ([403, 404].includes(status) && isFromSite(answer)) return { type: "orphan", key };
  return { type: "lose", key, isServerError: status >= 500 };
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
  let last = null;
  for (;;) {
    const state = await read();
    // If an item is still in the queue after its answer, the further items of its game have to wait.
    if (last && state.items.some(({ key }) => key === last.key)) blocked.add(last.game);
    const left = state.items.length > 0;
    const item = nextToSend(state, blocked);
    if (!item || !navigator.onLine) return { unanswered: unanswered || Boolean(item), left };
    const { type, isServerError } = isInFlight(item, Date.now()) ? {} : await send(item);
    unanswered ||= type === "lose";
    // Without a network the items of the other games would get no answer either.
    if (type === "lose" && !isServerError) return { unanswered, left };
    last = item;
  }
};

// In browsers that have locks, one page sends at a time. In others two pages may send the same item, but because of its
// key the server carries it out once.
let sending = Promise.resolve();
const withLock = (work) => (navigator.locks ? navigator.locks.request("outbox", work) : work());

// Send all unsent changes. Resolves to whether items are `left` in the queue, and whether one of them is `unanswered`,
// so that the caller has to try again. Both are true if the store fails.
export const flush = () => {
  sending = sending.then(() => withLock(sendAll)).catch(() => ({ unanswered: true, left: true }));
  return sending;
};
