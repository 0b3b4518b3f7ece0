// Carries out the effects of the reducer: the stream of revisions, requests for the board, timers.
// What is on the screen it leaves to `view`: read() says what the page shows, as the reducer wants it;
// swap(html) shows a board; reload() loads the page anew; beforeFetch() and notify(news) hear of it;
// lang is the language of the page.

import { withJitter } from "../shared/backoff.js";
import { initialState, reduce } from "./reducer.js";

const REQUEST_TIMEOUT = 15000;

// Ask for the board of a page in this language; the event that the answer is.
const request = async (address, lang) => {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
  const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal });
  // A network that wants a password first answers in the server's place.
  const isFromSite = answer.status === 204 || answer.headers.has("Tichu-Score");
  // The person has chosen another language since the page was opened.
  const isOtherLanguage = ![null, lang].includes(answer.headers.get("Content-Language"));
  if (isFromSite && (answer.status === 404 || isOtherLanguage)) return { type: "notFound" };
  if (!isFromSite || !answer.ok) return { type: "unanswered" };
  const html = answer.status === 200 ? await answer.text() : "";
  return html ? { type: "board", html } : { type: "unchanged" };
};

// Return the function that dispatches an event.
export const createConnection = (view) => {
  let state = initialState;
  let source = null;
  const timers = {};
  const events = []; // the first is being handled

  const handle = (event) => {
    const { state: next, effects } = reduce(state, { now: performance.now(), page: view.read(), ...event });
    state = next;
    for (const effect of effects) perform[effect.type](effect);
  };

  // What the effects of an event dispatch is handled after them.
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
      // The browser would come back by itself, at the same pace for ever.
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
