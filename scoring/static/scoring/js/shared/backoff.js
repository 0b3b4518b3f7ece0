// How long to wait before something that has failed is tried again.

const LONGEST_DELAY = 60000; // milliseconds

// Milliseconds to wait after so many failures before this one: twice as long after each, up to a minute.
export const backoff = (firstDelay, failures) => Math.min(LONGEST_DELAY, firstDelay * 2 ** failures);

// A random delay between half of this one and all of it, so that phones that lost the server at the same time do not
// all come back at the same time.
export const withJitter = (delay) => delay * (0.5 + Math.random() / 2);
