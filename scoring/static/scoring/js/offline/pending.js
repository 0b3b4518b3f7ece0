// The items of the queue as this page has last read them, and the items that have been acknowledged since and that the
// table does not show yet. Other modules use this module to find the items of the game on this page.

import { isOffline } from "../live/status.js";
import { isBlank, ofPage } from "./games.js";
import { isInFlight, isProgress, isStuck } from "./reducer.js";
import * as store from "./store.js";

let items = []; // all unsent items, of every game
let acknowledged = []; // the items that the server has, until the table shows them
let storing = 0; // the number of rounds that were removed from the form and are being stored

// The version of the game that the table shows; -1 if it names none.
export const version = () => Number(document.querySelector("[data-version]")?.dataset.version ?? -1);
const isUnseen = ({ number }) => number > version();
const hasKeyOf = (one) => (other) => one.key === other.key;

export const isOfThisGame = ({ game }) => game === ofPage()?.key;

// All items, and the items of this game.
export const all = () => items;
export const ofThisGame = () => items.filter(isOfThisGame);

// The items of this game, unsent or acknowledged, that the table does not show yet, in order.
export const notShown = () =>
  [...acknowledged.filter(isUnseen), ...items.filter((item) => !acknowledged.some(hasKeyOf(item)))].filter(isOfThisGame);

// Whether an item of this game is not acknowledged yet.
export const isQueued = (id) => ofThisGame().some((item) => item.id === id && !acknowledged.some(hasKeyOf(item)));

// The first stuck item of this game; whether another game has a stuck item; and the unsent progress of this game.
export const stuck = () => ofThisGame().find(isStuck);
export const stuckElsewhere = () => items.some((item) => isStuck(item) && !isOfThisGame(item));
export const queuedProgress = () => ofThisGame().findLast((item) => isProgress(item) && !isStuck(item));

// Whether this phone has recorded, amended or removed a round, and the table does not show that yet.
export const hasUnshownChanges = () => storing > 0 || notShown().some((item) => !isProgress(item));

// Whether the next change must be queued and not sent at once, so that it does not overtake an earlier one.
export const mustQueue = () => hasUnshownChanges() || isBlank() || isOffline();

// Whether this phone has recorded a round that the table does not show yet. The form is then for the round behind it.
export const hasUnshownRounds = () => storing > 0 || notShown().some(({ verb }) => verb === "record");

// Read the store. Resolves to all stored items, or to null if a later call was faster. Rejects if the store fails.
// `items` does not include items for whose answer a page is still waiting.
let reads = 0; // the number of reads of the store
let latest = 0; // the number of the read that has set `items`
export const read = async () => {
  reads += 1;
  const number = reads;
  const { items: stored } = await store.read();
  if (number < latest) return null;
  latest = number;
  items = stored.filter((item) => !isInFlight(item, Date.now()));
  return stored;
};

// Run `work`, which stores a round that was removed from the form. Until it is done, a new board must not put the round
// back on the form.
export const whileStoring = async (work) => {
  storing += 1;
  try {
    return await work();
  } finally {
    storing -= 1;
  }
};

// Forget the unsent progress of this game, because the recorded round contains all of it. If the store is being read at
// this time, the result is ignored.
export const dropProgress = () => {
  items = items.filter((item) => !isOfThisGame(item) || !isProgress(item) || isStuck(item));
  latest = reads += 1;
};

// Keep this item on the screen. The server has stored it as the change with this number. In a browser without locks, two
// pages may send the same item, and each of them publishes the answer.
export const acknowledge = (item, number) => {
  if (!isOfThisGame(item) || isProgress(item) || acknowledged.some(hasKeyOf(item))) return;
  acknowledged.push({ ...item, number, status: "acknowledged" });
};

// Whether there are acknowledged items that the table may not show yet.
export const hasAcknowledged = () => acknowledged.length > 0;

// Forget the acknowledged items that the table shows by now, unless `items` still contains them, because it may have
// been read before the answer. Returns the last acknowledged round that the table does not show.
export const forgetShown = () => {
  acknowledged = acknowledged.filter((item) => isOfThisGame(item) && (isUnseen(item) || items.some(hasKeyOf(item))));
  return acknowledged.findLast((item) => item.verb === "record" && isUnseen(item));
};
