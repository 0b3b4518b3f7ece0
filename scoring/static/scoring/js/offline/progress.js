// Queues the progress of a round: the ticks before it is over that the server does not have yet.

import { handleUnanswered, isDirty } from "../table/progress.js";
import { editedItem, entry, fieldsOfEntry, isSending, noteTap, queuedForEntry } from "./entry.js";
import { enqueue, itemOf, newKey } from "./items.js";
import * as pending from "./pending.js";
import { flush, refresh } from "./queue.js";
import { PROGRESS } from "./reducer.js";
import { factsOf } from "./rounds.js";
import { askWhenFree, drawAll } from "./screen.js";
import { discard } from "./store.js";

let queueing = null; // the timer that queues the latest tick

const takeBack = () => queuedForEntry() && discard(queuedForEntry().key);

// Queue the ticks of the form. If the server has exactly these ticks, the queued progress is discarded.
export const queueProgress = async () => {
  if (editedItem() || isSending() || !entry()) return;
  const fields = fieldsOfEntry();
  try {
    if (!isDirty()) return await takeBack();
    factsOf(fields);
    await enqueue(itemOf(entry(), fields, newKey(), PROGRESS));
  } catch {
    return; // the ticks contradict each other, or this phone has no room; they are sent with the round
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

// The page is left: do not wait for the timer.
addEventListener("pagehide", () => queueing && queueProgress());

// Forget the unsent progress, because the recorded round contains all of it.
export const dropProgress = () => {
  clearTimeout(queueing);
  queueing = null;
  pending.dropProgress();
};
