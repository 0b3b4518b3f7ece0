// What is ticked before a round is over, and nobody has heard of, is queued too.

import { handleUnanswered, isDirty } from "../table/progress.js";
import { editedItem, entry, fieldsOfEntry, isSending, noteTap, queuedForEntry } from "./entry.js";
import { enqueue, itemOf, newKey } from "./items.js";
import * as pending from "./pending.js";
import { flush, refresh } from "./queue.js";
import { factsOf } from "./rounds.js";
import { askWhenFree, drawAll } from "./screen.js";
import { discard } from "./store.js";

let queueing = null; // the timer of what was ticked last

const takeBack = () => queuedForEntry() && discard(queuedForEntry().key);

// Queue what is ticked; where that is what the server knows, take back what was queued.
export const queueProgress = async () => {
  if (editedItem() || isSending() || !entry()) return;
  const fields = fieldsOfEntry();
  try {
    if (!isDirty()) return await takeBack();
    factsOf(fields);
    await enqueue(itemOf(entry(), fields, newKey(), "tell"));
  } catch {
    return; // it contradicts itself, or this phone can store no more: it goes with the round
  }
  await refresh();
  flush();
};
handleUnanswered(queueProgress);

document.addEventListener("change", ({ target }) => {
  if (target.form?.id !== "entry") return;
  noteTap();
  clearTimeout(queueing);
  queueing = pending.mustQueue() ? setTimeout(queueProgress, 200) : null;
  if (editedItem()) drawAll();
  else askWhenFree();
});

// Shortly before the page is left, too.
addEventListener("pagehide", () => queueing && queueProgress());

// A round that is recorded says it all.
export const dropProgress = () => {
  clearTimeout(queueing);
  queueing = null;
  pending.dropProgress();
};
