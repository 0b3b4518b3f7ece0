// The taps on a table page. Queues those that cannot be sent at once, and lets a person amend and remove unsent rounds.
// `submit.js` loads this module and calls its exports.

import { clearRefusals } from "../shared/refusals.js";
import { LEVELS } from "../shared/rules.js";
import { completeAmendment } from "../table/amending.js";
import { tick, ticksOf } from "../table/progress.js";
import { vibrate } from "../table/round-entry.js";
import { adoptConflict, ask, decideBy, isAsking } from "./conflict.js";
import { clear, edit, editedItem, entry, fill, roundOf, setSending } from "./entry.js";
import * as games from "./games.js";
import { amend, enqueue, itemOf, newKey, setKeyFactory } from "./items.js";
import * as messages from "./messages.js";
import * as pending from "./pending.js";
import { dropProgress, queueProgress } from "./progress.js";
import * as queue from "./queue.js";
import { ANSWER_TIMEOUT } from "./reducer.js";
import { drawAll, handleActions } from "./screen.js";
import * as store from "./store.js";
import { check, merge, setRotation } from "./view.js";
import "./needs-network-links.js";
import "./winning-conditions-link.js";

const table = () => document.getElementById("table");
const game = () => games.ofPage();

let unanswered = null; // the item of the round that htmx is sending now
let isStored = null; // a promise of whether that item was stored

// Whether the rules allow this round behind the unsent ones; if not, shows the reason.
const isAllowed = ({ fields }) => {
  try {
    check(game(), pending.notShown(), editedItem(), fields);
    clearRefusals();
    return true;
  } catch (error) {
    if (!error.code) throw error;
    messages.refuse(error);
    return false;
  } finally {
    drawAll();
  }
};

const storeRound = (what) => pending.whileStoring(() => what().then(queue.refresh));

const queueRound = async (form, tapped) => {
  if (!editedItem()) dropProgress();
  const fields = editedItem() ? completeAmendment(tapped, roundOf(editedItem()).fields) : tapped;
  const item = itemOf(form, fields, newKey());
  if (!isAllowed(item)) return;
  const amended = editedItem();
  clear();
  try {
    await storeRound(() => (amended ? amend(amended, item) : enqueue(item)));
  } catch {
    return restoreForm(fields, amended);
  }
  vibrate();
  queue.flush();
};

// This phone has no space to store the round: put it back on the form, with a message.
const restoreForm = (fields, amended) => {
  fill(fields, amended);
  messages.refuseUnsent();
  drawAll();
};

// Handle the submission of a form, with this key and these fields. Returns whether it is handled here, so that htmx
// must not send it: a decision about a conflict, the start of a game, or a round that has to be queued. If htmx sends a
// round, it is stored here too until the answer is received.
export const handleSubmit = (form, submitter, key, fields) => {
  if (isAsking() && table().contains(form)) {
    decideBy(form, fields, newKey());
    return true;
  }
  if (form.matches(".rematch, .new-game")) {
    games.start(form, fields, key, queue.refresh);
    return true;
  }
  if (form.id !== "entry" || !game() || submitter?.hasAttribute("formaction")) return false;
  if (editedItem() || pending.mustQueue()) {
    queueRound(form, fields);
    return true;
  }
  // While another tap waits for its answer, htmx drops this one. Then it must not be queued either.
  if (table().querySelector("form.htmx-request:not(#tell)")) return false;
  dropProgress();
  setSending(true);
  unanswered = itemOf(form, fields, key);
  const item = { ...unanswered, status: "sending", until: Date.now() + ANSWER_TIMEOUT };
  isStored = enqueue(item).then(() => true, () => false);
  return false;
};

// The server has answered the submission with this key.
export const handleAnswer = (key, status) => {
  setSending(false);
  if (status === 409) adoptConflict(key, unanswered?.after);
  else store.discard(key).catch(() => {}); // it is then sent again, with the same key
  unanswered = isStored = null;
  prepareNextGame();
};

// Load what a rematch needs to start without the server.
export const prepareNextGame = games.prepare;

// Queue the round with this key, because it was not answered. Rejects if it cannot be stored; then it is on the form
// again.
export const queueUnanswered = async (form, fields, key) => {
  setSending(false);
  const item = itemOf(form, fields, key);
  dropProgress();
  if (!isAllowed(item)) {
    unanswered = null;
    return store.discard(key);
  }
  clear();
  // If it was stored, it is not queued again, because another page may have sent it meanwhile, and have dropped it with
  // the answer. If this cannot be noted, the answer counts as lost after the timeout.
  const queueItem = async () => {
    if (await isStored) await store.dispatch({ type: "lose", key }).catch(() => {});
    else await enqueue({ ...item, status: "uncertain" });
  };
  try {
    await storeRound(queueItem);
  } catch (error) {
    restoreForm(fields, null);
    throw error;
  } finally {
    unanswered = isStored = null;
  }
  return queue.flush();
};

// If the page is left while htmx sends a round, the next page of this browser sends it again. `store.abandon` is
// synchronous, because a page that is being hidden may not be able to finish an IndexedDB transaction.
addEventListener("pagehide", () => {
  if (!unanswered) return;
  store.abandon(unanswered.key);
  queue.noteCount(1);
});

// Amending and removing

document.addEventListener("click", (event) => {
  const chosen = event.target.closest("#rows .unsent button");
  if (chosen) editRound(Number(chosen.dataset.item));
  if (editedItem() && event.target.closest(".entry .clear")) stopEditing();
});

const editRound = (id) => {
  const round = roundOf(id);
  if (!round) return;
  edit(id, round);
  drawAll();
  entry().scrollIntoView({ block: "nearest" });
  entry().querySelector(".place input:checked")?.focus({ preventScroll: true });
};

const stopEditing = async () => {
  if (editedItem()) clear();
  await queue.refresh();
};

// Remove an unsent round. If it was the last one, its calls are back on the form, as after an undo.
const removeRound = async (id) => {
  const { item, fields } = merge(pending.ofThisGame(), game()).rounds.at(-1) ?? {};
  await store.dispatch({ type: "remove", id, key: newKey(), now: Date.now() });
  await stopEditing();
  const calls = fields?.filter(([name]) => LEVELS.includes(name)) ?? [];
  if (item?.id === id && calls.length && !pending.queuedProgress()) {
    tick(ticksOf(calls));
    queueProgress();
  }
  queue.flush();
};

handleActions((id, key) => ({
  save: () => entry().requestSubmit(),
  remove: () => removeRound(id),
  discard: () => store.discard(key).then(queue.flush),
  decide: () => ask(pending.stuck()),
  leave: stopEditing,
}));

// Load the modules that only some games need, before anything else, because later there may be no network.
const loadParts = async () => {
  if (game()?.rotation) setRotation(await import("./rotation.js"));
  if (document.querySelector(".new-game")) await games.loadNewGame();
  if (document.querySelector(".rematch")) games.prepare();
};

// Begin to show and send unsent changes. `key` returns a new idempotency key. Rejects if a module that this game needs
// cannot be loaded, or if nothing can be stored; then the page has to try again.
export const begin = async (key) => {
  setKeyFactory(key);
  await loadParts();
  await queue.begin();
};
