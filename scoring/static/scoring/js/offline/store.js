// Stores the queue of unsent changes in IndexedDB: reads its state, and carries out each event of `reducer.js` in a
// separate transaction. All pages of the browser and the service worker share this store, and are notified of every
// event.

import { openDB } from "../vendor/idb.js";
import { readItem, reduce } from "./reducer.js";

// The database and its stores have the names of the first release, because pages of earlier releases may be open at the
// same time, or be loaded from a cache. "waiting" contains the items. "landed" contains the number of the last
// acknowledged round of each game and, under the empty key, the next id. "games" contains the games that were started
// without the server.
const DATABASE = "tichu-score";
const NEXT_ID = "";

let opening = null;
const open = () => {
  opening ??= openDB(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore("waiting", { keyPath: "id", autoIncrement: true });
      database.createObjectStore("games", { keyPath: "key" });
      database.createObjectStore("landed", { keyPath: "game" });
    },
    async blocking() {
      const database = await opening;
      opening = null;
      database.close();
    },
    terminated: () => (opening = null),
  });
  opening.catch(() => (opening = null));
  return opening;
};

// In milliseconds. In WebKit a transaction may never begin: of some hundred games that were started there, one waited
// forever.
const TRANSACTION_TIMEOUT = 5000;

// Resolves or rejects as `promise`. After the timeout, rejects if `cancel` returns true; if not, after another timeout.
const withTimeout = (promise, cancel = () => true) =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error("The store does not answer."));
    let timer = setTimeout(() => {
      if (cancel()) giveUp();
      else timer = setTimeout(giveUp, TRANSACTION_TIMEOUT);
    }, TRANSACTION_TIMEOUT);
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });

// Abort a transaction. Returns false if that is too late, because it is being committed or has ended.
const abort = (transaction) => {
  try {
    transaction.abort();
    return true;
  } catch {
    return false;
  }
};

// Resolves to the result of `work`, which is called with the object stores of these names, when the transaction has
// ended. Rejects if it fails, and if it does not end in time.
const runTransaction = async (names, mode, work) => {
  const database = await withTimeout(open());
  const transaction = database.transaction(names, mode, { durability: "strict" });
  const stores = names.map((name) => transaction.objectStore(name));
  const [result] = await withTimeout(Promise.all([work(...stores), transaction.done]), () => abort(transaction));
  return result;
};

// Note that this page is being left, and will not receive the answer to the submission with this key. The note is in
// localStorage, because a page that is being hidden may not be able to finish an IndexedDB transaction.
export const abandon = (key) => {
  try {
    localStorage.abandoned = key;
  } catch {
    // Without localStorage, the submission counts as being sent until its timeout.
  }
};

const abandoned = () => {
  try {
    return localStorage.abandoned;
  } catch {
    return undefined; // the service worker has no such storage
  }
};

// The items as they are stored, and the state that follows from them.
const load = async (items, numbers) => {
  const [stored, rows] = await Promise.all([items.getAll(), numbers.getAll()]);
  const { [NEXT_ID]: next = 1, ...acknowledged } = Object.fromEntries(rows.map(({ game, number }) => [game, number]));
  const ids = stored.map(({ id }) => id + 1);
  const state = { items: stored.map(readItem), next: Math.max(next, ...ids), acknowledged };
  return [stored, reduce(state, { type: "lose", key: abandoned() })];
};

// Read the stored state.
export const read = async () => {
  const [, state] = await runTransaction(["waiting", "landed"], "readonly", load);
  return state;
};

const listeners = new Set();
// "outbox" is the name of the objects that all pages of a browser share: this channel, the lock of `sender.js`, and the
// sync event of the service worker. Pages of earlier releases use this name too, and the name "waits" for the number of
// items in localStorage.
const channel = "BroadcastChannel" in self ? new BroadcastChannel("outbox") : null;
const announce = (event) => listeners.forEach((listener) => listener(event));
channel?.addEventListener("message", ({ data }) => announce(data));
const publish = (event) => {
  channel?.postMessage(event);
  announce(event);
};

// Call the listener with every event of this page or of another page when the new state is stored. Before "acknowledge"
// is stored, the listener receives the same event with the type "acknowledging", so that it can keep the item on the
// screen. Returns a function that unsubscribes.
export const subscribe = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const applyEvent = async (items, numbers, event) => {
  const [stored, before] = await load(items, numbers);
  const state = reduce(before, event);
  const ids = state.items.map(({ id }) => id);
  // Items are written before others are deleted: if there is no room for them, nothing is lost.
  const written = [
    ...state.items.filter((item) => !stored.includes(item)).map((item) => items.put(item)),
    ...Object.entries({ ...state.acknowledged, [NEXT_ID]: state.next })
      .filter(([game, number]) => ({ ...before.acknowledged, [NEXT_ID]: before.next })[game] !== number)
      .map(([game, number]) => numbers.put({ game, number })),
    ...stored.filter(({ id }) => !ids.includes(id)).map(({ id }) => items.delete(id)),
  ];
  await Promise.all(written);
};

// Reduce the state by an event, and store the new state. Rejects if it cannot be stored; then nothing has changed.
export const dispatch = async (event) => {
  if (event.type === "acknowledge") publish({ ...event, type: "acknowledging" });
  await runTransaction(["waiting", "landed"], "readwrite", (items, numbers) => applyEvent(items, numbers, event));
  publish(event);
};

// Games that were started without the server, by their keys, in the format of `ofPage` of games.js.
export const findGame = (key) => runTransaction(["games"], "readonly", (games) => games.get(key));
export const saveGame = (game) => runTransaction(["games"], "readwrite", (games) => games.put(game));
export const deleteGame = (key) => runTransaction(["games"], "readwrite", (games) => games.delete(key));

// Drop the item with this key, because the page that sent it has the answer, or a person does not want it. The key of
// an item that starts a game is the key of the game, and the game is dropped too.
export const discard = async (key) => {
  await dispatch({ type: "discard", key });
  await deleteGame(key);
};
