// A script for QuickJS with the browser interfaces that the site's modules use, on virtual time. `host` has the
// functions of the phone (phone.py). Times are in milliseconds.

const host = {};
for (const name of ["now", "uptime", "random", "uuid", "wait", "clear", "send", "open", "close", "save", "report"]) {
  host[name] = globalThis[`host_${name}`];
}

globalThis.self = globalThis.window = globalThis;
globalThis.navigator = { onLine: true };
globalThis.localStorage = JSON.parse(globalThis.host_local_storage());
globalThis.addEventListener = () => {};
const manifest = { getAttribute: () => "/manifest.webmanifest" };
globalThis.document = { addEventListener() {}, dispatchEvent() {}, getElementById: () => null, querySelector: () => manifest };
globalThis.reportError = (error) => host.report("error", JSON.stringify(`${error} ${error.stack}`));

Date.now = host.now;
globalThis.performance = { now: host.uptime };
Math.random = host.random;

const timers = new Map();
let lastTimer = 0;
globalThis.setTimeout = (what, delay = 0) => {
  lastTimer += 1;
  timers.set(lastTimer, what);
  host.wait(lastTimer, delay);
  return lastTimer;
};
globalThis.clearTimeout = (timer) => timers.delete(timer) && host.clear(timer);
globalThis.fire = (timer) => {
  const what = timers.get(timer);
  timers.delete(timer);
  what?.();
};

globalThis.URLSearchParams = class {
  constructor(pairs = []) {
    this.pairs = [...pairs].map(([name, value]) => [name, String(value)]);
  }

  set(name, value) {
    this.pairs = [...this.pairs.filter(([other]) => other !== name), [name, String(value)]];
  }

  toString() {
    return this.pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  }
};

globalThis.AbortSignal = { timeout: (delay) => ({ delay }) };
const requests = new Map();
let lastRequest = 0;
globalThis.fetch = (path, { method = "GET", headers = {}, body = "", signal } = {}) =>
  new Promise((answered, failed) => {
    lastRequest += 1;
    const id = lastRequest;
    requests.set(id, { answered, failed });
    if (signal) setTimeout(() => fail(id), signal.delay);
    host.send(id, method, path, JSON.stringify(headers), String(body));
  });
const fail = (id) => {
  requests.get(id)?.failed(new TypeError("The network has failed."));
  requests.delete(id);
};
globalThis.fail = fail;
globalThis.answer = (id, status, headers, text) => {
  const known = new Map(JSON.parse(headers));
  requests.get(id)?.answered({
    status,
    ok: status >= 200 && status < 300,
    headers: { has: (name) => known.has(name.toLowerCase()), get: (name) => known.get(name.toLowerCase()) ?? null },
    text: async () => text,
  });
  requests.delete(id);
};

globalThis.pendingRequests = () => requests.size;
globalThis.isAwaited = (id) => requests.has(id);

const streams = new Map();
let lastStream = 0;
globalThis.EventSource = class {
  constructor(address) {
    lastStream += 1;
    this.id = lastStream;
    streams.set(this.id, this);
    host.open(this.id, address);
  }

  close() {
    streams.delete(this.id);
    host.close(this.id);
  }
};
globalThis.streamMessage = (id, data) => streams.get(id)?.onmessage({ data });
globalThis.streamError = (id) => streams.get(id)?.onerror();
