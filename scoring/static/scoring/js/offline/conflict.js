// Puts before a person what somebody else recorded meanwhile, in place of the table, and queues what that
// person decides.

import { gameOf } from "../shared/addresses.js";
import { part } from "./messages.js";
import { userFields } from "./rounds.js";
import { flush } from "./sender.js";
import { dispatch, read } from "./store.js";

const table = () => document.getElementById("table");

let hiddenTable = null; // while the question stands in its place
let askedId = null; // the id of the item in question, or a promise of it

const showTable = () => {
  table().replaceWith(hiddenTable);
  hiddenTable = null;
};

// Whether what stands in the table's place is a question.
export const isAsking = () => "item" in (table()?.dataset ?? {});

// Ask about an item that is stuck; without one, or with another one, what was asked before is over.
export const ask = (item) => {
  if (hiddenTable && Number(table().dataset.item) !== item?.id) showTable();
  const question = item?.status === "conflict" && item.answer && !isAsking() && part(item.answer, "#table");
  if (!question) return;
  question.dataset.item = item.id;
  question.dataset.game = table().dataset.game;
  askedId = item.id;
  hiddenTable = table();
  hiddenTable.replaceWith(document.adoptNode(question));
  question.querySelector("h1").focus();
};

// The page shows both sides already, as the answer to a tap with this key.
export const askAbout = (key) => {
  const { dataset } = table();
  dataset.item = key;
  dataset.game = JSON.stringify({ key: gameOf(location.pathname) });
  askedId = storeConflict(key).catch(() => {});
};

const storeConflict = async (key) => {
  const item = (await read()).items.find((each) => each.key === key);
  if (item) await dispatch({ type: "conflict", key });
  return item?.id;
};

let resolved = () => {};
// Call this when a person has decided, and the table is on screen again.
export const handleResolved = (handler) => (resolved = handler);

// Where this browser could not store the round, the page goes on by itself.
const decide = async (decision, goOn) => {
  table().inert = true; // once is enough
  const id = await askedId;
  if (id === undefined) return goOn();
  await dispatch({ type: "resolve", id, ...decision });
  if (hiddenTable) {
    showTable();
    resolved();
  } else {
    await flush();
    location.assign(location.pathname);
  }
};

// By one of the forms: the round amends theirs, or comes after it. `key` is for what is sent now.
export const decideBy = (form, fields, key) => {
  const sent = new Map(fields);
  const path = new URL(form.action).pathname;
  const [, rounds, seq] = /^(.*\/rounds\/)(\d+)\/$/.exec(path) ?? [];
  const other = seq
    ? { verb: "amend", path: rounds, seq: Number(seq), seen: Number(sent.get("seen")) }
    : { verb: "record", path, after: Number(sent.get("after")) };
  const goOn = () => {
    form.elements.namedItem("key").value = key;
    form.submit();
  };
  decide({ decision: { key, fields: userFields(fields), ...other } }, goOn);
};

// By the link that leaves it to theirs.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-item] a[data-resolves]");
  if (!link) return;
  event.preventDefault();
  decide({ seq: Number(link.dataset.resolves) }, () => location.assign(link.href));
});
