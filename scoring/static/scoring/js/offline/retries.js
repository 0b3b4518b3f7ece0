// When what is unsent is sent again by itself.

import { isInFlight } from "./reducer.js";

// In milliseconds
const FIRST_RETRY = 3000;
const LONGEST_RETRY = 60000;

// A timer that calls `send`. `awaitAnswers` lets it call once after the shortest time if a page waits for the answer
// to one of the items; `finish` says whether something stayed `unanswered`, after which it calls later each time.
// Phones that lost the server together do not come back together.
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
      if (unanswered) schedule(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** failures) * (0.5 + Math.random() / 2));
      failures = unanswered ? failures + 1 : 0;
    },
    stop: () => clearTimeout(timer),
    reset: () => (failures = 0),
    hasFailed: () => failures > 0,
  };
};
