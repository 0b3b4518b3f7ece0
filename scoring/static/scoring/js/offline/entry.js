// The form of a round on the table page while there are unsent changes. The form is for one of three rounds: the round
// in progress, a round behind unsent rounds, or an unsent round that a person amends.

import { markOutdated } from "../live/status.js";
import { begin as beginAmending } from "../table/amending.js";
import { forgetKnown, startNext, tick, tickKnown, ticksOf, tickUnsent } from "../table/progress.js";
import { focusIfLost } from "../table/round-entry.js";
import { ofPage } from "./games.js";
import * as pending from "./pending.js";
import { merge } from "./view.js";

export const entry = () => document.getElementById("entry");
export const fieldsOfEntry = () => [...new FormData(entry())];

// Whether a person is entering a round: the player who was first out is ticked.
export const hasBegun = () => Boolean(entry()?.querySelector(".place input:checked"));

// Whether the round on the form is behind rounds that the table does not show.
const isBehind = () => "behind" in document.body.dataset;

// The unsent progress of the round on the form; null if there is none, or only that of an earlier round.
export const queuedForEntry = () => {
  const item = pending.queuedProgress();
  return item && (isBehind() || item.after === Number(document.getElementById("after")?.value)) ? item : null;
};

// Tick the unsent progress of the round on the form.
export const tickQueued = () => {
  const { fields } = queuedForEntry() ?? {};
  if (isBehind()) startNext(ticksOf(fields ?? []));
  else if (fields) tickUnsent(fields);
};

// Set on the form that its round follows the last acknowledged round, if the table does not show that round yet.
export const followAcknowledged = () => {
  const last = pending.forgetShown();
  const after = document.getElementById("after");
  if (last && after && Number(after.value) < last.number) {
    after.value = last.number;
    forgetKnown();
  }
};

// Set `data-behind` on the page if the round on the form is behind rounds that the table does not show.
export const markBehind = () => {
  const before = isBehind();
  document.body.toggleAttribute("data-behind", pending.hasUnshownRounds());
  // Another page of this phone has recorded the round that was ticked here.
  if (isBehind() && !before) tickQueued();
  // Progress that other phones have sent for the round on the form has not been shown so far.
  if (before && !isBehind()) markOutdated();
};

let sending = false;
// Whether the round on the form is being sent to the server.
export const isSending = () => sending;
export const setSending = (now) => (sending = now);

// An unsent round that is amended

let editing = null; // the id of its item
let endedEditing = false; // whether it was sent or removed while it was amended, and nothing has been tapped since

export const editedItem = () => editing;
export const hasEndedEditing = () => endedEditing;

// The unsent round of the item with this id, as `merge` returns it; undefined if there is none.
export const roundOf = (id) => merge(pending.ofThisGame(), ofPage()).rounds.find(({ item }) => item.id === id);

// Put these fields on the form. They belong to the unsent round with this id, or to the round in progress (null).
export const fill = (fields, id) => {
  editing = id;
  tick(ticksOf(fields));
};

// Amend an unsent round on the form.
export const edit = (id, { fields }) => {
  fill(fields, id);
  beginAmending(entry());
};

// End amending if the round has been sent or removed meanwhile, by this page or by another one of this phone, or if the
// table shows a round in its place: the answer was lost, or another phone was faster.
export const endEditing = () => {
  if (!editing || (pending.isQueued(editing) && (roundOf(editing) || !entry()))) return;
  editing = null;
  endedEditing = true;
  tickKnown();
  tickQueued();
};

// Something was tapped, so the person has read that editing has ended.
export const noteTap = () => (endedEditing = false);

// Remove the round from the form. The form is then for the next round or, after amending, for the round in progress.
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
