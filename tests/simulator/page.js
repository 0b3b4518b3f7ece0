// A table page without a document: the site's modules for what is unsent and for live updates, and what the
// page's own scripts do with both, on the facts that the phone has read out of the server's HTML:
//   whole            whether it is a board or page, or a part of one (then these are those of the part)
//   version, revision, previousRevision, after, known, totals, undo
//   rows             those of the board, or those that a part adds
//   board, stream, rounds, progress    addresses of a board; token, the CSRF token of a page

import { createConnection } from "./live/connection.js";
import { isLate } from "./live/reducer.js";
import { ANSWER_TIMEOUT, isInFlight, isStuck } from "./offline/reducer.js";
import { flush as sendAll } from "./offline/sender.js";
import * as store from "./offline/store.js";
import { merge, ticksKnown, ticksOf } from "./table/progress.js";

const FIRST_RETRY = 3000;
const LONGEST_RETRY = 60000;
const SOON = 50; // after a tick, until it is told
const LATER = 200; // after a tick, until it is stored where nobody answers

const host = { read: globalThis.host_read, report: globalThis.host_report, uuid: globalThis.host_uuid };

let screen = {};
let token = "";
let ticks = [];
let connection = "";
let busy = 0; // requests of the table under way
let recording = null; // the key of the round that is on its way to the server
let unanswered = null; // its key, until there is an answer or none comes
let behind = false; // whether what is ticked is about a round behind others that the table does not show
let asking = null; // the conflict on screen: the key of the item, and the page

let items = []; // what is unsent, without what is on its way
let arrived = []; // what the server has by now, until the table shows it
let storing = 0;

const say = (what, facts = null) => host.report(what, JSON.stringify(facts));

// What is unsent

const gameKey = () => screen.stream.split("/")[3];
const same = (one) => (other) => one.key === other.key;
const unseen = ({ number }) => number > screen.version;
const here = () => [...arrived.filter(unseen), ...items.filter((item) => !arrived.some(same(item)))];
const told = () => items.findLast((item) => item.verb === "tell" && !isStuck(item));
const isBehind = () => storing > 0 || here().some(({ verb }) => verb !== "tell");
const isAhead = () => storing > 0 || here().some(({ verb }) => verb === "record");
const isOffline = () => !navigator.onLine || connection === "offline";
const nobodyAnswers = () => isBehind() || isOffline();

let turns = 0;
let latest = 0;
const readItems = async () => {
  turns += 1;
  const turn = turns;
  const { items: stored } = await store.read();
  if (turn < latest) return null;
  latest = turn;
  items = stored.filter((item) => !isInFlight(item, Date.now()));
  return stored;
};
const forgetTold = () => {
  items = items.filter((item) => item.verb !== "tell" || isStuck(item));
  latest = turns += 1;
};

// What is on screen

const sameTicks = (some, others) => [...some].sort().join() === [...others].sort().join();
const isUntold = () => !sameTicks(ticks, ticksKnown(screen.known));
const startNext = (next = []) => {
  screen.known = "";
  ticks = next;
};
const tickTold = () => {
  const { fields = [], after } = told() ?? {};
  if (behind) startNext(ticksOf(fields));
  else if (after === screen.after) ticks = merge(ticks, ticksKnown(new Map(fields).get("known")), ticksOf(fields));
};

const draw = () => {
  arrived = arrived.filter((item) => unseen(item) || items.some(same(item)));
  const last = arrived.findLast((item) => item.verb === "record" && unseen(item));
  if (last && screen.after < last.number) {
    screen.after = last.number;
    screen.known = "";
  }
  const before = behind;
  behind = isAhead();
  if (behind && !before) tickTold();
  if (before && !behind) markOutdated();
  say("shown", { ...screen, ticks, unsent: items.length, connection });
};

const show = (facts, toldTicks = null) => {
  const { after, known } = screen;
  const seen = toldTicks ?? ticksKnown(known);
  screen = facts.whole ? { ...facts } : { ...screen, ...facts, rows: [...facts.rows, ...screen.rows] };
  if (behind) startNext(ticks);
  else ticks = after === screen.after ? merge(ticksKnown(screen.known), seen, ticks) : ticksKnown(screen.known);
  draw();
};

// Live updates

const dispatch = createConnection({
  lang: "en",
  read: () => ({
    board: screen.board,
    stream: screen.stream,
    busy: busy > 0,
    revision: screen.revision,
    previousRevision: screen.previousRevision,
    visible: true,
    online: navigator.onLine,
    canStream: !localStorage.polls,
  }),
  beforeFetch() {},
  swap: (html) => show(JSON.parse(host.read(html))),
  reload: () => say("reload"),
  notify(news) {
    connection = news.connection ?? connection;
    if (news.connection) say("shown", { ...screen, ticks, unsent: items.length, connection });
    if (!news.reachable) return;
    tellAgain();
    if (retries) sendAgain();
  },
});
const markOutdated = () => dispatch({ type: "outdated" });
const settle = () => setTimeout(() => dispatch({ type: "settled" }));

// Sending

const post = async (path, fields) => {
  busy += 1;
  try {
    const body = new URLSearchParams(fields);
    const headers = { "HX-Request": "true", "X-CSRFToken": token };
    const answer = await fetch(path, { method: "POST", headers, body, signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
    const html = await answer.text();
    const number = answer.headers.get("Tichu-Change");
    return number === null || answer.status >= 500 ? null : { status: answer.status, number: Number(number), html };
  } catch {
    return null;
  } finally {
    busy -= 1;
    settle();
  }
};

const fieldsOf = (more = []) =>
  [["after", screen.after], ["known", screen.known], ...ticks.map((tick) => tick.split("=")), ...more];

const itemOf = (key, verb, fields) => ({
  key,
  verb,
  game: gameKey(),
  names: {},
  path: verb === "tell" ? screen.progress : screen.rounds,
  token,
  after: screen.after,
  fields: fields.filter(([name]) => name !== "after"),
});

const enqueue = (item) => store.dispatch({ type: "enqueue", item, version: screen.version, now: Date.now() });
const whileStoring = async (what) => {
  storing += 1;
  try {
    await what();
    await refresh();
  } finally {
    storing -= 1;
  }
};

let retries = 0;
let timer = null;
const later = (delay) => {
  clearTimeout(timer);
  timer = setTimeout(flush, delay);
};
const refresh = async () => {
  const stored = await readItems();
  if (!stored) return;
  if (stored.some((item) => isInFlight(item, Date.now()))) later(FIRST_RETRY);
  localStorage.waits = stored.length;
  draw();
};
const flush = async () => {
  clearTimeout(timer);
  await refresh();
  if (!items.length) return;
  const { unanswered: lost } = await sendAll();
  await refresh();
  if (lost) later(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** retries) * (0.5 + Math.random() / 2));
  retries = lost ? retries + 1 : 0;
};
const sendAgain = () => {
  retries = 0;
  flush();
};

const hear = async ({ type, item, number }) => {
  if (type === "acknowledging") {
    if (item.verb !== "tell") arrived.push({ ...item, number });
  } else {
    await refresh();
    if (type === "acknowledge") markOutdated();
  }
};

// What a person does

// Record a round with these further facts. Returns its key; null where nothing can be tapped now.
export const record = (more) => {
  if (asking || recording || question()) return null;
  const fields = fieldsOf(more);
  const key = host.uuid();
  const item = itemOf(key, "record", fields);
  forgetTold();
  if (nobodyAnswers()) queueRound(item);
  else sendRound(item, fields);
  return key;
};

const queueRound = async (item) => {
  behind = true;
  startNext();
  await whileStoring(() => enqueue(item));
  flush();
};

const sendRound = async (item, fields) => {
  const { key } = item;
  recording = unanswered = key;
  enqueue({ ...item, status: "sending", until: Date.now() + ANSWER_TIMEOUT });
  const answer = await post(item.path, [...fields, ["key", key]]);
  recording = null;
  if (!answer) return keep(item);
  unanswered = null;
  if (answer.status === 409) {
    asking = { key, html: answer.html };
    store.dispatch({ type: "conflict", key });
  } else store.discard(key);
  if (answer.status === 200 && !isLate(answer.html, screen)) show(JSON.parse(host.read(answer.html)));
  if (answer.status === 422) say("refused", key);
};

const keep = async (item) => {
  forgetTold();
  behind = true;
  startNext();
  await whileStoring(async () => {
    const stored = await store.read();
    if (stored.items.some(same(item))) await store.dispatch({ type: "lose", key: item.key });
    else await enqueue({ ...item, status: "uncertain" });
  });
  unanswered = null;
  flush();
};

// Tick exactly this of the round in progress.
let telling = null;
export const tick = (next) => {
  ticks = next;
  clearTimeout(telling);
  telling = setTimeout(nobodyAnswers() ? tellLater : tell, nobodyAnswers() ? LATER : SOON);
};

let underWay = false;
let queued = false;
const tell = async () => {
  if (recording || asking || !isUntold()) return;
  if (isBehind() || told()) return void tellLater();
  queued = underWay;
  if (underWay) return;
  underWay = true;
  const fields = fieldsOf();
  const { after } = screen;
  const answer = await post(screen.progress, fields);
  underWay = false;
  if (!answer) tellLater();
  else if ([204, 409].includes(answer.status)) markOutdated();
  else if (!recording && !isLate(answer.html, screen, after)) {
    show(JSON.parse(host.read(answer.html)), ticksOf(fields));
  }
  if (queued) tell();
};
const tellAgain = () => {
  if (!underWay && !recording && !isBehind() && !told()) tell();
};
const tellLater = async () => {
  if (recording) return;
  if (isUntold()) await enqueue(itemOf(host.uuid(), "tell", fieldsOf()));
  else if (told()) await store.discard(told().key);
  else return;
  await refresh();
  flush();
};

export const undo = async () => {
  if (asking || recording || nobodyAnswers() || !screen.undo) return null;
  const key = host.uuid();
  const answer = await post(screen.undoAddress, [["number", screen.undo], ["key", key]]);
  if (answer?.status !== 200) say("reload");
  else if (!isLate(answer.html, screen)) show(JSON.parse(host.read(answer.html)));
};

// Save the page of a recorded round, which was opened when it was of the version `seen`.
export const amendRecorded = async (seq, seen, fields, key) => {
  await post(`${screen.rounds}${seq}/`, [...fields, ["seen", seen], ["key", key]]);
  say("reload");
};

// A round that is unsent: give it these facts, or take it away.
export const amend = (id, fields, key) => store.dispatch({ type: "amend", id, key, fields, now: Date.now() }).then(flush);
export const remove = (id, key) => store.dispatch({ type: "remove", id, key, now: Date.now() }).then(flush);
export const unsentRounds = () => items.filter(({ verb, status }) => verb === "record" && !isStuck({ status }));

// A finger is on a control, or has gone up.
export const touch = () => dispatch({ type: "touched", onControl: true });
export const lift = () => dispatch({ type: "lifted" });

export const ticked = () => ticks;

// Whether anything of this page is not yet at rest: unsent, untold, or a question.
export const isBusy = () => Boolean(localStorage.waits || asking || recording || underWay || busy || arrived.length || isUntold());

// What waits for a person: a conflict with its page, or what was refused.
export const question = () => {
  const stuck = items.find(isStuck);
  if (asking) return { key: asking.key, html: asking.html, status: "conflict" };
  return stuck ? { key: stuck.key, html: stuck.answer ?? "", status: stuck.status, verb: stuck.verb } : null;
};

// Decide about it: `decision` as the store has it, or `seq`; neither to discard it.
export const decide = async (key, decision, seq) => {
  const { items: stored } = await store.read();
  const item = stored.find((each) => each.key === key);
  const leaves = Boolean(asking);
  asking = null;
  if (!item || (!decision && seq === undefined)) await store.discard(key);
  else await store.dispatch({ type: "resolve", id: item.id, decision: decision ?? undefined, seq });
  await refresh();
  markOutdated();
  await flush();
  if (leaves) say("reload");
};

// The network, as far as the phone knows, is there or not.
export const setOnline = (online) => {
  navigator.onLine = online;
  dispatch({ type: "woke" });
  if (online) {
    tellAgain();
    sendAgain();
  }
};

// The page is left or loaded anew; what it stored by name.
export const leave = () => {
  if (unanswered) store.abandon(unanswered);
  return JSON.stringify(localStorage);
};

export const begin = async (facts) => {
  screen = JSON.parse(facts);
  token = screen.token;
  ticks = ticksKnown(screen.known);
  store.subscribe(hear);
  dispatch({ type: "started" });
  await refresh();
  tickTold();
  say("shown", { ...screen, ticks, unsent: items.length, connection });
  flush();
};
