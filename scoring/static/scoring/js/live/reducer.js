// How a page keeps up with its game, as a pure function: reduce(state, event) returns the next state
// and the effects to carry out, in order. It has no DOM, no clock and no randomness: `event.now` is the
// time in milliseconds, by a clock that nobody sets, `event.page` what the page shows at that moment:
//   board, stream   the addresses of the table on screen, undefined where there is none
//   busy            whether typing or a request on the table is under way
//   revision        of what is on screen, undefined if it names none; and for a part of the table,
//   previousRevision  that of all the rest if the page is to be as new as the part
//   visible, online
// Effects: connect {address}, disconnect, fetch {address}, swap {html}, reload, cancel {event},
// wait {event, delay, jitter}: dispatch that event after so many milliseconds (with jitter: after half
// of them at least), in place of an earlier wait for it; and notify {connection} or {reachable}.

import { backoff } from "../shared/backoff.js";

const FIRST_MESSAGE_TIMEOUT = 4000; // a stream without a message by then is taken for blocked
const SILENCE_TIMEOUT = 50000; // the server repeats itself every 20 s
const POLL_INTERVAL = 1500; // with the time of the answer, a change is seen within two seconds
const IDLE_POLL_INTERVAL = 10000;
const IDLE_AFTER = 600000; // of no touch and no change
const FIRST_RETRY = 2000;
const LONGEST_TOUCH = 3000; // of a finger of which no event says that it has gone up
const AFTER_TOUCH = 50; // until the tap of a finger that has gone up is through

export const initialState = {
  shown: -1, // the revision that everything on screen has
  newest: -1, // the newest revision that this page has heard of
  outdated: false, // whether the screen is known to be outdated, whatever its revision
  // The request for the board under way: shown, newest, outdated and page.revision when it began. Or isOfGameBefore,
  // where another game has come on the screen since.
  request: null,
  touching: false, // whether a finger is on a control of the table
  stream: "closed", // "closed", "connecting" (no message yet), "open"
  failedStreams: 0, // in a row, without a message
  unanswered: 0, // requests in a row
  lastActivity: 0, // when the page was touched, or showed something new
};

// Whether this board, or part of one, is older than the revision on screen; not if either names none.
const isOlder = (html, revision) => Number(/data-revision="(\d+)"/.exec(html)?.[1]) < revision;

// Whether the answer to a tap comes too late for a table of this revision behind the round `after`: another one
// that says more was faster; or it is about what was told behind a round that is no longer the last.
export const isLate = (html, { revision, after }, toldAfter = after) => isOlder(html, revision) || toldAfter !== after;

const isBusy = ({ touching }, { board, busy }) => !board || touching || busy;
const hasNews = ({ shown, newest, outdated }) => newest > shown || outdated;
const isAwake = ({ visible, online }) => visible && online;
const pollInterval = ({ lastActivity }, now) => (now - lastActivity > IDLE_AFTER ? IDLE_POLL_INTERVAL : POLL_INTERVAL);

const wait = (event, delay, jitter = false) => ({ type: "wait", event, delay, jitter });
const retry = (event, failures) => wait(event, backoff(FIRST_RETRY, failures), true);
const cancel = (event) => ({ type: "cancel", event });
const notify = (news) => ({ type: "notify", ...news });

const readRevision = (state, { revision, previousRevision }) => {
  if (revision === undefined) return;
  if (previousRevision === undefined || previousRevision === state.shown) state.shown = revision;
  state.newest = Math.max(state.newest, revision);
};

const update = (state, { page }, effects) => {
  readRevision(state, page);
  if (!page.board || state.request || (hasNews(state) && isBusy(state, page))) return;
  const { shown, newest, outdated } = state;
  state.request = { shown, newest, outdated, revision: page.revision };
  state.outdated = false; // what changes from here on may not be in the answer
  effects.push({ type: "fetch", address: `${page.board}?seen=${outdated ? "" : shown}` });
};

const updateIfNews = (state, event, effects) => {
  readRevision(state, event.page);
  if (hasNews(state) && !isBusy(state, event.page)) update(state, event, effects);
};

// The end of a request for the board. `taken`: its answer is on screen, or there was nothing newer.
const finishRequest = (state, event, effects, { reachable, taken }) => {
  const { page, now } = event;
  state.outdated ||= state.request.outdated && !taken;
  state.request = null;
  state.unanswered = reachable ? 0 : state.unanswered + 1;
  if (reachable) {
    effects.push(notify({ reachable }));
    updateIfNews(state, event, effects);
  }
  if (!isAwake(page) || (reachable && state.stream === "open")) return;
  effects.push(notify({ connection: reachable ? "polling" : "offline" }));
  effects.push(reachable ? wait("poll", pollInterval(state, now)) : retry("poll", state.unanswered));
};

const disconnect = (state, effects) => {
  effects.push(cancel("streamLost"), { type: "disconnect" });
  state.stream = "closed";
};

const handlers = {
  started(state, event, effects) {
    const { online, stream } = event.page;
    state.lastActivity = event.now;
    readRevision(state, event.page);
    if (!online || !stream) effects.push(notify({ connection: "offline" }));
    handlers.connect(state, event, effects);
  },

  // The page can be seen, or the network is back; or neither.
  woke(state, event, effects) {
    if (!isAwake(event.page)) return handlers.slept(state, event, effects);
    state.failedStreams = state.unanswered = 0;
    state.lastActivity = event.now;
    update(state, event, effects);
    handlers.connect(state, event, effects);
  },

  slept(state, { page }, effects) {
    effects.push(cancel("poll"), cancel("connect"));
    disconnect(state, effects);
    if (!page.online) effects.push(notify({ connection: "offline" }));
  },

  // Another game has come on the screen, whose revisions are others. A request under way is of the one before.
  gameReplaced(state, event, effects) {
    handlers.slept(state, event, effects);
    Object.assign(state, initialState, { request: state.request && { ...initialState, isOfGameBefore: true } });
    handlers.started(state, event, effects);
  },

  // Something that the page was busy with may be over.
  settled: updateIfNews,

  // The server has changed, or refused, what this page shows.
  outdated(state, event, effects) {
    state.outdated = true;
    updateIfNews(state, event, effects);
  },

  // A swap between finger down and finger up would lose the tap.
  touched(state, { onControl, now }, effects) {
    state.touching = onControl;
    effects.push(wait("released", LONGEST_TOUCH));
    if (pollInterval(state, now) > POLL_INTERVAL && state.stream !== "open") effects.push(wait("poll", 0));
    state.lastActivity = now;
  },

  lifted(state, event, effects) {
    effects.push(wait("released", AFTER_TOUCH));
  },

  released(state, event, effects) {
    state.touching = false;
    updateIfNews(state, event, effects);
  },

  poll(state, event, effects) {
    effects.push(wait("poll", POLL_INTERVAL)); // where the request is put off, or there is no table just now
    update(state, event, effects);
  },

  connect(state, event, effects) {
    const { stream } = event.page;
    if (state.stream !== "closed" || !isAwake(event.page) || !stream) return;
    state.stream = "connecting";
    effects.push({ type: "connect", address: stream }, wait("streamLost", FIRST_MESSAGE_TIMEOUT));
  },

  revision(state, event, effects) {
    state.stream = "open";
    state.failedStreams = state.unanswered = 0;
    effects.push(cancel("poll"), wait("streamLost", SILENCE_TIMEOUT));
    effects.push(notify({ connection: "live", reachable: true })); // what was not answered is sent again
    readRevision(state, event.page);
    state.newest = Math.max(state.newest, event.revision);
    if (hasNews(state)) update(state, event, effects);
  },

  streamLost(state, event, effects) {
    if (state.stream === "open" || state.failedStreams === 0) effects.push(retry("poll", 0));
    disconnect(state, effects);
    effects.push(retry("connect", state.failedStreams));
    state.failedStreams += 1;
  },

  // Answers to the request for the board. One that comes late must not take a finger's place, nor
  // replace what is newer: what this phone has told may have been answered since it was rendered. One
  // that is older than what was on screen all the while is of a server that has its data from a backup.
  board(state, event, effects) {
    const { page, html } = event;
    const { revision, isOfGameBefore } = state.request;
    const late = isOfGameBefore || (page.revision !== revision && isOlder(html, page.revision));
    if (!late && !isBusy(state, page)) return effects.push({ type: "swap", html });
    if (!isOfGameBefore) state.outdated = true;
    finishRequest(state, event, effects, { reachable: true, taken: false });
  },

  swapped(state, event, effects) {
    const { newest } = state.request;
    state.lastActivity = event.now;
    readRevision(state, event.page);
    if (state.newest === newest) state.newest = state.shown;
    finishRequest(state, event, effects, { reachable: true, taken: true });
  },

  unchanged(state, event, effects) {
    const { shown, newest } = state.request;
    const taken = state.shown === shown;
    if (taken && state.newest === newest) state.newest = shown;
    finishRequest(state, event, effects, { reachable: true, taken });
  },

  // What this phone may no longer see does not stay on its screen.
  notFound(state, event, effects) {
    if (!isBusy(state, event.page)) effects.push({ type: "reload" });
    handlers.unanswered(state, event, effects);
  },

  unanswered(state, event, effects) {
    finishRequest(state, event, effects, { reachable: false, taken: false });
  },
};

export const reduce = (state, event) => {
  const next = { ...state };
  const effects = [];
  handlers[event.type](next, event, effects);
  return { state: next, effects };
};
