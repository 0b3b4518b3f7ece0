// Keeps pages for times without a network: which ones, and of which version, sw.js says.

const PATIENCE = 3000; // until a kept page stands in for an answer that does not come
const LONGEST = 15000; // until an answer that does not come counts as none
const TRUE_FOR = 60000; // how long the list of games is not asked for again

// What has such a name is never another content.
const LASTING = /[./][0-9a-f]{12}\.\w+$/;
const GAME = /^[^?]*\/t\/[^/?]+\/(?:scoreboard\/)?$/;

let shell;
let current;
let holds; // whether a request is for a table that the server does not know yet

// The language of an answer, which names any but English; and that of what the server last answered.
const languageOf = (answer) => answer.headers.get("Content-Language") ?? "en";
let language;

const heedLanguage = (answer) => {
  if (language && language !== languageOf(answer)) learnt = 0;
  language = languageOf(answer);
};

const pathOf = ({ url }) => new URL(url).pathname + new URL(url).search;

// A version's cache is older than all that were made after it, and older ones help out until it is full.
const find = async (request, options) => {
  const how = { ignoreVary: true, ...options };
  return (await caches.match(request, { cacheName: current, ...how })) ?? caches.match(request, how);
};

const store = async (address, answer) => (await caches.open(current)).put(address, answer);

const forget = async (...addresses) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const address of addresses) await cache.delete(address);
  }
};

// A proxy or the page of a hotel's network may answer in place of the server.
const isOurs = (answer) => answer.type === "basic" && answer.headers.has("Tichu-Score");

const mayBeKept = (answer) =>
  answer.status === 200 && !answer.redirected && !answer.headers.get("Cache-Control")?.includes("no-store");

const isFile = (answer) =>
  answer.type === "basic" && mayBeKept(answer) && !answer.headers.get("Content-Type")?.includes("html");

// What the server says of a page that is kept: its new content, or that it is gone. A game may have
// gone with the right to see it: then no other page may name it either.
const take = async (address, answer) => {
  if (!isOurs(answer)) return;
  if (mayBeKept(answer)) await store(address, answer);
  if (![404, 410].includes(answer.status)) return;
  await forget(...shell.mine, shell.games, address);
  learnt = 0;
};

const fetchAnew = async (address) => {
  const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(LONGEST) });
  if (!isOurs(answer) || answer.status >= 500) throw new Error(`No page: ${address}`);
  heedLanguage(answer);
  return answer;
};

const renew = async (address) => take(address, await fetchAnew(address));

// Files

const file = async (request) => {
  const copy = await find(request);
  if (copy) return copy;
  const answer = await fetch(request);
  if (isFile(answer)) await store(request, answer.clone());
  return answer;
};

const install = async () => {
  for (const address of shell.assets) {
    const answer = (await find(address)) ?? (await fetch(address));
    if (!isFile(answer)) throw new Error(`Not a file of the site: ${address}`);
    await store(address, answer);
  }
  await renew(shell.offline);
  await renew(shell.blank);
};

// Pages

const isKept = (address) => [...shell.mine, ...shell.pages].includes(address) || GAME.test(address);

const load = async (event) => {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request));
  const address = pathOf(event.request);
  if (isOurs(answer)) heedLanguage(answer);
  if (isKept(address)) event.waitUntil(take(address, answer.clone()));
  return answer;
};

const wait = (delay) => new Promise((done) => setTimeout(done, delay));

const page = async (event) => {
  const { request } = event;
  const loaded = load(event).catch(() => {});
  event.waitUntil(loaded);
  const copy = await find(request, { ignoreSearch: new URL(request.url).pathname === shell.search });
  const blank = !copy && (await holds(request)) && (await find(shell.blank));
  const answer = await Promise.race([loaded, wait(copy || blank ? PATIENCE : LONGEST)]);
  if (blank && (!answer || answer.status === 404)) return blank;
  // A redirect cannot be looked into; the browser follows it.
  if (answer && (!copy || isOurs(answer) || answer.type === "opaqueredirect")) return answer;
  return copy ?? (await rule(request)) ?? (await find(shell.offline)) ?? Response.error();
};

// What another app shares is not kept: that app still has it.
const shared = (request) => fetch(request).catch(async () => (await find(shell.offline)) ?? Response.error());

// The address of a rule leads to its chapter.
const rule = async (request) => {
  const address = pathOf(request);
  if (!address.startsWith(shell.rule)) return undefined;
  // Ids and addresses are the same in every language.
  const kept = await Promise.all(Object.values(shell.indexes).map((each) => find(each)));
  const index = kept.find(Boolean);
  if (!index) return undefined;
  const { entries, pages } = await index.json();
  const id = address.slice(shell.rule.length, -1);
  const [number] = entries.find(([, each]) => each === id) ?? [];
  return number === undefined ? undefined : Response.redirect(`${pages[number][0]}#${id}`);
};

// What is fetched before anybody asks for it

let learnt = 0; // when the list of games was
let games = [];

// Who is at home, or at a table just laid, may have come by new rights or games.
const isNews = (address) =>
  address === shell.mine[0] || (GAME.test(address) && !games.includes(address)) || Date.now() - learnt > TRUE_FOR;

const keepMine = async () => {
  const list = await fetchAnew(shell.games);
  const told = await list.clone().json();
  games = told.games.map(({ address }) => address);
  await forgetAllButGames();
  // A server of the release before knows of no photos.
  const { photos = [] } = told;
  await forgetAllBut(photos);
  await take(shell.games, list);
  const before = language;
  for (const each of [...told.pages, ...games]) await renew(each);
  for (const each of photos) await file(new Request(each));
  learnt = language === before ? Date.now() : 0;
};

// A game that is not on the list any more may be gone as well.
const forgetAllButGames = async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const kept = (await cache.keys()).map(pathOf);
    const gone = kept.filter((each) => GAME.test(each) && !games.includes(each));
    if (gone.length) await forget(...shell.mine, shell.games, ...gone);
  }
};

// Photos of those who can be on no page any more.
const forgetAllBut = async (photos) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const kept = (await cache.keys()).map(pathOf);
    await forget(...kept.filter((each) => each.startsWith(shell.photos) && !photos.includes(each)));
  }
};

// A page in another language counts as missing: the person has switched since.
const isMissing = async (cache, address) => {
  const copy = await cache.match(address, { ignoreVary: true });
  return !copy || (!LASTING.test(address) && language && languageOf(copy) !== language);
};

// Older versions go when nothing is missing here.
const keepSite = async () => {
  const cache = await caches.open(current);
  // There is no index as long as no answer has told the language.
  const wanted = [shell.offline, shell.blank, ...shell.pages, shell.indexes[language]].filter(Boolean);
  for (const each of wanted) if (await isMissing(cache, each)) await renew(each);
  // A host may have other sites with caches beside this one.
  const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
  const older = learnt ? names.slice(0, names.indexOf(current)) : [];
  await Promise.all(older.map((name) => caches.delete(name)));
};

// One thing after the other; what fails is done with the next page.
const queue = () => {
  let last = Promise.resolve();
  return (what) => (last = last.then(what).catch(() => {}));
};
const mine = queue();
const site = queue();

// A newer version takes over once no page is open, or when one has just opened and is the only one:
// the ground of what somebody is in the middle of does not change.
const giveWay = async () => {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length < 2) registration.waiting?.postMessage(["take over"]);
};

const heed = {
  keep: async (address) => {
    if (registration.waiting) await giveWay();
    await mine(() => isNews(address) && keepMine());
    await site(keepSite);
  },
  // The home page says where the game stands, and says the same.
  renew: (address) => mine(async () => {
    if (!GAME.test(address)) return;
    await renew(address);
    await renew(shell.mine[0]);
  }),
  "take over": async () => {
    await skipWaiting();
    await heed.keep(shell.mine[0]);
  },
};

export const begin = (told, holding) => {
  shell = told;
  holds = holding;
  current = `pages-${told.version}`;

  addEventListener("install", (event) => event.waitUntil(install()));

  addEventListener("activate", (event) => {
    event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
  });

  addEventListener("fetch", (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (origin !== location.origin) return;
    if (method === "POST" && pathname === shell.shareTarget) event.respondWith(shared(event.request));
    if (method !== "GET") return;
    if (mode === "navigate") event.respondWith(page(event));
    else if (LASTING.test(pathname)) event.respondWith(file(event.request));
  });

  addEventListener("message", (event) => {
    const [what, ...about] = event.data;
    if (Object.hasOwn(heed, what)) event.waitUntil(heed[what](...about));
  });
};
