// The table page while something is unsent: what is tapped is queued, shown as unsent, can be amended and
// taken back, and is sent as soon as there is an answer.

import { clearRefusals } from "../shared/refusals.js";
import { LEVELS } from "../shared/rules.js";
import { complete } from "../table/amending.js";
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
import "./winning-conditions-link.js";

const table = () => document.getElementById("table");
const game = () => games.ofPage();

let unanswered = null; // the item of the round that is on its way, until it is known whether an answer comes
let isStored = null; // a promise of whether it was stored

// Whether the rules allow this round here; what they refuse stays on the form.
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
  const fields = editedItem() ? complete(tapped, roundOf(editedItem()).fields) : tapped;
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

// This phone can store no more: what was tapped stays on the form.
const restoreForm = (fields, amended) => {
  fill(fields, amended);
  messages.refuseUnsent();
  drawAll();
};

// Whether a submission is queued here: what is behind others, or has no network, or starts a game, or what
// a person decides by. What goes to the server at once is stored as well until it is answered. `fields`
// are what the form says.
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
  // The answer to another tap is still awaited: htmx drops this one, and it is not to be sent later either.
  if (table().querySelector("form.htmx-request:not(#tell)")) return false;
  dropProgress();
  setSending(true);
  unanswered = itemOf(form, fields, key);
  const item = { ...unanswered, status: "sending", until: Date.now() + ANSWER_TIMEOUT };
  isStored = enqueue(item).then(() => true, () => false);
  return false;
};

// The tap was answered at once.
export const handleAnswer = (key, status) => {
  setSending(false);
  if (status === 409) adoptConflict(key, unanswered?.after);
  else store.discard(key);
  unanswered = isStored = null;
  prepareNextGame();
};

// A rematch may have to start without the server.
export const prepareNextGame = games.prepare;

// No answer came to this tap: from now on it is unsent.
export const queueUnanswered = async (form, fields, key) => {
  setSending(false);
  const item = itemOf(form, fields, key);
  dropProgress();
  if (!isAllowed(item)) {
    unanswered = null;
    return store.discard(key);
  }
  clear();
  // What was stored and is gone was sent again meanwhile, and answered; a person may even have decided about it.
  await storeRound(async () => {
    if (await isStored) await store.dispatch({ type: "lose", key });
    else await enqueue({ ...item, status: "uncertain" });
  });
  unanswered = isStored = null;
  return queue.flush();
};

// Whatever page comes next asks what became of it. A browser may break a request off before it hides
// the page, and then let it store nothing more.
addEventListener("pagehide", () => {
  if (!unanswered) return;
  store.abandon(unanswered.key);
  queue.noteCount(1);
});

// Amending and taking back

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

// Take a round back: what was called in the last one is called again.
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

// What only some games need. It is loaded before all else, as the network may be away when it is needed.
const loadParts = async () => {
  if (game()?.rotation) setRotation(await import("./rotation.js"));
  if (document.querySelector(".new-game")) await games.loadNewGame();
  if (document.querySelector(".rematch")) games.prepare();
};

// Find what is unsent, and show and send it. `key` makes a key for a submission.
export const begin = async (key) => {
  setKeyFactory(key);
  await loadParts();
  await queue.begin();
};
