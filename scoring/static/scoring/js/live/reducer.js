// Decides how a page is kept up to date: when it connects to the stream, when it polls, when it requests the board and
// when it shows the board (docs/architecture.md, "Live"). A pure function without DOM, clock or randomness:
// reduce(state, event) returns the next state, and the effects that `connection.js` carries out, in order.
//
// An event has the time `now`, in milliseconds of a clock that is never set back, and the state of the `page` at that
// time:
//   board, stream     the addresses of the board and of the stream; undefined if no table is on the screen
//   busy              whether a person types on the table, or a form of it is being sent
//   revision          the revision of the part that was put on the page last; undefined if the page names none
//   previousRevision  if that was a part of the table: the revision that the rest must have. If the rest has it, all of
//                     the page has the `revision` of the part
//   visible, online   as the browser reports them
//
// The effects:
//   connect {address}             open the stream
//   disconnect                    close it
//   fetch {address}               request the board
//   swap {html}                   put this board on the page
//   reload                        load the page again
//   wait {event, delay, jitter}   dispatch that event after `delay` milliseconds; with `jitter`, after a random time
//                                 between half of them and all. Replaces an earlier wait for the same event
//   cancel {event}                do not wait for it any more
//   notify {connection} or {reachable}   notify the other modules (`status.js`)

import { backoff } from "../shared/backoff.js";

// All in milliseconds.
const FIRST_MESSAGE_TIMEOUT = 4000; // a stream without a message by then counts as blocked
const SILENCE_TIMEOUT = 50000; // the server sends the revision again every 20 s
const POLL_INTERVAL = 1500; // with the time that the answer takes, a change is shown within two seconds
const IDLE_POLL_INTERVAL = 10000;
const IDLE_AFTER = 600000; // since the last touch or change
const FIRST_RETRY = 2000;
const LONGEST_TOUCH = 3000; // in case the browser never reports that the finger was lifted
const AFTER_TOUCH = 50; // from lifting the finger until its tap has been handled

export const initialState = {
  shown: -1, // the revision of the whole page: no part of it is older
  newest: -1, // the newest revision that this page knows
  outdated: false, // whether the page is known to be outdated, whatever its revision
  // The request for the board that is under way: `shown`, `newest`, `outdated` and `page.revision` as they were when it
  // began. `isOfGameBefore` is true if the page has switched to another game since.
  request: null,
  touching: false, // whether a finger is on a control of the table
  stream: "closed", // "closed", "connecting" (no message yet), "open"
  failedStreams: 0, // the number of streams without a message, in a row
  unanswered: 0, // the number of requests without an answer, in a row
  lastActivity: 0, // when the page was touched, or showed something new
};

// Whether this board, or part of one, is older than this revision; false if either is unknown.
const isOlder = (html, revision) => Number(/data-revision="(\d+)"/.exec(html)?.[1]) < revision;

// Whether the answer to a tap came too late to be shown, on a page with this revision whose last round is `after`: the
// page has a newer answer by now, or the answer is about the progress behind another round (`progressAfter`).
export const isLate = (html, { revision, after }, progressAfter = after) => isOlder(html, revision) || progressAfter !== after;

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
  state.outdated = false; // if this is set again from here on, the answer may be too old
  effects.push({ type: "fetch", address: `${page.board}?seen=${outdated ? "" : shown}` });
};

const updateIfNews = (state, event, effects) => {
  readRevision(state, event.page);
  if (hasNews(state) && !isBusy(state, event.page)) update(state, event, effects);
};

// A request for the board has ended. `reachable`: there was an answer. `taken`: the board is on the screen, or nothing
// was newer.
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

  // The page became visible or hidden, or the network became available or unavailable.
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

  // Table mode has switched to another game, which has its own revisions. A request that is under way is for the game
  // before.
  gameReplaced(state, event, effects) {
    handlers.slept(state, event, effects);
    Object.assign(state, initialState, { request: state.request && { ...initialState, isOfGameBefore: true } });
    handlers.started(state, event, effects);
  },

  // The page may not be busy any more.
  settled: updateIfNews,

  // The server has changed or refused something, which this page does not show yet.
  outdated(state, event, effects) {
    state.outdated = true;
    updateIfNews(state, event, effects);
  },

  // A tap would be lost if its control were replaced between finger down and finger up.
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
    effects.push(wait("poll", POLL_INTERVAL)); // in case no request is made now
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
    effects.push(notify({ connection: "live", reachable: true })); // requests without an answer are sent again
    readRevision(state, event.page);
    state.newest = Math.max(state.newest, event.revision);
    if (hasNews(state)) update(state, event, effects);
  },

  streamLost(state, event, effects) {
    if (state.stream === "open" || state.failedStreams === 0) effects.push(wait("poll", POLL_INTERVAL, true));
    disconnect(state, effects);
    effects.push(retry("connect", state.failedStreams));
    state.failedStreams += 1;
  },

  // The answer to a request for the board. It is not shown while the page is busy, or if a tap of this phone has had a
  // newer answer since the request began. If the page has not changed since, even an older board is shown, because the
  // server has been restored from a backup then.
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

  // This phone may no longer see the game. The page says so when it is loaded again.
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
