// The items of the queue as this page last read them, and those that have been acknowledged since and that the table
// does not show yet. Other modules ask here what concerns the game on this page.

import { isOffline } from "../live/status.js";
import { isBlank, ofPage } from "./games.js";
import { isInFlight, isProgress, isStuck } from "./reducer.js";
import * as store from "./store.js";

let items = []; // all that is unsent, of every game
let acknowledged = []; // the items that the server has, until the table shows them
let storing = 0; // how many rounds have left the form and are being stored

// The version of the game that the table shows; -1 if it names none.
export const version = () => Number(document.querySelector("[data-version]")?.dataset.version ?? -1);
const isUnseen = ({ number }) => number > version();
const hasKeyOf = (one) => (other) => one.key === other.key;

export const isOfThisGame = ({ game }) => game === ofPage()?.key;

// All items; and those of this game.
export const all = () => items;
export const ofThisGame = () => items.filter(isOfThisGame);

// The items of this game, unsent or acknowledged, that the table does not show yet, in order.
export const notShown = () =>
  [...acknowledged.filter(isUnseen), ...items.filter((item) => !acknowledged.some(hasKeyOf(item)))].filter(isOfThisGame);

// Whether an item of this game is not acknowledged yet.
export const isQueued = (id) => ofThisGame().some((item) => item.id === id && !acknowledged.some(hasKeyOf(item)));

// The first item of this game that a person has to decide about; whether there is one of another game; and the unsent
// progress of this one.
export const stuck = () => ofThisGame().find(isStuck);
export const stuckElsewhere = () => items.some((item) => isStuck(item) && !isOfThisGame(item));
export const queuedProgress = () => ofThisGame().findLast((item) => isProgress(item) && !isStuck(item));

// Whether this phone has recorded, amended or removed a round, and the table does not show that yet.
export const hasUnshownChanges = () => storing > 0 || notShown().some((item) => !isProgress(item));

// Whether the next change must be queued instead of being sent at once, so that none overtakes another one.
export const mustQueue = () => hasUnshownChanges() || isBlank() || isOffline();

// Whether this phone has recorded a round that the table does not show yet. The form then has the round behind it.
export const hasUnshownRounds = () => storing > 0 || notShown().some(({ verb }) => verb === "record");

// Read the store. Resolves to all that it has, or to null if a later call was faster. Rejects if the store fails.
// Items for whose answer a page still waits are not among `items`.
let reads = 0; // how often the store has been read
let latest = 0; // the read that `items` is from
export const read = async () => {
  reads += 1;
  const number = reads;
  const { items: stored } = await store.read();
  if (number < latest) return null;
  latest = number;
  items = stored.filter((item) => !isInFlight(item, Date.now()));
  return stored;
};

// Run `work`, which stores a round that has left the form. Until it is done, a new board must not put the round back
// on the form.
export const whileStoring = async (work) => {
  storing += 1;
  try {
    return await work();
  } finally {
    storing -= 1;
  }
};

// Forget the unsent progress of this game, as the round that is recorded has all of it. If the store is being read just
// now, the result is ignored.
export const dropProgress = () => {
  items = items.filter((item) => !isOfThisGame(item) || !isProgress(item) || isStuck(item));
  latest = reads += 1;
};

// Keep this item on the screen: the server has it, as the change with this number.
export const acknowledge = (item, number) => {
  if (isOfThisGame(item) && !isProgress(item)) acknowledged.push({ ...item, number, status: "acknowledged" });
};

// Whether there are acknowledged items that the table may not show yet.
export const hasAcknowledged = () => acknowledged.length > 0;

// Forget the acknowledged items that the table shows by now, unless `items` still has them, as it may have been read
// before the answer came. Returns the last acknowledged round that the table does not show.
export const forgetShown = () => {
  acknowledged = acknowledged.filter((item) => isOfThisGame(item) && (isUnseen(item) || items.some(hasKeyOf(item))));
  return acknowledged.findLast((item) => item.verb === "record" && isUnseen(item));
};
