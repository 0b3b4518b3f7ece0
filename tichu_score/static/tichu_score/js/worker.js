// The cache of the service worker: answers requests for pages and files, and caches pages in advance. `sw.js` calls
// `begin` with a manifest (tichu_score/precache.py), which names the release (`version`) and what to cache.

// In milliseconds
const FALLBACK_DELAY = 3000; // after this time without an answer, the cached page is shown
const REQUEST_TIMEOUT = 15000; // after this time without an answer, the request has failed
const GAMES_MAX_AGE = 60000; // until the list of games is fetched again

// The address of a file with a hash in its name, whose content never changes.
const HASHED_FILE = /[./][0-9a-f]{12}\.\w+$/;
const TABLE_OR_SCOREBOARD = /^[^?]*\/t\/[^/?]+\/(?:scoreboard\/)?$/;

let manifest;
let currentCache; // the name of the cache of this release
let isUnsentGame; // whether a request is for the table of a game that the server does not know yet

// A response in English has no Content-Language.
const languageOf = (answer) => answer.headers.get("Content-Language") ?? "en";
let language; // the language of the latest answer of the server

// Personal pages are in the language that the person has chosen. If an answer is in another language than the answers
// before, all personal pages have to be fetched again.
const noteLanguage = (answer) => {
  if (language && language !== languageOf(answer)) outdateGames();
  language = languageOf(answer);
};

// The address of the same page in the person's own language, if this address of the reference names a language.
const inOwnLanguage = (address) => {
  const prefix = manifest.rulesIn.find((each) => address.startsWith(each));
  return prefix && manifest.rules + address.slice(prefix.length);
};

const pathOf = ({ url }) => new URL(url).pathname + new URL(url).search;

// The cached answer to a request, from the cache of this release or, if it is not there, of an earlier release. The
// cache of an earlier release is deleted when that of this release is complete.
const findCached = async (request, options) => {
  const how = { ignoreVary: true, ...options };
  return (await caches.match(request, { cacheName: currentCache, ...how })) ?? caches.match(request, how);
};

const store = async (address, answer) => (await caches.open(currentCache)).put(address, answer);

const remove = async (...addresses) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const address of addresses) await cache.delete(address);
  }
};

// Whether an answer is from the site, and not from a proxy or the login page of a network.
const isFromSite = (answer) => answer.type === "basic" && answer.headers.has("Tichu-Score");

const isStorable = (answer) =>
  answer.status === 200 && !answer.redirected && !answer.headers.get("Cache-Control")?.includes("no-store");

const isGone = ({ status }) => [404, 410].includes(status);

// Whether an answer is a file of the site. Files lack the header `Tichu-Score` if a proxy serves them; an HTML page
// without it is from a network.
const isFile = (answer) =>
  answer.type === "basic" && isStorable(answer) && (isFromSite(answer) || !answer.headers.get("Content-Type")?.includes("html"));

// Cache a page, or remove it if the server no longer has it. A game may be missing because this device may no longer
// see it. Then personal pages, which may name it, are removed too.
const updateCache = async (address, answer) => {
  if (!isFromSite(answer)) return;
  // A cached table needs the messages for unsent changes in its own language.
  if (TABLE_OR_SCOREBOARD.test(address)) await cacheMessages(languageOf(answer)).catch(() => {});
  if (isStorable(answer)) await store(address, answer);
  if (!isGone(answer)) return;
  await remove(...manifest.personal, manifest.games, address);
  outdateGames();
};

const fetchFresh = async (address) => {
  const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(REQUEST_TIMEOUT) });
  if (!isFromSite(answer) || answer.status >= 500) throw new Error(`No page: ${address}`);
  noteLanguage(answer);
  return answer;
};

const refresh = async (address) => updateCache(address, await fetchFresh(address));

// Files

const respondWithFile = async (request) => {
  const cached = await findCached(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (isFile(answer)) await store(request, answer.clone());
  return answer;
};

const cacheFile = async (address) => {
  if (await caches.match(address, { cacheName: currentCache, ignoreVary: true })) return;
  const answer = (await findCached(address)) ?? (await fetch(address, { signal: AbortSignal.timeout(REQUEST_TIMEOUT) }));
  if (!isFile(answer)) throw new Error(`Not a file of the site: ${address}`);
  await store(address, answer);
};

// Cache the messages of tables for unsent changes, in the language with this code.
const cacheMessages = async (code) => code in manifest.messages && cacheFile(manifest.messages[code]);

const install = async () => {
  for (const address of manifest.assets) await cacheFile(address);
  await refresh(manifest.offline);
  await cacheMessages(language);
  await refresh(manifest.blank);
};

// Pages

const isCacheable = (address) =>
  [...manifest.personal, ...manifest.pages].includes(address) || TABLE_OR_SCOREBOARD.test(address);

const loadPage = async (event) => {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request));
  const address = pathOf(event.request);
  if (isFromSite(answer) && !inOwnLanguage(address)) noteLanguage(answer);
  if (!isCacheable(address)) return answer;
  const copy = answer.clone();
  const update = () => updateCache(address, copy);
  // If the page is gone, personal pages are removed. The queue prevents this while they are being fetched.
  event.waitUntil(isGone(answer) ? personalQueue(update) : update());
  return answer;
};

const wait = (delay) => new Promise((done) => setTimeout(done, delay));

// The blank table, if this request is for an unsent game.
const findBlankTable = async (request) => ((await isUnsentGame(request)) ? findCached(manifest.blank) : undefined);

const respondWithPage = async (event) => {
  const { request } = event;
  const loading = loadPage(event).catch(() => {});
  event.waitUntil(loading);
  const cached = await findCached(request, { ignoreSearch: new URL(request.url).pathname === manifest.search });
  // The answer may be here before the store says whether the game is unsent.
  const blank = cached ? undefined : findBlankTable(request);
  const waitForFallback = async () => wait(cached || (await blank) ? FALLBACK_DELAY : REQUEST_TIMEOUT);
  const answer = await Promise.race([loading, waitForFallback()]);
  if ((!answer || answer.status === 404) && (await blank)) return blank;
  // An opaque redirect has no headers; the browser follows it.
  if (answer && (!cached || isFromSite(answer) || answer.type === "opaqueredirect")) return answer;
  return cached ?? redirectToOwnLanguage(request) ?? (await redirectToRule(request)) ?? (await findCached(manifest.offline)) ?? Response.error();
};

// Without a network, a text that another app shares is not stored, because that app still has it.
const respondToShare = (request) => fetch(request).catch(async () => (await findCached(manifest.offline)) ?? Response.error());

// Pages are cached in the person's own language only.
const redirectToOwnLanguage = (request) => {
  const address = inOwnLanguage(pathOf(request));
  return address && Response.redirect(address);
};

// The address of a rule redirects to its chapter. Without the server, the chapter is found in the search index.
const redirectToRule = async (request) => {
  const address = pathOf(request);
  if (!address.startsWith(manifest.rulePrefix)) return undefined;
  // Ids and addresses are the same in every language.
  const cached = await Promise.all(Object.values(manifest.searchIndexes).map((each) => findCached(each)));
  const index = cached.find(Boolean);
  if (!index) return undefined;
  const { entries, pages } = await index.json();
  const id = address.slice(manifest.rulePrefix.length, -1);
  const [number] = entries.find(([, each]) => each === id) ?? [];
  return number === undefined ? undefined : Response.redirect(`${pages[number][0]}#${id}`);
};

// Pages that are cached in advance

let gamesFetchedAt = 0; // when the list of games was fetched; 0 if it has to be fetched with the next page
let timesOutdated = 0; // how often the list has become outdated, which may happen while its pages are being fetched
let games = []; // the addresses of the games on the list

const outdateGames = () => {
  gamesFetchedAt = 0;
  timesOutdated += 1;
};

// Whether the list of games may be outdated when this page is opened. If it is the home page, or a table that is not on
// the list, the device may have joined a group, or may have a new game.
const isListOutdated = (address) =>
  address === manifest.personal[0] ||
  (TABLE_OR_SCOREBOARD.test(address) && !games.includes(address)) ||
  Date.now() - gamesFetchedAt > GAMES_MAX_AGE;

const cachePersonalPages = async () => {
  const answer = await fetchFresh(manifest.games);
  const list = await answer.clone().json();
  games = list.games.map(({ address }) => address);
  await removeUnlistedGames();
  // A server of the release before may still be running, and lists no photos.
  const { photos = [] } = list;
  await removeUnlistedPhotos(photos);
  await cacheMessages(language);
  await updateCache(manifest.games, answer);
  const before = timesOutdated;
  for (const each of [...list.pages, ...games]) await refresh(each);
  for (const each of photos) await respondWithFile(new Request(each));
  gamesFetchedAt = timesOutdated === before ? Date.now() : 0;
};

// If a game is no longer listed, remove every page that may name its group.
const removeUnlistedGames = async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const addresses = (await cache.keys()).map(pathOf);
    const unlisted = addresses.filter((each) => TABLE_OR_SCOREBOARD.test(each) && !games.includes(each));
    if (unlisted.length) await remove(...manifest.personal, manifest.games, ...unlisted);
  }
};

const removeUnlistedPhotos = async (photos) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const addresses = (await cache.keys()).map(pathOf);
    await remove(...addresses.filter((each) => each.startsWith(manifest.photoPrefix) && !photos.includes(each)));
  }
};

// Whether a page is not in the cache, or only in the language that the person had before.
const isMissing = async (cache, address) => {
  const cached = await cache.match(address, { ignoreVary: true });
  return !cached || (!HASHED_FILE.test(address) && language && languageOf(cached) !== language);
};

// Complete the cache of this release with the pages that are the same for everybody. Then delete the caches of earlier
// releases.
const cachePublicPages = async () => {
  const cache = await caches.open(currentCache);
  // Before the first answer, the language is unknown, and there is no search index to cache.
  const wanted = [manifest.offline, manifest.blank, ...manifest.pages, manifest.searchIndexes[language]].filter(Boolean);
  for (const each of wanted) if (await isMissing(cache, each)) await refresh(each);
  // Other sites of the same host have caches too, with other names.
  const names = (await caches.keys()).filter((name) => name.startsWith("pages-"));
  const earlier = gamesFetchedAt ? names.slice(0, names.indexOf(currentCache)) : [];
  await Promise.all(earlier.map((name) => caches.delete(name)));
};

// Return a function that runs tasks one after another. A task that fails is tried again when the next page is opened.
const makeQueue = () => {
  let last = Promise.resolve();
  return (task) => (last = last.then(task).catch(() => {}));
};
const personalQueue = makeQueue();
const publicQueue = makeQueue();

// Let the service worker of a newer release take over if the page that has just been opened is the only open page, so
// that the release never changes while a page is in use. If no page is open, the browser does so by itself.
const activateWaiting = async () => {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length < 2) registration.waiting?.postMessage(["take over"]);
};

// The messages that pages and service workers send. They may be of another release, so the names must not change.
const handlers = {
  // A page has loaded.
  keep: async (address) => {
    if (registration.waiting) await activateWaiting();
    await personalQueue(() => isListOutdated(address) && cachePersonalPages());
    await publicQueue(cachePublicPages);
  },
  // A page shows a newer version of its game, which the cached home page has to show too.
  renew: (address) => personalQueue(async () => {
    if (!TABLE_OR_SCOREBOARD.test(address)) return;
    await refresh(address);
    await refresh(manifest.personal[0]);
  }),
  "take over": async () => {
    await skipWaiting();
    await handlers.keep(manifest.personal[0]);
  },
};

// Begin to answer requests and messages. `isUnsent` says whether a request is for the table of a game that the server
// does not have yet.
export const begin = (precached, isUnsent) => {
  manifest = precached;
  isUnsentGame = isUnsent;
  currentCache = `pages-${manifest.version}`;

  addEventListener("install", (event) => event.waitUntil(install()));

  addEventListener("activate", (event) => {
    event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
  });

  addEventListener("fetch", (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (origin !== location.origin) return;
    if (method === "POST" && pathname === manifest.shareTarget) event.respondWith(respondToShare(event.request));
    if (method !== "GET") return;
    if (mode === "navigate") event.respondWith(respondWithPage(event));
    else if (HASHED_FILE.test(pathname)) event.respondWith(respondWithFile(event.request));
  });

  addEventListener("message", (event) => {
    const [name, ...values] = event.data;
    if (Object.hasOwn(handlers, name)) event.waitUntil(handlers[name](...values));
  });
};
