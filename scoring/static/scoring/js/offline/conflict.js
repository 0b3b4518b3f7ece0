// Shows a conflict in place of the table: the round that was entered here, beside the round that another phone has
// recorded first. Queues the decision of the person.

import { gameOf } from "../shared/addresses.js";
import { setAddresses } from "./games.js";
import { partOfAnswer } from "./messages.js";
import * as pending from "./pending.js";
import { userFields } from "./rounds.js";
import { flush } from "./sender.js";
import { dispatch } from "./store.js";

const table = () => document.getElementById("table");

let hiddenTable = null; // the table that the conflict has replaced; null if the conflict is the answer to a tap
let itemId = null; // the id of the item in conflict, or a promise of it
let askedVersion = -1; // the version of the game in the last board received while the conflict was on the screen

// Show the table again.
const closeQuestion = () => {
  if (!hiddenTable) return location.assign(location.pathname);
  table().replaceWith(hiddenTable);
  hiddenTable = null;
};

// Whether a conflict is on the screen.
export const isAsking = () => "item" in (table()?.dataset ?? {});

// The id of the item in conflict on the screen; NaN if there is no conflict, or if its item is not stored.
const questionItem = () => parseInt(table()?.dataset.item);

// Whether this conflict is the one on the screen.
const isOnScreen = (question) => {
  const theirs = (shown) => shown.querySelector("[data-theirs]")?.dataset.theirs;
  return isAsking() && theirs(question) === theirs(table()) && question.textContent === table().textContent;
};

// Give the conflict the attributes of the table, so that the page still requests boards. Their swap is prevented below.
const attachToGame = ({ dataset }, item, game) => {
  dataset.item = item;
  dataset.game = game;
  setAddresses(dataset, gameOf(location.pathname));
  askedVersion = -1;
};

// Show the conflict of this item, if it is in conflict. A conflict of another item is removed from the screen. Nothing
// changes while a decision is being stored.
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

// Handle a conflict that htmx has put on the screen, as the answer to the submission with this key. The submitted round
// followed the round with the number `after`.
export const adoptConflict = (key, after) => {
  const question = table();
  attachToGame(question, "", JSON.stringify({ key: gameOf(location.pathname) }));
  itemId = storeConflict(key, after).catch(() => {});
  itemId.then((id) => (question.dataset.item = id ?? "")); // undefined if it could not be stored
};

// Resolves when the page has read the conflict from the store. Before that, `ask` would treat the conflict as settled,
// and leave the page.
const storeConflict = async (key, after) => {
  await dispatch({ type: "conflict", key, after });
  await pending.read();
  return pending.all().find((item) => item.key === key)?.id;
};

let outdated = () => {};
// Let `handler` be called when the game has changed while a conflict is on the screen.
export const handleOutdated = (handler) => (outdated = handler);

// A board does not replace a conflict. But if the board has a new version, the item is sent again, because the other
// round may have been undone.
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
// Let `handler` be called when a person has decided, and the table is shown again.
export const handleResolved = (handler) => (resolved = handler);

// Queue a decision. If the browser could not store the round, `submit` sends the decision without the queue.
const decide = async (decision, submit) => {
  table().inert = true; // a second tap has no effect
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

// Decide by a form of the conflict: the round amends the other one, or is recorded behind it. `key` is the key of the
// new submission.
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

// Decide by a link of the conflict, which keeps the other round, or leaves the score sheet unchanged.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-item] a[data-resolves]");
  if (!link) return;
  event.preventDefault();
  const { resolves, theirs } = link.dataset;
  decide({ seq: Number(resolves), theirs }, () => location.assign(link.href));
});
