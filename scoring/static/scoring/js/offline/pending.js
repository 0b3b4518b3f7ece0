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

export const isMine = ({ game }) => game === ofPage()?.key;

// All that is unsent, of every game; and what of it is of this one.
export const all = () => items;
export const mine = () => items.filter(isMine);

// What the table does not show yet, in order.
export const notShown = () =>
  [...acknowledged.filter(isUnseen), ...items.filter((item) => !acknowledged.some(hasKeyOf(item)))].filter(isMine);

// What needs a person: of this game, and whether there is anything of another.
export const stuck = () => mine().find(isStuck);
export const stuckElsewhere = () => items.some((item) => isStuck(item) && !isMine(item));
export const progress = () => mine().findLast((item) => item.verb === "tell" && !isStuck(item));

// Whether there is more than the table shows, of rounds.
export const hasRounds = () => storing > 0 || notShown().some(({ verb }) => verb !== "tell");

// Whether what is tapped is not for the server at once.
export const isDetached = () => hasRounds() || isBlank() || isOffline();

// Whether there is a round that the table does not show: what is tapped is about one behind it.
export const isAhead = () => storing > 0 || notShown().some(({ verb }) => verb === "record");

// Read the store again; returns all that it has, or null where a later call was faster. What a page is sending
// just now is not unsent yet.
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

// Until what leaves the form is among the items: a table that comes meanwhile must not tick it again.
export const whileStoring = async (what) => {
  storing += 1;
  try {
    return await what();
  } finally {
    storing -= 1;
  }
};

// A round that is recorded says all that its progress said: forget that, also where it is being read just now.
export const dropProgress = () => {
  items = items.filter((item) => !isMine(item) || item.verb !== "tell" || isStuck(item));
  latest = reads += 1;
};

// The server has it, as the change of this number.
export const acknowledge = (item, number) => {
  if (isMine(item) && item.verb !== "tell") acknowledged.push({ ...item, number, status: "acknowledged" });
};

// Whether there is something acknowledged that the table may not show yet.
export const hasAcknowledged = () => acknowledged.length > 0;

// Forget what is acknowledged and the table shows by now; returns the last round that it does not show yet. What
// has been read of the queue may be older than the answer.
export const forgetShown = () => {
  acknowledged = acknowledged.filter((item) => isMine(item) && (isUnseen(item) || items.some(hasKeyOf(item))));
  return acknowledged.findLast((item) => item.verb === "record" && isUnseen(item));
};
