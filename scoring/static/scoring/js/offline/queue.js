// The queue of unsent changes on a table page: read anew and drawn after each event, and sent until there is
// an answer.

import { markOutdated, subscribe } from "../live/status.js";
import { handleResolved } from "./conflict.js";
import { tickQueued } from "./entry.js";
import * as games from "./games.js";
import * as pending from "./pending.js";
import { isInFlight } from "./reducer.js";
import { drawAll, handleResumed, showQueueState, updateStorageRisk } from "./screen.js";
import { flush as sendAll } from "./sender.js";
import * as store from "./store.js";

// In milliseconds
const FIRST_RETRY = 3000;
const LONGEST_RETRY = 60000;

// How much is unsent, for the next page: it looks into the store at once if there is any.
export const noteCount = (count) => {
  try {
    if (count) localStorage.waits = count;
    else delete localStorage.waits;
  } catch {
    // Where nothing is kept by name, every page looks into the store.
  }
};

// Read what is unsent, and draw it.
export const refresh = async () => {
  const stored = await pending.read();
  if (!stored) return;
  if (stored.some((item) => isInFlight(item, Date.now()))) flushLater(FIRST_RETRY);
  noteCount(stored.length);
  showQueueState(false);
  if (stored.length) updateStorageRisk();
  try {
    drawAll();
  } catch (error) {
    reportError(error); // what cannot be drawn is sent all the same
  }
};

// Sending

let retries = 0;
let timer = null;

const flushLater = (delay) => {
  clearTimeout(timer);
  timer = setTimeout(flush, delay);
};

export const flush = async () => {
  clearTimeout(timer);
  await refresh();
  if (!pending.all().length) return;
  showQueueState(true);
  const { unanswered, left } = await sendAll();
  await refresh();
  if (unanswered) flushLater(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** retries) * (0.5 + Math.random() / 2));
  retries = unanswered ? retries + 1 : 0;
  if (left) navigator.serviceWorker?.ready.then(({ sync }) => sync?.register("outbox")).catch(() => {});
};

const flushNow = () => {
  retries = 0;
  if (!document.hidden) flush();
};
handleResumed(flushNow);

// A person has decided about what was stuck.
handleResolved(async () => {
  await refresh();
  markOutdated();
  flush();
});

// An event that this page has stored, another one of this browser, or the service worker.
const handleEvent = async ({ type, item, number, game: key = item?.game }) => {
  if (type === "acknowledging") pending.acknowledge(item, number);
  else if (type === "acknowledge" && pending.isMine(item)) {
    if (games.handleStarted(item, key)) return;
    await refresh();
    markOutdated();
  } else await refresh();
};

// Find what is unsent, show and send it, and go on with that whenever something happens.
export const begin = async () => {
  await store.read(); // fails where a browser keeps nothing
  store.subscribe(handleEvent);
  await games.fillBlank();
  for (const event of ["online", "focus", "pageshow"]) addEventListener(event, flushNow);
  document.addEventListener("visibilitychange", flushNow);
  subscribe(({ reachable }) => reachable && retries && flushNow());
  await refresh();
  tickQueued();
  flush();
};
