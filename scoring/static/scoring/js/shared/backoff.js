// The delay before something that has failed is tried again.

const LONGEST_DELAY = 60000; // milliseconds

// The delay in milliseconds after a failure that followed this number of failures. It doubles after each failure, up to
// a minute.
export const backoff = (firstDelay, failures) => Math.min(LONGEST_DELAY, firstDelay * 2 ** failures);

// A random delay between half of this delay and all of it, so that phones that have lost the server at the same time do
// not all connect again at the same time.
export const withJitter = (delay) => delay * (0.5 + Math.random() / 2);
