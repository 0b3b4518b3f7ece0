// What waits for the server, as last read from the outbox, with what has arrived since: what of it
// concerns the game on this page.

import { ofPage } from "./games.js";
import * as outbox from "./outbox.js";

let items = []; // all that waits, of every game
let arrived = []; // what the server has by now, until the table shows it
let storing = 0; // rounds that left the form, and are not among the items yet

// The table shows the changes up to this one, at least.
export const version = () => Number(document.querySelector("[data-version]")?.dataset.version ?? -1);
const unseen = ({ number }) => number > version();
const same = (one) => (other) => one.key === other.key;

export const isMine = ({ game }) => game === ofPage()?.key;

// All that waits, of every game; and what of it is of this one.
export const all = () => items;
export const mine = () => items.filter(isMine);

// What the table does not show yet, in order.
export const here = () =>
  [...arrived.filter(unseen), ...items.filter((item) => !arrived.some(same(item)))].filter(isMine);

export const stuck = () => mine().find(({ state }) => state);
export const told = () => mine().findLast(({ verb }) => verb === "tell");

// Whether there is more than the table shows, of rounds.
export const behind = () => storing > 0 || here().some(({ verb }) => verb !== "tell");

// Read it anew: all that is stored, or nothing where what was read later is here already. What a page
// is sending just now does not wait yet.
let turns = 0;
let latest = 0;
export const read = async () => {
  turns += 1;
  const turn = turns;
  const stored = await outbox.all();
  if (turn < latest) return null;
  latest = turn;
  items = stored.filter((item) => !outbox.flying(item));
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

// A round that is recorded tells it all: what was told before it goes when that comes in, and what is
// being read is older.
export const forgetTold = () => {
  items = items.filter((item) => !isMine(item) || item.verb !== "tell");
  latest = turns += 1;
};

// The server has it, as the change of this number.
export const arrive = (item, number) => {
  if (isMine(item) && item.verb !== "tell") arrived.push({ ...item, number, landed: true });
};

// Whether the table may not show all that yet.
export const settles = () => arrived.length > 0;

// Forget of that what the table shows by now, and give the last round that it does not. What has been
// read of the outbox may be older than the answer.
export const settle = () => {
  arrived = arrived.filter((item) => isMine(item) && (unseen(item) || items.some(same(item))));
  return arrived.findLast((item) => item.verb === "record" && unseen(item));
};
