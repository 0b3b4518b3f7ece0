// The queue of unsent changes on a table page. Reads and draws the queue after each event, and sends it repeatedly
// until the server has answered all items.

import { markOutdated, subscribe } from "../live/status.js";
import { handleOutdated, handleResolved } from "./conflict.js";
import { tickQueued } from "./entry.js";
import * as games from "./games.js";
import * as pending from "./pending.js";
import { createRetries } from "./retries.js";
import { drawAll, handleChanged, showQueueState, updateStorageRisk } from "./screen.js";
import { flush as sendAll } from "./sender.js";
import * as store from "./store.js";

// Note how many items are unsent. The next page loads the queue at once if there are any (`submit.js`).
export const noteCount = (count) => {
  try {
    if (count) localStorage.waits = count;
    else delete localStorage.waits;
  } catch {
    // Without localStorage every page loads the queue at once.
  }
};

// Read the queue, and draw it.
export const refresh = async () => {
  const stored = await pending.read().catch(() => null); // if the store fails, it is read at the next event
  if (!stored) return;
  retries.awaitAnswers(stored);
  noteCount(stored.length);
  showQueueState(false);
  if (stored.length) updateStorageRisk();
  try {
    drawAll();
  } catch (error) {
    reportError(error); // items that cannot be drawn can still be sent
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

// A person has decided about a conflict.
handleResolved(async () => {
  await refresh();
  markOutdated();
  flush();
});

// Handle an event that was stored by this page, by another page of this browser, or by the service worker.
const handleEvent = async ({ type, item, number, game: key = item?.game }) => {
  if (type === "acknowledging") pending.acknowledge(item, number);
  else if (type === "acknowledge" && pending.isOfThisGame(item)) {
    if (games.handleStarted(item, key)) return;
    await refresh();
    markOutdated();
  } else await refresh();
};

// Show and send unsent changes, now and after each event. Rejects in a browser that can store nothing.
export const begin = async () => {
  await store.read();
  store.subscribe(handleEvent);
  await games.fillBlank();
  for (const event of ["online", "focus", "pageshow"]) addEventListener(event, flushNow);
  document.addEventListener("visibilitychange", flushNow);
  subscribe(({ reachable }) => reachable && retries.hasFailed() && flushNow());
  await refresh();
  tickQueued();
  flush();
};
