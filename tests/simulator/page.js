// A table page without a document. It imports the site's modules for the queue of unsent changes and for live
// updates. It does itself what the modules of the page do with both (offline/queue.js, table.js, progress.js,
// table/submit.js), mostly with the same names. Its input are the facts that `read_table` (reading.py) reads from the
// HTML:
//   whole            whether it is a page or board, or a part of one
//   version, revision, previousRevision, after, known, totals, undo
//   rows             all rows of a board, or those that a part adds
//   board, stream, rounds, progress, undoAddress    addresses
//   token            the CSRF token of a page

import { createConnection } from "./live/connection.js";
import { isLate } from "./live/reducer.js";
import * as status from "./live/status.js";
import * as pending from "./offline/pending.js";
import { ANSWER_TIMEOUT, isStuck, PROGRESS } from "./offline/reducer.js";
import { createRetries } from "./offline/retries.js";
import { flush as sendAll } from "./offline/sender.js";
import * as store from "./offline/store.js";
import { merge, ticksKnown, ticksOf } from "./table/progress.js";

const SEND_DELAY = 50; // milliseconds from a tick until it is sent
const QUEUE_DELAY = 200; // milliseconds from a tick until it is queued, if it cannot be sent

const host = { read: globalThis.host_read, report: globalThis.host_report, uuid: globalThis.host_uuid };

let screen = {};
let token = "";
let ticks = [];
let connection = "";
let requests = 0; // pending requests of the table
let visible = true; // whether the screen of the phone is on
let touching = false; // whether a finger is on a control
let tappedAt = 0; // the time when the last request was answered or the finger was lifted
let recording = null; // the key of the round that is being sent
let unanswered = null; // the key of that round, until it is answered or queued
let isStored = null; // a promise that resolves to whether it was stored
let behind = false; // whether the round in progress follows rounds that the table does not show
let conflict = null; // the conflict on the screen after a tap: the key of the submission, and the page

// The modules of the site read the version and the game of the page from the table.
const { querySelector } = document;
const gameKey = () => screen.stream.split("/")[3];
const dataset = {
  get version() {
    return screen.version;
  },
  get game() {
    return JSON.stringify({ key: gameKey() });
  },
};
document.querySelector = (selector) => (["#table", "[data-version]"].includes(selector) ? { dataset } : querySelector(selector));

const report = (what, facts = null) => host.report(what, JSON.stringify(facts));

// The screen

const sameTicks = (some, others) => [...some].sort().join() === [...others].sort().join();
let sentTicks = null; // the ticks that were sent and not answered yet
const isDirty = () => !sameTicks(ticks, ticksKnown(screen.known));
const forgetKnown = () => {
  screen.known = "";
  sentTicks = null;
};
const startNext = (next = []) => {
  forgetKnown();
  ticks = next;
};
const queuedForEntry = () => {
  const item = pending.queuedProgress();
  return item && (behind || item.after === screen.after) ? item : null;
};
const tickQueued = () => {
  const { fields } = queuedForEntry() ?? {};
  if (behind) startNext(ticksOf(fields ?? []));
  else if (fields) ticks = merge(ticks, ticksKnown(new Map(fields).get("known")), ticksOf(fields));
};

const reportScreen = () => {
  const items = pending.all();
  const orphaned = items.some((item) => item.status === "orphaned");
  report("shown", { ...screen, ticks, unsent: items.length, orphaned, connection });
};

const draw = () => {
  const last = pending.forgetShown();
  if (last && screen.after < last.number) {
    screen.after = last.number;
    forgetKnown();
  }
  const before = behind;
  behind = pending.hasUnshownRounds();
  if (behind && !before) tickQueued();
  if (before && !behind) markOutdated();
  reportScreen();
};

const show = (facts, answered = null) => {
  const { after, known, version } = screen;
  const seen = answered ?? ticksKnown(known);
  const sent = sentTicks;
  screen = facts.whole ? { ...facts } : { ...screen, ...facts, rows: [...facts.rows, ...screen.rows] };
  if (facts.known !== undefined) sentTicks = null;
  if (behind) startNext(ticks);
  else ticks = after === screen.after ? merge(ticksKnown(screen.known), seen, ticks, sent) : ticksKnown(screen.known);
  draw();
  if (screen.version > version && pending.stuck()) flushNow();
};

// Live updates

const dispatch = createConnection({
  lang: "en",
  read: () => ({
    board: screen.board,
    stream: screen.stream,
    busy: requests > 0,
    revision: screen.revision,
    previousRevision: screen.previousRevision,
    visible,
    online: navigator.onLine,
  }),
  beforeFetch() {},
  swap: (html) => show(JSON.parse(host.read(html))),
  reload: () => report("reload"),
  notify(news) {
    status.notify(news);
    connection = news.connection ?? connection;
    if (news.connection) reportScreen();
    if (!news.reachable) return;
    sendProgressAgain();
    if (retries.hasFailed()) flushNow();
  },
});
const markOutdated = () => dispatch({ type: "outdated" });
const settle = () => setTimeout(() => dispatch({ type: "settled" }));

// Sending

const post = async (path, fields) => {
  requests += 1;
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
    requests -= 1;
    tappedAt = performance.now();
    settle();
  }
};

const fieldsOf = (more = []) =>
  [["after", screen.after], ["known", screen.known], ...ticks.map((tick) => tick.split("=")), ...more, ...sentField()];
const sentField = () => (sentTicks ? [["told", sentTicks.join("&")]] : []);

const itemOf = (key, verb, fields) => ({
  key,
  verb,
  game: gameKey(),
  names: {},
  path: verb === PROGRESS ? screen.progress : screen.rounds,
  token,
  after: screen.after,
  fields: fields.filter(([name]) => name !== "after"),
});

const enqueue = (item) => store.dispatch({ type: "enqueue", item, version: screen.version, now: Date.now() });
const whileStoring = (what) =>
  pending.whileStoring(async () => {
    await what();
    await refresh();
  });

const refresh = async () => {
  const stored = await pending.read();
  if (!stored) return;
  retries.awaitAnswers(stored);
  localStorage.waits = stored.length;
  draw();
};
const flush = async () => {
  retries.stop();
  await refresh();
  if (!pending.all().length) return;
  const { unanswered: lost } = await sendAll();
  await refresh();
  retries.finish(lost);
};
const retries = createRetries(flush);
const flushNow = () => {
  retries.reset();
  flush();
};

const handleEvent = async ({ type, item, number }) => {
  if (type === "acknowledging") pending.acknowledge(item, number);
  else {
    await refresh();
    if (type === "acknowledge") markOutdated();
  }
};

// Actions of a person

// Record a round with the present ticks and these fields. Returns its key; null while the form is blocked.
export const record = (more) => {
  if (conflict || recording || question()) return null;
  const fields = fieldsOf(more);
  const key = host.uuid();
  const item = itemOf(key, "record", fields);
  pending.dropProgress();
  if (pending.mustQueue()) queueRound(item);
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
  sentTicks = ticksOf(fields);
  isStored = enqueue({ ...item, status: "sending", until: Date.now() + ANSWER_TIMEOUT }).then(() => true, () => false);
  const answer = await post(item.path, [...fields, ["key", key]]);
  recording = null;
  if (!answer) return queueUnanswered(item);
  unanswered = null;
  if (answer.status === 409) {
    conflict = { key, html: answer.html };
    store.dispatch({ type: "conflict", key, after: item.after });
  } else store.discard(key);
  if (answer.status === 200 && !isLate(answer.html, screen)) show(JSON.parse(host.read(answer.html)));
  if (answer.status === 422) report("refused", key);
};

const queueUnanswered = async (item) => {
  pending.dropProgress();
  behind = true;
  startNext();
  await whileStoring(async () => {
    if (await isStored) await store.dispatch({ type: "lose", key: item.key });
    else await enqueue({ ...item, status: "uncertain" });
  });
  unanswered = null;
  flush();
};

// Set the ticks of the round in progress to exactly these.
let tickTimer = null;
export const tick = (next) => {
  ticks = next;
  clearTimeout(tickTimer);
  tickTimer = pending.mustQueue() ? setTimeout(queueProgress, QUEUE_DELAY) : setTimeout(sendProgress, SEND_DELAY);
};

let sendingProgress = false;
let sendNext = false;
const sendProgress = async () => {
  if (recording || conflict || !isDirty()) return;
  if (pending.hasUnshownChanges() || pending.queuedProgress()) return void queueProgress();
  sendNext = sendingProgress;
  if (sendingProgress) return;
  sendingProgress = true;
  const fields = fieldsOf();
  const { after } = screen;
  sentTicks = ticksOf(fields);
  const answer = await post(screen.progress, fields);
  sendingProgress = false;
  if (!answer) queueProgress();
  else if ([204, 409].includes(answer.status)) markOutdated();
  else if (!recording && !isLate(answer.html, screen, after)) show(JSON.parse(host.read(answer.html)), sentTicks);
  if (sendNext) sendProgress();
};
const sendProgressAgain = () => {
  if (!sendingProgress && !recording && !pending.hasUnshownChanges() && !pending.queuedProgress()) sendProgress();
};
const queueProgress = async () => {
  if (recording) return;
  if (isDirty()) await enqueue(itemOf(host.uuid(), PROGRESS, fieldsOf()));
  else if (queuedForEntry()) await store.discard(queuedForEntry().key);
  else return;
  await refresh();
  flush();
};

export const undo = async () => {
  if (conflict || recording || pending.mustQueue() || !screen.undo) return null;
  const key = host.uuid();
  const answer = await post(screen.undoAddress, [["number", screen.undo], ["key", key]]);
  if (answer?.status !== 200) report("reload");
  else if (!isLate(answer.html, screen)) show(JSON.parse(host.read(answer.html)));
};

// Save the page of a recorded round. The page was opened while the round had the version `seen`.
export const amendRecorded = async (seq, seen, fields, key) => {
  await post(`${screen.rounds}${seq}/`, [...fields, ["seen", seen], ["key", key]]);
  report("reload");
};

// Amend or remove an unsent round. A round that is about to be removed is not offered any more.
export const amend = (id, fields, key) => store.dispatch({ type: "amend", id, key, fields, now: Date.now() }).then(flush);
export const remove = (id, key) => store.dispatch({ type: "remove", id, key, now: Date.now() }).then(flush);
const isRemoved = ({ id }) => pending.all().some(({ verb, of }) => verb === "remove" && of === id);
export const unsentRounds = () => pending.all().filter((item) => item.verb === "record" && !isStuck(item) && !isRemoved(item));

// Put a finger on a control, or lift it.
export const touch = () => {
  touching = true;
  dispatch({ type: "touched", onControl: true });
};
export const lift = () => {
  touching = false;
  tappedAt = performance.now();
  dispatch({ type: "lifted" });
};

// Returns for how many seconds no finger has been on a control and no request of the table was pending.
export const idleFor = () => (touching || requests ? 0 : (performance.now() - tappedAt) / 1000);

export const ticked = () => ticks;

// Returns whether anything is unsent or pending, or a question waits for a person.
export const isBusy = () => Boolean(localStorage.waits || conflict || recording || sendingProgress || requests || pending.hasAcknowledged() || isDirty());

// Returns what a person has to decide about: a conflict with its page, or an item that is stuck.
export const question = () => {
  const stuck = pending.stuck();
  if (conflict) return { key: conflict.key, html: conflict.html, status: "conflict" };
  return stuck ? { key: stuck.key, html: stuck.answer ?? "", status: stuck.status, verb: stuck.verb } : null;
};

// Decide about the item with this key, by the `decision`, or by `seq` and `theirs`, of the event "resolve". Without
// any of these the item is discarded.
export const decide = async (key, decision, seq, theirs) => {
  const { items: stored } = await store.read();
  const item = stored.find((each) => each.key === key);
  const leaves = Boolean(conflict);
  conflict = null;
  if (!item || (!decision && seq === undefined)) await store.discard(key);
  else await store.dispatch({ type: "resolve", id: item.id, decision: decision ?? undefined, seq, theirs: theirs ?? undefined });
  await refresh();
  markOutdated();
  await flush();
  if (leaves) report("reload");
};

// Set navigator.onLine.
export const setOnline = (online) => {
  navigator.onLine = online;
  dispatch({ type: "woke" });
  if (online) {
    sendProgressAgain();
    flushNow();
  }
};

// Turn the screen of the phone off, or on.
const setVisible = (isOn) => {
  visible = isOn;
  dispatch({ type: "woke" });
  flushNow();
};
export const turnOffScreen = () => setVisible(false);
export const turnOnScreen = () => setVisible(true);

// Leave the page, as on `pagehide`. Returns its localStorage.
export const leave = () => {
  if (unanswered) store.abandon(unanswered);
  return JSON.stringify(localStorage);
};

export const begin = async (facts) => {
  screen = JSON.parse(facts);
  token = screen.token;
  ticks = ticksKnown(screen.known);
  store.subscribe(handleEvent);
  dispatch({ type: "started" });
  await refresh();
  tickQueued();
  reportScreen();
  flush();
};
