// How long to wait before what has failed is tried again: twice as long after each failure, up to a minute.

const LONGEST_DELAY = 60000; // in milliseconds

export const backoff = (firstDelay, failures) => Math.min(LONGEST_DELAY, firstDelay * 2 ** failures);

// Phones that lost the server together do not come back together.
export const withJitter = (delay) => delay * (0.5 + Math.random() / 2);
