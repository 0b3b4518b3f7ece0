// IndexedDB as the vendored idb.js offers it, in memory and on virtual time: transactions one after the
// other, each stored whole or not at all. What is stored outlives the page: the phone has it as JSON.

const LONGEST_COMMIT = 20; // milliseconds

const disk = JSON.parse(globalThis.host_disk());
const copy = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
let before = Promise.resolve();

const createStore = (rows, keyPath, run, done) => ({
  transaction: { done },
  getAll: () => run(() => Object.values(rows).sort((a, b) => (a[keyPath] < b[keyPath] ? -1 : 1)).map(copy)),
  get: (key) => run(() => copy(rows[key])),
  put: (value) => run(() => void (rows[value[keyPath]] = copy(value))),
  delete: (key) => run(() => void delete rows[key]),
});

const transaction = (names, mode) => {
  const staged = Object.fromEntries([names].flat().map((name) => [name, { keyPath: disk[name].keyPath, rows: {} }]));
  const started = before.then(() => {
    for (const [name, { rows }] of Object.entries(staged)) Object.assign(rows, copy(disk[name].rows));
  });
  let open = 0;
  let ending = false;
  let end;
  const done = new Promise((resolve) => (end = resolve));
  before = done;
  const commit = () => {
    if (mode === "readwrite") {
      Object.assign(disk, staged);
      globalThis.host_save(JSON.stringify(disk));
    }
    end();
  };
  // A transaction ends when a turn of the event loop has gone by without a request.
  const endIfIdle = () => {
    if (!ending) setTimeout(commit, mode === "readwrite" ? Math.random() * LONGEST_COMMIT : 0);
    ending = true;
  };
  const run = async (request) => {
    open += 1;
    await started;
    try {
      return request();
    } finally {
      open -= 1;
      if (!open) endIfIdle();
    }
  };
  const objectStore = (name) => createStore(staged[name].rows, staged[name].keyPath, run, done);
  return { objectStore, done, store: objectStore(Object.keys(staged)[0]) };
};

export const openDB = async (name, version, { upgrade }) => {
  if (!Object.keys(disk).length) {
    upgrade({ createObjectStore: (store, { keyPath }) => (disk[store] = { keyPath, rows: {} }) });
  }
  return { transaction, close() {} };
};
