// The queue of unsent changes on a table page: read anew and drawn after each event, and sent until there is
// an answer.

import { markOutdated, subscribe } from "../live/status.js";
import { handleOutdated, handleResolved } from "./conflict.js";
import { tickQueued } from "./entry.js";
import * as games from "./games.js";
import * as pending from "./pending.js";
import { createRetries } from "./retries.js";
import { drawAll, handleChanged, showQueueState, updateStorageRisk } from "./screen.js";
import { flush as sendAll } from "./sender.js";
import * as store from "./store.js";

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
  const stored = await pending.read().catch(() => null); // where the store fails, it is asked again later
  if (!stored) return;
  retries.awaitAnswers(stored);
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

export const flush = async () => {
  retries.stop();
  await refresh();
  if (!pending.all().length) return;
  showQueueState(true);
  const { unanswered, left } = await sendAll();
  await refresh();
  retries.finish(unanswered);
  if (left) navigator.serviceWorker?.ready.then(({ sync }) => sync?.register("outbox")).catch(() => {});
};

const retries = createRetries(flush);

const flushNow = () => {
  retries.reset();
  if (!document.hidden) flush();
};
handleChanged(flushNow);
handleOutdated(flushNow);

// A person has decided about what was stuck.
handleResolved(async () => {
  await refresh();
  markOutdated();
  flush();
});

// An event that this page has stored, another one of this browser, or the service worker.
const handleEvent = async ({ type, item, number, game: key = item?.game }) => {
  if (type === "acknowledging") pending.acknowledge(item, number);
  else if (type === "acknowledge" && pending.isOfThisGame(item)) {
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
  subscribe(({ reachable }) => reachable && retries.hasFailed() && flushNow());
  await refresh();
  tickQueued();
  flush();
};
