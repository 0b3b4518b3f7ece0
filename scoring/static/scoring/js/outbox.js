// Keeps what the server has not answered yet, in this browser, in order, and sends it: the same
// for a page and for the service worker. Nothing leaves it but by an answer or by a person.

const PATIENCE = 10000;
const TAG = "outbox"; // the name of the lock, of the channel, and of the background sync

// The store

let opened = null;

const connect = () =>
  new Promise((done, fail) => {
    const request = indexedDB.open("tichu-score", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("waiting", { keyPath: "id", autoIncrement: true });
      request.result.createObjectStore("games", { keyPath: "key" });
      request.result.createObjectStore("landed", { keyPath: "game" });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      done(request.result);
    };
    request.onerror = () => fail(request.error);
  });

// Work on stores in one transaction; `ask` turns a request of it into a promise.
const work = async (names, mode, what) => {
  opened ??= connect();
  opened.catch(() => (opened = null));
  const transaction = (await opened).transaction(names, mode, { durability: "strict" });
  const ask = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const stored = new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onerror = transaction.onabort = () => fail(transaction.error);
  });
  const found = await what(...names.map((name) => transaction.objectStore(name)), ask);
  await stored;
  return found;
};

const channel = "BroadcastChannel" in self ? new BroadcastChannel(TAG) : null;
const listeners = new Set();

// Call this whenever what waits is another matter, in this page or another.
export const listen = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const announce = (news) => listeners.forEach((listener) => listener(news));
channel?.addEventListener("message", ({ data }) => announce(data));
const tell = (news = {}) => {
  channel?.postMessage(news);
  announce(news);
};

// All that waits, in order. An item has the `key` of its submission, its `game`, its `verb`, the
// `path` and `fields` of its form; `tried` says that the server may have it, `state` why it stays:
// "asks" (a person has to decide; `answer` shows both sides), "refused" or "gone".
export const all = () => work(["waiting"], "readonly", (store, ask) => ask(store.getAll()));

const edit = async (change, news) => {
  const found = await work(["waiting", "landed"], "readwrite", async (store, last, ask) =>
    change(await ask(store.getAll()), store, ask, last));
  tell(news);
  return found;
};

// Put a submission behind all others; the same key again is the same. A round that follows another
// one that waits is sent after the number that the server will give to that, or gave to it a moment
// ago: `version` is the one that the page showed.
export const put = ({ version, ...item }) =>
  edit(async (items, store, ask, last) => {
    const known = items.find(({ key }) => key === item.key);
    if (known) return ask(store.put({ ...known, ...item }));
    const { number } = (await ask(last.get(item.game))) ?? {};
    if (number > version) item.after = number;
    const before = items.filter(({ game, verb }) => game === item.game && verb === "record").at(-1);
    for (const { id, game, verb } of items) {
      if (verb === "tell" && game === item.game && ["tell", "record"].includes(item.verb)) store.delete(id);
    }
    return ask(store.add({ at: Date.now(), ...item, ...(before && { behind: before.id }) }));
  });

// Give a round that waits other facts. One that the server may have is amended after it.
export const amend = (id, key, fields) =>
  edit((items, store) => {
    const item = items.find((each) => each.id === id);
    const last = items.filter(({ of, verb }) => of === id && verb === "amend").at(-1) ?? item;
    if (!last.tried || last.state === "refused") store.put({ ...last, fields, tried: false, state: undefined });
    else store.add({ ...follow(item), key, verb: "amend", fields });
  });

// Take a round that waits away. One that the server may have is removed after it.
export const remove = (id, key) =>
  edit((items, store) => {
    const item = items.find((each) => each.id === id);
    for (const each of items) if (each.of === id && !each.tried) store.delete(each.id);
    if (item.tried && !item.state) store.add({ ...follow(item), key, verb: "remove", fields: [] });
    else drop(item, items, store);
  });

const follow = ({ id, game, path, token, seq, seen }) => ({ of: id, game, path, token, seq, seen, at: Date.now() });

const drop = (item, items, store, after = item.after) => {
  store.delete(item.id);
  for (const each of items) {
    if (each.behind === item.id) store.put({ ...each, behind: item.behind, after });
    else if (each.of === item.id) store.delete(each.id);
  }
};

// What a person decided about a round that somebody else had recorded: to leave it to theirs, whose
// number is `seq`, or to send it another way.
export const settle = (id, decision) =>
  edit((items, store) => {
    const item = items.find((each) => each.id === id);
    if (!item) return;
    if (decision.path) store.put({ ...item, tried: false, state: undefined, answer: undefined, ...decision });
    else drop(item, items, store, decision.seq);
  });

// The server has it: what comes behind now knows its number. A game may have got another key. It is
// told before as well, so that nobody misses it on the screen in between.
export const landed = (item, number, game = item.game) => {
  tell({ landing: { ...item, tried: true }, number });
  return edit((items, store, ask, last) => {
    // A person may have decided otherwise while it was on its way.
    if (items.some(({ id, key }) => id === item.id && key !== item.key)) return;
    store.delete(item.id);
    if (item.verb === "record") last.put({ game, number });
    for (const each of items) {
      const next = { ...each, game: each.game === item.game ? game : each.game };
      if (game !== item.game) next.path = next.path?.replace(item.game, game);
      if (each.behind === item.id) Object.assign(next, { behind: undefined, after: item.seq ?? number });
      if (each.of === (item.of ?? item.id)) Object.assign(next, { seq: item.seq ?? number, seen: number });
      if (each.id !== item.id) store.put(next);
    }
  }, { landed: item, number, now: game });
};

export const take = ({ id, key }, change) =>
  edit((items, store) => {
    const item = items.find((each) => each.id === id && each.key === key);
    if (item) store.put({ ...item, ...change });
  });

// Games that the server does not know yet: who sits where, and what was agreed.
export const keepGame = (game) => work(["games"], "readwrite", (store) => void store.put(game));
export const findGame = (key) => work(["games"], "readonly", (store, ask) => ask(store.get(key)));
const forgetGame = (key) => work(["games"], "readwrite", (store) => void store.delete(key));

// The page that sent it itself has its answer, or a person does not want it. What starts a game has
// the game's key.
export const forget = async (key) => {
  await edit((items, store) => items.forEach((item) => item.key === key && drop(item, items, store, item.seq)));
  await forgetGame(key);
};

// Sending

const address = ({ path, verb, seq }) => {
  if (verb === "amend") return `${path}${seq}/`;
  return verb === "remove" ? `${path}${seq}/remove/` : path;
};

const body = ({ key, verb, fields, after, seen }) => {
  const sent = new URLSearchParams([...fields, ["key", key]]);
  if (["record", "tell"].includes(verb)) sent.set("after", after);
  if (["amend", "remove"].includes(verb)) sent.set("seen", seen);
  return sent;
};

const ask = (path, options) =>
  fetch(path, { redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(PATIENCE), ...options });

// Proof of origin that the server takes, should what the page had be too old.
let fresh = null;
const renew = async () => {
  const page = await (await ask("/waiting/")).text();
  fresh = /name="csrfmiddlewaretoken" value="(\w+)"/.exec(page)?.[1];
};

const post = (item) =>
  ask(address(item), {
    method: "POST",
    body: body(item),
    headers: { "HX-Request": "true", "X-CSRFToken": fresh ?? item.token },
  });

// Only what bears the mark of the site is an answer: not a network's own login page, nor a proxy that
// finds nobody.
const ours = ({ headers }) => headers.has("Tichu-Score");

const answerOf = async (item) => {
  let answer = await post(item);
  if (answer.status === 403 && ours(answer)) {
    await renew();
    answer = await post(item);
  }
  const change = answer.headers.get("Tichu-Change");
  const game = answer.headers.get("Tichu-Game") ?? undefined;
  if (answer.ok && (change || game)) return { done: true, number: Number(change), game };
  if ([409, 422].includes(answer.status) && change) {
    return { state: answer.status === 409 ? "asks" : "refused", answer: await answer.text() };
  }
  if ([403, 404].includes(answer.status) && ours(answer)) return { state: "gone" };
  return { lost: true, later: answer.status >= 500 };
};

// Send one item; what became of it.
const send = async (item) => {
  await take(item, { tried: true });
  const found = await answerOf(item).catch(() => ({ lost: true }));
  if (found.done) {
    await landed(item, found.number, found.game);
    if (found.game) await forgetGame(item.game);
  } else if (found.state) await take(item, found);
  return found;
};

// A page is sending it just now, and has no answer yet.
export const flying = ({ flying: since }) => Date.now() - since < PATIENCE;

const sendAll = async () => {
  const blocked = new Set();
  let unanswered = false;
  for (;;) {
    const items = await all();
    const item = items.find(({ game, needs }) => !blocked.has(game) && !blocked.has(needs));
    if (!item || !navigator.onLine) return { unanswered: unanswered || Boolean(item), left: items.length };
    const found = flying(item) ? {} : await send(item);
    unanswered ||= Boolean(found.lost);
    if (found.lost && !found.later) return { unanswered, left: items.length };
    if (!found.done) blocked.add(item.game);
  }
};

// One at a time in all tabs, where the browser can; keys keep the rest from counting twice.
let sending = null;
const alone = (what) => (self.navigator.locks ? navigator.locks.request(TAG, what) : what());

// Send all that waits, each game's in its order: how much is left, and whether some of it had no
// answer.
export const flush = () => {
  const before = sending ?? Promise.resolve();
  sending = before.catch(() => {}).then(() => alone(sendAll));
  return sending;
};
