// The state of this page's connection and of its unsent changes: for every module and on every page,
// whether it has a table that is kept up to date (`updates.js`) or not.

const mark = document.getElementById("live");

let connection = "";
let queueState = "";
let queueLabel = "";
const listeners = new Set();

// What is unsent comes before how the page hears of news.
const showMark = () => {
  const state = queueState || connection;
  if (!mark) return;
  mark.hidden = !state;
  if (!state) return;
  mark.dataset.state = state;
  mark.title = mark.ariaLabel = queueState ? queueLabel : mark.dataset[state];
};

// The connection is "live", "polling" or "offline"; or the server has answered (`reachable`).
export const notify = (news) => {
  connection = news.connection ?? connection;
  showMark();
  for (const listener of listeners) listener(news);
};

// Call listener({ connection, reachable }) with each of these.
export const subscribe = (listener) => listeners.add(listener);

export const isOffline = () => !navigator.onLine || connection === "offline";

// Say by this label that unsent changes are being sent ("sending") or wait for a person ("needs"); or neither ("").
export const setQueueState = (state, label) => {
  queueState = state;
  queueLabel = label;
  showMark();
};

let requests = { markOutdated() {}, reconnect() {} };
export const handleRequests = (handlers) => (requests = handlers);

// The server has changed, or refused, what this page shows: fetch the board when no tap is under way.
export const markOutdated = () => requests.markOutdated();

// Look for news now, and connect if there is no stream: the page has got another address, or a network.
export const reconnect = () => requests.reconnect();
