// The table page while something is unsent: what is tapped is queued, shown as unsent, can be amended and
// taken back, and is sent as soon as there is an answer.

import { isOffline, markOutdated, setQueueState, subscribe } from "../live/status.js";
import { LEVELS } from "../shared/rules.js";
import { begin as beginAmending, complete } from "../table/amending.js";
import { handleUnanswered, isDirty, startNext, tick, tickKnown, ticksOf, tickUnsent } from "../table/progress.js";
import { vibrate } from "../table/round-entry.js";
import { ask, askAbout, decideBy, handleResolved, isAsking } from "./conflict.js";
import * as games from "./games.js";
import * as messages from "./messages.js";
import * as pending from "./pending.js";
import { ANSWER_TIMEOUT, isInFlight, isStuck } from "./reducer.js";
import { withPlayers } from "./rotation.js";
import { factsOf, userFields } from "./rounds.js";
import { flush as sendAll } from "./sender.js";
import * as store from "./store.js";
import { check, draw, merge } from "./view.js";
import { danger } from "../../../tichu_score/js/storage.js";

const FIRST_RETRY = 3000;
const LONGEST_RETRY = 60000;

const table = () => document.getElementById("table");
const entry = () => document.getElementById("entry");

const game = () => games.ofPage();
const { hasRounds, here, stuck, stuckElsewhere } = pending;

let newKey = null;
let storageRisk = ""; // what could happen to what is unsent on this phone
let stands = null; // where the race stands with what is unsent
let editing = null; // the unsent round that is amended
let endedEditing = false; // whether it was sent meanwhile, and nothing was tapped since
let inFlight = false; // whether the round on the form is on its way to the server
let unanswered = null; // its key, until there is an answer, or it is known that none comes

// What is on the screen

const showQueueState = (sending) => {
  const items = pending.all();
  setQueueState(items.some(isStuck) ? "needs" : sending && items.length ? "sending" : "");
};

// Tick what is unsent of the round in progress.
const tickQueued = () => {
  const { fields = [], after } = pending.progress() ?? {};
  if (isBehind()) startNext(ticksOf(fields));
  else if (after === Number(document.getElementById("after")?.value)) tickUnsent(fields);
};

const actions = (id, key) => ({
  save,
  remove: () => leave(id),
  discard: () => store.discard(key).then(flush),
  decide: () => ask(stuck()),
  leave: stop,
});

// The table on screen may be older than what this phone has recorded: the next round follows that.
let form = null;
const catchUp = () => {
  const last = pending.resolve();
  const after = document.getElementById("after");
  if (last && after && Number(after.value) < last.number) {
    after.value = last.number;
    document.getElementById("known").value = "";
  }
  form = entry();
};

// Whether what is tapped is about a round behind others that the table does not show.
const isBehind = () => "behind" in document.body.dataset;
const showBehind = () => {
  const before = isBehind();
  document.body.toggleAttribute("data-behind", pending.isAhead());
  // Another page of this phone has recorded what was ticked here.
  if (isBehind() && !before) tickQueued();
  // What others told of this round was not shown.
  if (before && !isBehind()) markOutdated();
};

// What is amended may be sent meanwhile, from here or from another page of this phone.
const endEditing = () => {
  if (!editing || pending.mine().some(({ id }) => id === editing)) return;
  editing = null;
  endedEditing = true;
  tickKnown();
  tickQueued();
};

// Nobody is asked in the middle of a round.
const busy = () => Boolean(entry()?.querySelector(".place input:checked"));
const askWhenFree = () => (isAsking() || !busy()) && ask(stuck());

// A game that is over has no score to draw on; what is stuck of it is said all the same.
const about = () => ({
  game: game(),
  rounds: stands ? merge(here(), game()).rounds : [],
  played: stands?.rounds,
  stuck: stuck(),
  elsewhere: stuckElsewhere(),
});
const ticked = () => (editing ? [...new FormData(entry())] : []);
const save = () => entry().requestSubmit();

const drawAll = () => {
  watcher.disconnect();
  askWhenFree();
  catchUp();
  showBehind();
  endEditing();
  stands = game() && !isAsking() ? draw(game(), here(), editing) : null;
  entry()?.classList.toggle("amending", Boolean(editing));
  if (game() && !isAsking()) messages.show({ ...about(), editing, endedEditing, ticked: ticked(), storageRisk }, actions);
  messages.showCount(pending.all());
  document.body.toggleAttribute("data-unsent", Boolean(hasRounds() || pending.progress() || games.isBlank()));
  watcher.observe(document.body, { childList: true, subtree: true });
};

// A table that the server sends comes without what was drawn on the one before. In a game that goes on
// again, what was refused may be recorded now.
const watcher = new MutationObserver(() => {
  const goesOn = !form && entry();
  const drawn = document.querySelectorAll("#rows .unsent").length;
  const whole = drawn === merge(here(), game()).rounds.length && messages.isShown();
  if (form !== entry() || pending.hasAcknowledged() || !whole) drawAll();
  if (goesOn && pending.mine().length) again();
});

// What could happen to what is unsent is another matter once somebody lets the browser keep it.
const warn = async () => {
  const before = storageRisk;
  storageRisk = await danger();
  if (storageRisk !== before) drawAll();
};

// How much is unsent, for the next page: it looks into the store at once if there is any.
const noteCount = (count) => {
  try {
    if (count) localStorage.waits = count;
    else delete localStorage.waits;
  } catch {
    // Where nothing is kept by name, every page looks into the store.
  }
};

const refresh = async () => {
  const stored = await pending.read();
  if (!stored) return;
  if (stored.some((item) => isInFlight(item, Date.now()))) later(FIRST_RETRY);
  noteCount(stored.length);
  showQueueState(false);
  if (stored.length) warn();
  try {
    drawAll();
  } catch (error) {
    reportError(error); // what cannot be drawn is sent all the same
  }
};

// A person has decided about what was stuck.
handleResolved(async () => {
  await refresh();
  markOutdated();
  flush();
});

// What is tapped

const itemOf = (form, fields, key, verb = "record") => {
  const sent = new Map(fields);
  const { names } = withPlayers(game(), fields);
  const { key: of, names: seated, rotation, ...rules } = game();
  return {
    key,
    verb,
    game: of,
    names,
    rules,
    path: new URL(form.action).pathname.replace(verb === "tell" ? /rounds\/$/ : /$^/, "progress/"),
    token: sent.get("csrfmiddlewaretoken"),
    after: Number(sent.get("after")),
    fields: userFields(fields),
  };
};

// Leave the form to the round that is in progress now.
const clear = () => {
  const amended = editing;
  editing = null;
  if (amended) {
    tickKnown();
    tickQueued();
  } else {
    document.body.dataset.behind = "";
    startNext();
  }
  if (!document.activeElement?.getClientRects().length || document.activeElement === document.body) {
    entry().querySelector(".first input").focus({ preventScroll: true });
  }
};

// Whether the rules allow this round here; what they refuse stays on the form.
const isAllowed = ({ fields }) => {
  try {
    check(game(), here(), editing, fields);
    messages.clearRefusal();
    return true;
  } catch (error) {
    if (!error.code) throw error;
    messages.refuse(error);
    return false;
  } finally {
    drawAll();
  }
};

const storing = (what) => pending.whileStoring(() => what().then(refresh));

const enqueue = (item) =>
  store.dispatch({ type: "enqueue", item, version: pending.version(), now: Date.now() });
const amend = (id, { key, fields }) => store.dispatch({ type: "amend", id, key, fields, now: Date.now() });

const record = async (form, tapped) => {
  if (!editing) dropProgress();
  const fields = editing ? complete(tapped, roundOf(editing).fields) : tapped;
  const item = itemOf(form, fields, newKey());
  if (!isAllowed(item)) return;
  const amended = editing;
  clear();
  try {
    await storing(() => (amended ? amend(amended, item) : enqueue(item)));
  } catch {
    return giveBack(fields, amended);
  }
  vibrate();
  flush();
};

// This phone can store no more: what was tapped stays on the form.
const giveBack = (fields, amended) => {
  editing = amended;
  tick(ticksOf(fields));
  messages.refuseUnsent();
  drawAll();
};

// Whether a submission is queued here: what is behind others, or has no network, or starts a game, or what
// a person decides by. What goes to the server at once is stored as well until it is answered. `fields`
// are what the form says.
export const take = (form, submitter, key, fields) => {
  if (isAsking() && table().contains(form)) {
    decideBy(form, fields, newKey());
    return true;
  }
  if (form.matches(".rematch, .new-game")) {
    games.start(form, fields, key, refresh);
    return true;
  }
  if (form.id !== "entry" || !game() || submitter?.hasAttribute("formaction")) return false;
  if (editing || isDetached()) {
    record(form, fields);
    return true;
  }
  dropProgress();
  inFlight = true;
  unanswered = key;
  enqueue({ ...itemOf(form, fields, key), status: "sending", until: Date.now() + ANSWER_TIMEOUT }).catch(() => {});
  return false;
};

// The tap was answered at once.
export const answered = (key, status) => {
  inFlight = false;
  unanswered = null;
  if (status === 409) askAbout(key);
  else store.discard(key);
  prepareNextGame();
};

// A rematch may have to start without the server.
export const prepareNextGame = games.prepare;

// No answer came to this tap: from now on it is unsent.
export const keep = async (form, fields, key) => {
  inFlight = false;
  const item = itemOf(form, fields, key);
  dropProgress();
  if (!isAllowed(item)) {
    unanswered = null;
    return store.discard(key);
  }
  clear();
  await storing(async () => {
    const { items } = await store.read();
    if (items.some((each) => each.key === key)) await store.dispatch({ type: "lose", key });
    else await enqueue({ ...item, status: "uncertain" });
  });
  unanswered = null;
  return flush();
};

// Whatever page comes next asks what became of it. A browser may break a request off before it hides
// the page, and then let it store nothing more.
addEventListener("pagehide", () => {
  if (!unanswered) return;
  store.abandon(unanswered);
  noteCount(1);
});

// What is ticked before a round is over, and nobody has heard of, is queued too.
let queueing = null;
const takeBack = () => pending.progress() && store.discard(pending.progress().key);
const queueProgress = async () => {
  if (editing || inFlight || !entry()) return;
  const fields = [...new FormData(entry())];
  try {
    if (!isDirty()) return await takeBack();
    factsOf(fields);
    await enqueue(itemOf(entry(), fields, newKey(), "tell"));
  } catch {
    return; // it contradicts itself, or this phone can store no more: it goes with the round
  }
  await refresh();
  flush();
};
document.addEventListener("change", ({ target }) => {
  if (target.form?.id !== "entry") return;
  endedEditing = false;
  clearTimeout(queueing);
  if (isDetached()) queueing = setTimeout(queueProgress, 200);
  if (editing) drawAll();
  else askWhenFree();
});
handleUnanswered(() => queueProgress());

// A round that is recorded says it all.
const dropProgress = () => {
  clearTimeout(queueing);
  pending.dropProgress();
};

// What do we need? Answered here while something is unsent, or nobody answers.
const showWinningConditions = async () => {
  const [{ fill }, page] = await Promise.all([import("../table/winning-conditions.js"), games.blankPage()]);
  const { calls } = factsOf([...new FormData(entry())]);
  fill(document.getElementById("winning-conditions"), game(), stands, calls, page.getElementById("winning-condition-messages").dataset);
};

// Whether what is tapped is not for the server at once.
const isDetached = () => hasRounds() || games.isBlank() || isOffline();

document.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest('.aids a[href$="/winning-conditions/"]') || !isDetached()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    showWinningConditions().catch(() => messages.refuse({ code: "needsNetwork" }));
  },
  true,
);

document.addEventListener("click", (event) => {
  const chosen = event.target.closest("#rows .unsent button");
  if (chosen) edit(Number(chosen.dataset.item));
  if (editing && event.target.closest(".entry .clear")) stop();
});

const roundOf = (id) => merge(pending.mine(), game()).rounds.find(({ item }) => item.id === id);

const edit = (id) => {
  const round = roundOf(id);
  if (!round) return;
  editing = id;
  tick(ticksOf(round.fields));
  beginAmending(entry());
  drawAll();
  entry().scrollIntoView({ block: "nearest" });
  entry().querySelector(".place input:checked")?.focus({ preventScroll: true });
};

const stop = async () => {
  if (editing) clear();
  await refresh();
};

// Take a round back: what was called in the last one is called again.
const leave = async (id) => {
  const { item, fields } = merge(pending.mine(), game()).rounds.at(-1) ?? {};
  await store.dispatch({ type: "remove", id, key: newKey(), now: Date.now() });
  await stop();
  const calls = fields?.filter(([name]) => LEVELS.includes(name)) ?? [];
  if (item?.id === id && calls.length && !pending.progress()) {
    tick(ticksOf(calls));
    queueProgress();
  }
  flush();
};

// Sending

let retries = 0;
let timer = null;

const later = (delay) => {
  clearTimeout(timer);
  timer = setTimeout(flush, delay);
};

const flush = async () => {
  clearTimeout(timer);
  await refresh();
  if (!pending.all().length) return;
  showQueueState(true);
  const { unanswered, left } = await sendAll();
  await refresh();
  if (unanswered) later(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** retries) * (0.5 + Math.random() / 2));
  retries = unanswered ? retries + 1 : 0;
  if (left) navigator.serviceWorker?.ready.then(({ sync }) => sync?.register("outbox")).catch(() => {});
};

const again = () => {
  retries = 0;
  if (!document.hidden) flush();
};

const hear = async ({ type, item, number, game: key = item?.game }) => {
  if (type === "acknowledging") pending.acknowledge(item, number);
  else if (type === "acknowledge" && pending.isMine(item)) {
    if (games.handleStarted(item, key)) return;
    await refresh();
    markOutdated();
  } else await refresh();
};

// How a round looks that is amended, loaded before the network may be away.
const loadStyle = () => {
  const href = document.getElementById("messages")?.dataset.style;
  if (href) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
};

// Find what is unsent, and show and send it. `key` makes a key for a submission.
export const begin = async (key) => {
  newKey = key;
  loadStyle();
  await store.read(); // fails where a browser keeps nothing
  store.subscribe(hear);
  await games.fillBlank();
  for (const sign of ["online", "focus", "pageshow"]) addEventListener(sign, again);
  document.addEventListener("visibilitychange", again);
  subscribe(({ reachable }) => reachable && retries && again());
  await refresh();
  tickQueued();
  flush();
};
