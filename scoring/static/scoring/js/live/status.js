// The state of this page's connection and of its unsent changes, and the mark in its header that shows both. Any
// module may read it and subscribe to it, also on pages without a table, where nothing (`updates.js`) changes the
// connection.

const mark = document.getElementById("live");

let connection = "";
let queueState = "";
let queueLabel = "";
const listeners = new Set();

// The mark has room for one state. The state of unsent changes takes precedence over that of the connection.
const showMark = () => {
  const state = queueState || connection;
  if (!mark) return;
  mark.hidden = !state;
  if (!state) return;
  mark.dataset.state = state;
  mark.title = mark.ariaLabel = queueState ? queueLabel : mark.dataset[state];
};

// Set the connection to "live", "polling" or "offline", or report that the server has answered (`reachable`).
export const notify = (news) => {
  connection = news.connection ?? connection;
  showMark();
  for (const listener of listeners) listener(news);
};

// Call listener({ connection, reachable }) on each `notify`, with the same argument.
export const subscribe = (listener) => listeners.add(listener);

export const isOffline = () => !navigator.onLine || connection === "offline";

// Set the state of unsent changes: they are being sent ("sending"), a person has to decide about one ("needs"), or
// neither (""). The label describes the state.
export const setQueueState = (state, label) => {
  queueState = state;
  queueLabel = label;
  showMark();
};

let requests = { markOutdated() {}, reconnect() {} };
export const handleRequests = (handlers) => (requests = handlers);

// Notify the page that the server has changed or refused something that it does not show yet: the board is fetched as
// soon as no tap is under way.
export const markOutdated = () => requests.markOutdated();

// Fetch the board now, and connect if there is no stream, because the page has another address, or a network again.
export const reconnect = () => requests.reconnect();
