// When what is unsent is sent again by itself.

import { backoff, withJitter } from "../shared/backoff.js";
import { isInFlight } from "./reducer.js";

const FIRST_RETRY = 3000; // in milliseconds

// A timer that calls `send`. `awaitAnswers` lets it call once after the shortest time if a page waits for the answer
// to one of the items; `finish` says whether something stayed `unanswered`, after which it calls later each time.
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
