// The table page while something is unsent: draws it, and draws it anew on every table that the server sends.

import { setQueueState } from "../live/status.js";
import { ask, isAsking } from "./conflict.js";
import { catchUp, editedItem, endEditing, entry, fieldsOfEntry, hasEndedEditing, isBusy, markBehind } from "./entry.js";
import * as games from "./games.js";
import * as messages from "./messages.js";
import * as pending from "./pending.js";
import { isStuck } from "./reducer.js";
import { draw, merge } from "./view.js";
import { storageRisk as findStorageRisk } from "../../../tichu_score/js/storage.js";

const game = () => games.ofPage();
const { hasRounds, notShown, stuck, stuckElsewhere } = pending;

let storageRisk = ""; // what could happen to what is unsent on this phone
let drawnStanding = null; // where the race stands with what is unsent
let drawnForm = null; // the form of a round

// Where the race stands with what is unsent; null where there is no table to draw on.
export const standing = () => drawnStanding;

export const showQueueState = (sending) => {
  const items = pending.all();
  setQueueState(items.some(isStuck) ? "needs" : sending && items.length ? "sending" : "");
};

let actionsOf = () => ({});
// Call this for what a person can do about an item, by its id and key.
export const handleActions = (handler) => (actionsOf = handler);

let resumed = () => {};
// Call this when a game that was over goes on again: what was refused may be recorded now.
export const handleResumed = (handler) => (resumed = handler);

// Nobody is asked in the middle of a round.
export const askWhenFree = () => (isAsking() || !isBusy()) && ask(stuck());

// A game that is over has no score to draw on; what is stuck of it is said all the same.
const state = () => ({
  game: game(),
  rounds: drawnStanding ? merge(notShown(), game()).rounds : [],
  played: drawnStanding?.rounds,
  stuck: stuck(),
  elsewhere: stuckElsewhere(),
  editing: editedItem(),
  endedEditing: hasEndedEditing(),
  ticked: editedItem() ? fieldsOfEntry() : [],
  storageRisk,
});

export const drawAll = () => {
  watcher.disconnect();
  askWhenFree();
  catchUp();
  drawnForm = entry();
  markBehind();
  endEditing();
  drawnStanding = game() && !isAsking() ? draw(game(), notShown(), editedItem()) : null;
  entry()?.classList.toggle("amending", Boolean(editedItem()));
  if (game() && !isAsking()) messages.show(state(), actionsOf);
  messages.showCount(pending.all());
  document.body.toggleAttribute("data-unsent", Boolean(hasRounds() || pending.progress() || games.isBlank()));
  watcher.observe(document.body, { childList: true, subtree: true });
};

// A table that the server sends comes without what was drawn on the one before.
const watcher = new MutationObserver(() => {
  const resumes = !drawnForm && entry();
  const rows = document.querySelectorAll("#rows .unsent").length;
  const isComplete = rows === merge(notShown(), game()).rounds.length && messages.isShown();
  if (drawnForm !== entry() || pending.hasAcknowledged() || !isComplete) drawAll();
  if (resumes && pending.mine().length) resumed();
});

// Say what could happen to what is unsent: another matter once somebody lets the browser keep it.
export const updateStorageRisk = async () => {
  const before = storageRisk;
  storageRisk = await findStorageRisk();
  if (storageRisk !== before) drawAll();
};

// How a round looks that is amended, loaded before the network may be away.
export const loadStyle = () => {
  const href = document.getElementById("messages")?.dataset.style;
  if (href) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
};
