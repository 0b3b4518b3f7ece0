// The table page while something is unsent: draws it, and draws it anew on every table that the server sends.

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

let storageRisk = ""; // what could happen to what is unsent on this phone
let drawnStanding = null; // where the race stands with what is unsent
let drawnForm = null; // the form of a round
let drawnVersion = Infinity; // of the game, as the table shows it

// Where the race stands with what is unsent; null where there is no table to draw on.
export const standing = () => drawnStanding;

export const showQueueState = (sending) => {
  const items = pending.all();
  if (items.some(isStuck)) setQueueState("needs", say("decisionNeeded"));
  else if (sending && items.length) setQueueState("sending", say("sending"));
  else setQueueState("");
};

let actionsOf = () => ({});
// Call this for what a person can do about an item, by its id and key.
export const handleActions = (handler) => (actionsOf = handler);

let changed = () => {};
// Call this when the table shows a change while something is stuck: what was in its way may be gone.
export const handleChanged = (handler) => (changed = handler);

const detectNewVersion = () => {
  const version = pending.version();
  if (version > drawnVersion && stuck()) changed();
  drawnVersion = version;
};

// Nobody is asked in the middle of a round.
export const askWhenFree = () => (isAsking() || !hasBegun()) && ask(stuck());

// A game that is over has neither a score to draw on nor a form; what is stuck of it is said all the same.
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

export const drawAll = () => {
  watcher.disconnect();
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
  watcher.observe(document.body, { childList: true, subtree: true });
};

// A table that the server sends comes without what was drawn on the one before.
const watcher = new MutationObserver(() => {
  const rows = document.querySelectorAll("#rows .unsent").length;
  const isComplete = rows === merge(notShown(), game()).rounds.length && messages.isShown();
  if (drawnForm !== entry() || pending.hasAcknowledged() || !isComplete) drawAll();
  detectNewVersion();
});

// Say what could happen to what is unsent: another matter once somebody lets the browser keep it.
export const updateStorageRisk = async () => {
  const before = storageRisk;
  storageRisk = await findStorageRisk();
  if (storageRisk !== before) drawAll();
};
