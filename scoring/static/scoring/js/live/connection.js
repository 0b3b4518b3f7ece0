// Carries out the effects that `reducer.js` returns: the stream of revisions, requests for the board, timers. It does
// not access the page itself. `updates.js` passes a `view` that does:
//   read()          returns what the page shows, which becomes `event.page` in the reducer
//   swap(html)      puts a board on the page
//   reload()        loads the page again
//   beforeFetch()   is called before each request for the board
//   notify(status)  is called with { connection } or { reachable }, see `status.js`
//   lang            is the language of the page

import { withJitter } from "../shared/backoff.js";
import { initialState, reduce } from "./reducer.js";

const REQUEST_TIMEOUT = 15000;

// Request the board for a page in this language. Resolves to an event for the reducer; rejects if there is no answer.
const request = async (address, lang) => {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
  const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal });
  // The login page of a network may answer in place of the server: it has no such header.
  const isFromSite = answer.status === 204 || answer.headers.has("Tichu-Score");
  // In another tab, the person may have chosen another language since this page was opened.
  const isOtherLanguage = ![null, lang].includes(answer.headers.get("Content-Language"));
  if (isFromSite && (answer.status === 404 || isOtherLanguage)) return { type: "notFound" };
  if (!isFromSite || !answer.ok) return { type: "unanswered" };
  const html = answer.status === 200 ? await answer.text() : "";
  return html ? { type: "board", html } : { type: "unchanged" };
};

// Return the function that dispatches an event to the reducer.
export const createConnection = (view) => {
  let state = initialState;
  let source = null;
  const timers = {};
  const events = []; // the first one is being handled

  const handle = (event) => {
    const { state: next, effects } = reduce(state, { now: performance.now(), page: view.read(), ...event });
    state = next;
    for (const effect of effects) perform[effect.type](effect);
  };

  // An effect may dispatch an event itself. That event is handled after all effects of the present event.
  const dispatch = (event) => {
    events.push(event);
    if (events.length > 1) return;
    while (events.length) {
      try {
        handle(events[0]);
      } catch (error) {
        reportError(error);
      }
      events.shift();
    }
  };

  const perform = {
    connect({ address }) {
      source = new EventSource(address);
      source.onmessage = ({ data }) => dispatch({ type: "revision", revision: Number(data) });
      // The browser would reconnect by itself, always after the same delay; the reducer waits longer each time.
      source.onerror = () => dispatch({ type: "streamLost" });
    },
    disconnect() {
      source?.close();
      source = null;
    },
    fetch({ address }) {
      view.beforeFetch();
      request(address, view.lang).catch(() => ({ type: "unanswered" })).then(dispatch);
    },
    swap({ html }) {
      try {
        view.swap(html);
        dispatch({ type: "swapped" });
      } catch (error) {
        dispatch({ type: "unanswered" });
        throw error;
      }
    },
    reload: () => view.reload(),
    wait({ event, delay, jitter }) {
      clearTimeout(timers[event]);
      timers[event] = setTimeout(() => dispatch({ type: event }), jitter ? withJitter(delay) : delay);
    },
    cancel: ({ event }) => clearTimeout(timers[event]),
    notify: (status) => view.notify(status),
  };

  return dispatch;
};
