// The queue of unsent changes in IndexedDB: reads its state, and reduces each event in a transaction of its
// own. Pages and the service worker share it, and are told of every event.

import { openDB } from "../vendor/idb.js";
import { readItem, reduce } from "./reducer.js";

// Database and stores are those of the first release: its pages may be open beside those of this one,
// or come out of a cache. "waiting" has the items, "landed" the number of the last round that was
// acknowledged in each game, and under no game's key the next id.
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

const beginTransaction = async (stores, mode) => (await open()).transaction(stores, mode, { durability: "strict" });

// Note that a page was left while it was sending the submission of this key: no answer will reach it. In a page
// that is being hidden, browsers may not let an IndexedDB transaction finish.
export const abandon = (key) => {
  try {
    localStorage.abandoned = key;
  } catch {
    // Where there is no local storage, the submission counts as under way until its timeout.
  }
};

const abandoned = () => {
  try {
    return localStorage.abandoned;
  } catch {
    return undefined; // the service worker has no such storage
  }
};

const load = async (items, numbers) => {
  const [stored, rows] = await Promise.all([items.getAll(), numbers.getAll()]);
  const { [NEXT_ID]: next = 1, ...acknowledged } = Object.fromEntries(rows.map(({ game, number }) => [game, number]));
  const ids = stored.map(({ id }) => id + 1);
  const state = { items: stored.map(readItem), next: Math.max(next, ...ids), acknowledged };
  return [stored, reduce(state, { type: "lose", key: abandoned() })];
};

// The state as it is stored.
export const read = async () => {
  const transaction = await beginTransaction(["waiting", "landed"], "readonly");
  const [, state] = await load(transaction.objectStore("waiting"), transaction.objectStore("landed"));
  return state;
};

const listeners = new Set();
// "outbox" is the name of all that pages of one browser share: this channel, the lock of the sender, the event by which
// the system has the service worker send. It stays for pages of earlier releases, as "waits" in localStorage does.
const channel = "BroadcastChannel" in self ? new BroadcastChannel("outbox") : null;
const announce = (event) => listeners.forEach((listener) => listener(event));
channel?.addEventListener("message", ({ data }) => announce(data));
const publish = (event) => {
  channel?.postMessage(event);
  announce(event);
};

// Call the listener with every event, of this page or of another one, once its state is stored. Before an item is
// acknowledged, an "acknowledging" event comes too, so that the item is never missing on the screen. Returns a
// function that unsubscribes.
export const subscribe = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

// Reduce the state by an event, and store what comes out. Rejects where it cannot be stored.
export const dispatch = async (event) => {
  if (event.type === "acknowledge") publish({ ...event, type: "acknowledging" });
  const transaction = await beginTransaction(["waiting", "landed"], "readwrite");
  const [items, numbers] = [transaction.objectStore("waiting"), transaction.objectStore("landed")];
  const [stored, before] = await load(items, numbers);
  const state = reduce(before, event);
  const ids = state.items.map(({ id }) => id);
  // What cannot be stored fails before anything is deleted.
  const written = [
    ...state.items.filter((item) => !stored.includes(item)).map((item) => items.put(item)),
    ...Object.entries({ ...state.acknowledged, [NEXT_ID]: state.next })
      .filter(([game, number]) => ({ ...before.acknowledged, [NEXT_ID]: before.next })[game] !== number)
      .map(([game, number]) => numbers.put({ game, number })),
    ...stored.filter(({ id }) => !ids.includes(id)).map(({ id }) => items.delete(id)),
  ];
  await Promise.all([...written, transaction.done]);
  publish(event);
};

// Games that the server does not know yet: who sits where, and what was agreed.
const games = async (mode) => (await beginTransaction(["games"], mode)).objectStore("games");
export const findGame = async (key) => (await games("readonly")).get(key);
export const saveGame = async (game) => {
  const store = await games("readwrite");
  await Promise.all([store.put(game), store.transaction.done]);
};
export const deleteGame = async (key) => {
  const store = await games("readwrite");
  await Promise.all([store.delete(key), store.transaction.done]);
};

// Remove an item: the page that sent it has the answer, or a person does not want it. The item that starts a game
// has the game's key.
export const discard = async (key) => {
  await dispatch({ type: "discard", key });
  await deleteGame(key);
};
