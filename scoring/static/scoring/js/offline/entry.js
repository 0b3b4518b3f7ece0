// The form of a round, and what it is about: the round in progress, one behind unsent rounds, or an unsent
// one that is amended.

import { markOutdated } from "../live/status.js";
import { begin as beginAmending } from "../table/amending.js";
import { forgetKnown, startNext, tick, tickKnown, ticksOf, tickUnsent } from "../table/progress.js";
import { focusIfLost } from "../table/round-entry.js";
import { ofPage } from "./games.js";
import * as pending from "./pending.js";
import { merge } from "./view.js";

export const entry = () => document.getElementById("entry");
export const fieldsOfEntry = () => [...new FormData(entry())];

// Whether the round on the form has begun: somebody was first out.
export const hasBegun = () => Boolean(entry()?.querySelector(".place input:checked"));

// Whether the round on the form is behind others that the table does not show.
const isBehind = () => "behind" in document.body.dataset;

// What is unsent of the round on the form, and not of one before.
export const queuedForEntry = () => {
  const item = pending.queuedProgress();
  return item && (isBehind() || item.after === Number(document.getElementById("after")?.value)) ? item : null;
};

export const tickQueued = () => {
  const { fields } = queuedForEntry() ?? {};
  if (isBehind()) startNext(ticksOf(fields ?? []));
  else if (fields) tickUnsent(fields);
};

// Let the next round follow the last acknowledged one, which the table on screen may not show yet.
export const followAcknowledged = () => {
  const last = pending.forgetShown();
  const after = document.getElementById("after");
  if (last && after && Number(after.value) < last.number) {
    after.value = last.number;
    forgetKnown();
  }
};

// Set `data-behind` on the page where the round on the form is behind others that the table does not show.
export const markBehind = () => {
  const before = isBehind();
  document.body.toggleAttribute("data-behind", pending.hasUnshownRounds());
  // Another page of this phone has recorded what was ticked here.
  if (isBehind() && !before) tickQueued();
  // What others told of this round was not shown.
  if (before && !isBehind()) markOutdated();
};

let sending = false;
// Whether the round on the form is on its way to the server.
export const isSending = () => sending;
export const setSending = (now) => (sending = now);

// An unsent round that is amended

let editing = null; // its id
let endedEditing = false; // whether it was sent meanwhile, and nothing was tapped since

export const editedItem = () => editing;
export const hasEndedEditing = () => endedEditing;

// An unsent round of this game, by the id of its item.
export const roundOf = (id) => merge(pending.ofThisGame(), ofPage()).rounds.find(({ item }) => item.id === id);

// Put these fields on the form: of an unsent round, or (null) of the one in progress.
export const fill = (fields, id) => {
  editing = id;
  tick(ticksOf(fields));
};

// Amend an unsent round on the form.
export const edit = (id, { fields }) => {
  fill(fields, id);
  beginAmending(entry());
};

// What is amended may be sent meanwhile, from here or from another page of this phone.
export const endEditing = () => {
  if (!editing || pending.isQueued(editing)) return;
  editing = null;
  endedEditing = true;
  tickKnown();
  tickQueued();
};

// Something was tapped: it is known that editing has ended.
export const noteTap = () => (endedEditing = false);

// Leave the form to the round that is in progress now.
export const clear = () => {
  const amended = editing;
  editing = null;
  if (amended) {
    tickKnown();
    tickQueued();
  } else {
    document.body.dataset.behind = "";
    startNext();
  }
  focusIfLost();
};
