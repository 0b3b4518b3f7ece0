// Shows a conflict in place of the table: what was tapped here, beside what somebody else recorded meanwhile.
// Queues what a person decides.

import { gameOf } from "../shared/addresses.js";
import { setAddresses } from "./games.js";
import { partOfAnswer } from "./messages.js";
import { userFields } from "./rounds.js";
import { flush } from "./sender.js";
import { dispatch, read } from "./store.js";

const table = () => document.getElementById("table");

let hiddenTable = null; // while a conflict is in its place; null where that came as the answer to a tap
let itemId = null; // of the item in conflict, or a promise of it
let askedVersion = -1; // of the game, as the last board had it that came meanwhile

// The table again.
const closeQuestion = () => {
  if (!hiddenTable) return location.assign(location.pathname);
  table().replaceWith(hiddenTable);
  hiddenTable = null;
};

// Whether a conflict is on the screen.
export const isAsking = () => "item" in (table()?.dataset ?? {});

// The id of the item that the conflict on the screen is about; NaN where there is none, or where it is not stored yet.
const questionItem = () => parseInt(table()?.dataset.item);

// Whether a conflict, as the server answers now, is what stands on the screen.
const isOnScreen = (question) => {
  const theirs = (shown) => shown.querySelector("[data-theirs]")?.dataset.theirs;
  return isAsking() && theirs(question) === theirs(table()) && question.textContent === table().textContent;
};

// The page is kept up to date while a conflict is on the screen: see below what becomes of a board.
const attachToGame = ({ dataset }, item, game) => {
  dataset.item = item;
  dataset.game = game;
  setAddresses(dataset, gameOf(location.pathname));
  askedVersion = -1;
};

// Ask about an item that is stuck; without one, or with another one, the conflict on the screen is over. While what a
// person has decided is being stored, nothing changes.
export const ask = (item) => {
  if (isAsking() && table().inert) return;
  if (questionItem() && questionItem() !== item?.id) closeQuestion();
  if (item?.status !== "conflict" || !item.answer) return;
  const question = partOfAnswer(item, "#table");
  if (!question || isOnScreen(question)) return;
  if (!isAsking()) hiddenTable = table();
  attachToGame(question, item.id, table().dataset.game);
  itemId = item.id;
  table().replaceWith(document.adoptNode(question));
  question.querySelector("h1").focus();
};

// The conflict page is on the screen already, as the answer to the submission with this key, which said that its round
// is `after` that number.
export const adoptConflict = (key, after) => {
  const question = table();
  attachToGame(question, "", JSON.stringify({ key: gameOf(location.pathname) }));
  itemId = storeConflict(key, after).catch(() => {});
  itemId.then((id) => (question.dataset.item = id ?? "")); // none where it could not be stored
};

const storeConflict = async (key, after) => {
  const item = (await read()).items.find((each) => each.key === key);
  if (item) await dispatch({ type: "conflict", key, after });
  return item?.id;
};

let outdated = () => {};
// Call this when the game has changed while a conflict is on the screen.
export const handleOutdated = (handler) => (outdated = handler);

// A board does not take the place of a conflict, but says what has changed: their round may have been taken back.
document.addEventListener("htmx:before:swap", (event) => {
  const { response, text } = event.detail.ctx;
  if (response || !isAsking()) return;
  event.preventDefault();
  const board = new DOMParser().parseFromString(text, "text/html");
  const { version, revision } = board.querySelector("[data-revision]").dataset;
  table().dataset.revision = revision;
  if (version > askedVersion) outdated();
  askedVersion = Number(version);
});

let resolved = () => {};
// Call this when a person has decided, and the table is on screen again.
export const handleResolved = (handler) => (resolved = handler);

// `submit` is for a browser that could not store the round: it sends the decision without the queue.
const decide = async (decision, submit) => {
  table().inert = true; // once is enough
  const id = await itemId;
  if (id === undefined) return submit();
  try {
    await dispatch({ type: "resolve", id, ...decision });
  } catch {
    table().inert = false; // it could not be stored: the person may tap again
    return;
  }
  if (hiddenTable) {
    closeQuestion();
    resolved();
  } else {
    await flush();
    closeQuestion();
  }
};

// By one of the forms: the round amends theirs, or comes after it. `key` is that of the new submission.
export const decideBy = (form, fields, key) => {
  const sent = new Map(fields);
  const path = new URL(form.action).pathname;
  const [, rounds, seq] = /^(.*\/rounds\/)(\d+)\/$/.exec(path) ?? [];
  const other = seq
    ? { verb: "amend", path: rounds, seq: Number(seq), seen: Number(sent.get("seen")) }
    : { verb: "record", path, after: Number(sent.get("after")) };
  const submit = () => {
    form.elements.namedItem("key").value = key;
    form.submit();
  };
  decide({ decision: { key, fields: userFields(fields), ...other } }, submit);
};

// By the link that keeps theirs, or leaves the sheet as it is.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-item] a[data-resolves]");
  if (!link) return;
  event.preventDefault();
  const { resolves, theirs } = link.dataset;
  decide({ seq: Number(resolves), theirs }, () => location.assign(link.href));
});
