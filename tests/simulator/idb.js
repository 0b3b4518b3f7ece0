// The interface of the vendored idb.js, in memory and on virtual time. Transactions are serial and atomic. The
// phone stores the database as JSON, so that it remains after the page has ended.

const MAX_COMMIT_TIME = 20; // milliseconds

const database = JSON.parse(globalThis.host_database());
const copy = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
let previous = Promise.resolve(); // the end of the transaction before

const createStore = (rows, keyPath, run, done) => ({
  transaction: { done },
  getAll: () => run(() => Object.values(rows).sort((a, b) => (a[keyPath] < b[keyPath] ? -1 : 1)).map(copy)),
  get: (key) => run(() => copy(rows[key])),
  put: (value) => run(() => void (rows[value[keyPath]] = copy(value))),
  delete: (key) => run(() => void delete rows[key]),
});

const transaction = (names, mode) => {
  const staged = Object.fromEntries([names].flat().map((name) => [name, { keyPath: database[name].keyPath, rows: {} }]));
  const started = previous.then(() => {
    for (const [name, { rows }] of Object.entries(staged)) Object.assign(rows, copy(database[name].rows));
  });
  let requests = 0; // pending
  let ending = false;
  let end;
  const done = new Promise((resolve) => (end = resolve));
  previous = done;
  const commit = () => {
    if (mode === "readwrite") {
      Object.assign(database, staged);
      globalThis.host_save(JSON.stringify(database));
    }
    end();
  };
  // A transaction ends after a turn of the event loop without a request.
  const endIfIdle = () => {
    if (!ending) setTimeout(commit, mode === "readwrite" ? Math.random() * MAX_COMMIT_TIME : 0);
    ending = true;
  };
  const run = async (request) => {
    requests += 1;
    await started;
    try {
      return request();
    } finally {
      requests -= 1;
      if (!requests) endIfIdle();
    }
  };
  const objectStore = (name) => createStore(staged[name].rows, staged[name].keyPath, run, done);
  return { objectStore, done, store: objectStore(Object.keys(staged)[0]) };
};

export const openDB = async (name, version, { upgrade }) => {
  if (!Object.keys(database).length) {
    upgrade({ createObjectStore: (store, { keyPath }) => (database[store] = { keyPath, rows: {} }) });
  }
  return { transaction, close() {} };
};
