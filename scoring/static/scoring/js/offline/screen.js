// Draws unsent changes on the table page: after each change of the queue (`drawAll`), and on every new table that the
// server sends.

import { setQueueState } from "../live/status.js";
import { focusIfLost } from "../table/round-entry.js";
import { ask, isAsking } from "./conflict.js";
import { editedItem, endEditing, entry, fieldsOfEntry, followAcknowledged, hasBegun, hasEndedEditing, markBehind } from "./entry.js";
import * as games from "./games.js";
import * as messages from "./messages.js";
import * as pending from "./pending.js";
import { isStuck } from "./reducer.js";
import { say } from "./translations.js";
import { draw, merge } from "./view.js";
import { storageRisk as findStorageRisk } from "../../../tichu_score/js/storage.js";

const game = () => games.ofPage();
const { hasUnshownChanges, notShown, stuck, stuckElsewhere } = pending;

let storageRisk = ""; // a sentence that says how the browser may lose unsent changes; "" if it does not
let drawnStanding = null; // the standing of the race with the unsent rounds
let drawnForm = null; // the form of a round at the last drawing
let drawnVersion = Infinity; // the version of the game that the table shows

// The standing of the race with the unsent rounds; null if there is no table to draw on.
export const standing = () => drawnStanding;

export const showQueueState = (sending) => {
  const items = pending.all();
  if (items.some(isStuck)) setQueueState("needs", say("decisionNeeded"));
  else if (sending && items.length) setQueueState("sending", say("sending"));
  else setQueueState("");
};

let actionsOf = () => ({});
// Let `handler(id, key)` return the actions of a person on the item: functions by the names of their buttons.
export const handleActions = (handler) => (actionsOf = handler);

let changed = () => {};
// Let `handler` be called when the table shows a new version while an item is stuck, because the conflict may be gone.
export const handleChanged = (handler) => (changed = handler);

const detectNewVersion = () => {
  const version = pending.version();
  if (version > drawnVersion && stuck()) changed();
  drawnVersion = version;
};

// Show the conflict that waits for a decision, but not while a person enters a round. If there is none, a conflict on
// the screen is removed.
export const askWhenFree = () => (isAsking() || !hasBegun()) && ask(stuck());

// The state for `messages.show`. A game that is over has no table to draw on, but its stuck items are shown.
const state = () => {
  const editing = drawnStanding ? editedItem() : null;
  return {
    game: game(),
    rounds: drawnStanding ? merge(notShown(), game()).rounds : [],
    played: drawnStanding?.rounds,
    stuck: stuck(),
    elsewhere: stuckElsewhere(),
    editing,
    endedEditing: hasEndedEditing(),
    ticked: editing ? fieldsOfEntry() : [],
    storageRisk,
  };
};

// Draw all unsent changes. Meanwhile the observer below is not notified.
export const drawAll = () => {
  observer.disconnect();
  const hasFocus = document.activeElement !== document.body;
  askWhenFree();
  followAcknowledged();
  drawnForm = entry();
  markBehind();
  endEditing();
  drawnStanding = game() && !isAsking() ? draw(game(), notShown(), editedItem()) : null;
  entry()?.classList.toggle("amending", Boolean(editedItem()));
  if (game() && !isAsking()) messages.show(state(), actionsOf);
  if (hasFocus) focusIfLost();
  messages.showCount(pending.all());
  document.body.toggleAttribute("data-unsent", Boolean(hasUnshownChanges() || pending.queuedProgress() || games.isBlank()));
  detectNewVersion();
  observer.observe(document.body, { childList: true, subtree: true });
};

// Draws again when the server has sent a new table, because that replaces the drawn elements.
const observer = new MutationObserver(() => {
  const rows = document.querySelectorAll("#rows .unsent").length;
  const isComplete = rows === merge(notShown(), game()).rounds.length && messages.isShown();
  if (drawnForm !== entry() || pending.hasAcknowledged() || !isComplete) drawAll();
  detectNewVersion();
});

// Find out again how the browser may lose unsent changes: the person may have allowed it to keep them.
export const updateStorageRisk = async () => {
  const before = storageRisk;
  storageRisk = await findStorageRisk();
  if (storageRisk !== before) drawAll();
};
