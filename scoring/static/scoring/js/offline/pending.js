// What is unsent, as last read from the store, and what has been acknowledged since and is not on the
// screen yet: what of it concerns the game on this page.

import { isOffline } from "../live/status.js";
import { isBlank, ofPage } from "./games.js";
import { isInFlight, isStuck } from "./reducer.js";
import * as store from "./store.js";

let items = []; // all that is unsent, of every game
let acknowledged = []; // until the table shows it
let storing = 0; // how many rounds have left the form, and are not among the items yet

// The table shows the changes up to this one, at least.
export const version = () => Number(document.querySelector("[data-version]")?.dataset.version ?? -1);
const isUnseen = ({ number }) => number > version();
const hasKeyOf = (one) => (other) => one.key === other.key;

export const isOfThisGame = ({ game }) => game === ofPage()?.key;

// All that is unsent, of every game; and what of it is of this one.
export const all = () => items;
export const ofThisGame = () => items.filter(isOfThisGame);

// What the table does not show yet, in order.
export const notShown = () =>
  [...acknowledged.filter(isUnseen), ...items.filter((item) => !acknowledged.some(hasKeyOf(item)))].filter(isOfThisGame);

// Whether an item of this game is not acknowledged yet.
export const isQueued = (id) => ofThisGame().some((item) => item.id === id && !acknowledged.some(hasKeyOf(item)));

// What needs a person: of this game, and whether there is anything of another.
export const stuck = () => ofThisGame().find(isStuck);
export const stuckElsewhere = () => items.some((item) => isStuck(item) && !isOfThisGame(item));
export const queuedProgress = () => ofThisGame().findLast((item) => item.verb === "tell" && !isStuck(item));

// Whether rounds were recorded, amended or removed on this phone that the table does not show so.
export const hasUnshownChanges = () => storing > 0 || notShown().some(({ verb }) => verb !== "tell");

// Whether a change is queued, and not sent at once: none may overtake another one.
export const mustQueue = () => hasUnshownChanges() || isBlank() || isOffline();

// Whether a round was recorded that the table does not show: the round in progress is one behind it.
export const hasUnshownRounds = () => storing > 0 || notShown().some(({ verb }) => verb === "record");

// Read the store again; returns all its items, or null where a later call was faster. An item that a page waits
// for the answer to is not unsent yet.
let reads = 0; // counts what has been read
let latest = 0; // which of them the items are of
export const read = async () => {
  reads += 1;
  const number = reads;
  const { items: stored } = await store.read();
  if (number < latest) return null;
  latest = number;
  items = stored.filter((item) => !isInFlight(item, Date.now()));
  return stored;
};

// Run `work`, which stores a round that has left the form: a board that is swapped in meanwhile must not tick
// it again.
export const whileStoring = async (work) => {
  storing += 1;
  try {
    return await work();
  } finally {
    storing -= 1;
  }
};

// A round says all that its progress said: forget that, also where the store is being read just now.
export const dropProgress = () => {
  items = items.filter((item) => !isOfThisGame(item) || item.verb !== "tell" || isStuck(item));
  latest = reads += 1;
};

// The server has it, as the change of this number.
export const acknowledge = (item, number) => {
  if (isOfThisGame(item) && item.verb !== "tell") acknowledged.push({ ...item, number, status: "acknowledged" });
};

// Whether there is something acknowledged that the table may not show yet.
export const hasAcknowledged = () => acknowledged.length > 0;

// Forget what is acknowledged and the table shows by now; returns the last round that it does not show yet. What
// has been read of the queue may be older than the answer.
export const forgetShown = () => {
  acknowledged = acknowledged.filter((item) => isOfThisGame(item) && (isUnseen(item) || items.some(hasKeyOf(item))));
  return acknowledged.findLast((item) => item.verb === "record" && isUnseen(item));
};
