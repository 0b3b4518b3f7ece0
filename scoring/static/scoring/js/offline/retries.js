// Decides when `queue.js` and `unsent-changes.js` send again without a tap.

import { backoff, withJitter } from "../shared/backoff.js";
import { isInFlight } from "./reducer.js";

const FIRST_RETRY = 3000; // in milliseconds

// Return a timer that calls `send`:
//   awaitAnswers(items)  if a page waits for the answer to one of these items, call `send` after FIRST_RETRY
//   finish(unanswered)   an attempt has ended; if an item is unanswered, call `send` again, later after each failure
//   stop()               do not call
//   reset()              count failures from 0 again
//   hasFailed()          whether the last attempt left something unanswered
export const createRetries = (send) => {
  let failures = 0;
  let timer = null;
  const schedule = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(send, delay);
  };
  return {
    awaitAnswers(items) {
      if (items.some((item) => isInFlight(item, Date.now()))) schedule(FIRST_RETRY);
    },
    finish(unanswered) {
      if (unanswered) schedule(withJitter(backoff(FIRST_RETRY, failures)));
      failures = unanswered ? failures + 1 : 0;
    },
    stop: () => clearTimeout(timer),
    reset: () => (failures = 0),
    hasFailed: () => failures > 0,
  };
};
