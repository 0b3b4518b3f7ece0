// Puts before a person what somebody else recorded meanwhile, in place of the table, and has what
// that person decides settled in the outbox.

import * as outbox from "./outbox.js";
import { part } from "./sayings.js";
import { toldBy } from "./sheet.js";

const table = () => document.getElementById("table");

let shelved = null; // the table, while its page asks
let asked = null; // the number of the item in question, as soon as it is known

const unshelve = () => {
  table().replaceWith(shelved);
  shelved = null;
};

// Whether what stands in the table's place is a question.
export const isAsking = () => "item" in (table()?.dataset ?? {});

// Ask about an item that is stuck; without one, or with another one, what was asked before is over.
export const ask = (item) => {
  if (shelved && Number(table().dataset.item) !== item?.id) unshelve();
  const question = item?.state === "asks" && item.answer && !isAsking() && part(item.answer, "#table");
  if (!question) return;
  question.dataset.item = item.id;
  question.dataset.game = table().dataset.game;
  asked = item.id;
  shelved = table();
  shelved.replaceWith(document.adoptNode(question));
  question.querySelector("h1").focus();
};

// The page shows both sides already, as the answer to a tap with this key.
export const answered = (key) => {
  const { dataset } = table();
  dataset.item = key;
  dataset.game = JSON.stringify({ key: location.pathname.split("/")[2] });
  asked = keepAsking(key).catch(() => {});
};

const keepAsking = async (key) => {
  const item = (await outbox.all()).find((each) => each.key === key);
  if (item) await outbox.take(item, { state: "asks", flying: undefined });
  return item?.id;
};

// Where this browser could not keep the round, the page goes on by itself.
const decide = async (decision, goOn) => {
  table().inert = true; // once is enough
  const id = await asked;
  if (id === undefined) return goOn();
  await outbox.settle(id, decision);
  if (shelved) {
    unshelve();
    document.dispatchEvent(new Event("settled"));
  } else {
    await outbox.flush();
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
  decide({ key, behind: undefined, fields: toldBy(fields), ...other }, goOn);
};

// By the link that leaves it to theirs.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-item] a[data-settles]");
  if (!link) return;
  event.preventDefault();
  decide({ seq: Number(link.dataset.settles) }, () => location.assign(link.href));
});
