// The table page while something waits: what is tapped goes into the outbox, is shown as waiting,
// can be amended and taken back, and is sent as soon as there is an answer.

import * as games from "./games.js";
import * as outbox from "./outbox.js";
import { check, draw, factsOf, merge, say, story } from "./sheet.js";

const FIRST_RETRY = 3000;
const LONGEST = 60000;

const table = () => document.getElementById("table");
const entry = () => document.getElementById("entry");
const mark = document.getElementById("live");

const game = () => games.ofPage();
const mine = ({ game: key }) => key === game()?.key;

let newKey = null;
let items = []; // all that waits, of every game
let arrived = []; // what the server has by now, and the table does not show yet
let stands = null; // where the race stands with what waits
let editing = null; // the round that is tapped in anew
let shelved = null; // the table, while a person is asked

const version = () => Number(document.querySelector("[data-version]")?.dataset.version ?? -1);
const offline = () => !navigator.onLine || mark?.dataset.line === "offline";
const here = () => [...arrived, ...items].filter(mine);
const stuck = () => items.find((item) => mine(item) && item.state);
const told = () => items.findLast((item) => mine(item) && item.verb === "tell");
const behind = () => items.some((item) => mine(item) && item.verb !== "tell");

// What is on the screen

const showMark = (sending) => {
  if (!mark) return;
  mark.dataset.box = items.some(({ state }) => state) ? "needs" : sending && items.length ? "sending" : "";
  document.dispatchEvent(new Event("box"));
};

const showCount = () => {
  const link = document.getElementById("waits");
  if (!link) return;
  link.hidden = !items.length;
  link.textContent = say(items.length === 1 ? "countOne" : "countMany", { n: items.length });
};

const tick = (fields) => {
  for (const box of entry()?.querySelectorAll("[type=checkbox]") ?? []) {
    box.checked = fields.some(([name, value]) => name === box.name && value === box.value);
  }
};

const line = (text, kind) => Object.assign(document.createElement("p"), { className: kind, textContent: text });
const button = (text, onclick) =>
  Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: text, onclick });

const part = (html, selector) => new DOMParser().parseFromString(html, "text/html").querySelector(selector);

// What is said of the round that waits last, of one that is tapped in anew, or of one that is stuck.
const sayings = () => {
  const { item, fields } = merge(here(), game()).rounds.findLast((round) => !round.item.landed) ?? {};
  const refused = stuck();
  if (editing) return [line(say("editing"), "happened"), button(say("remove"), () => leave(editing)), button(say("leave"), stop)];
  if (refused?.verb === "tell" && refused.answer) {
    const away = () => outbox.forget(refused.key);
    return [part(refused.answer, ".refusal"), button(say("leave"), away)];
  }
  if (refused?.state === "refused") return [part(refused.answer, ".refusal")];
  if (refused?.state === "gone") return [line(say("gone"), "refusal")];
  if (!item) return [];
  const what = story(factsOf(fields), game().names);
  return [line(say("recorded", { n: stands.rounds, what }), "happened"), button(say("undo"), () => leave(item.id))];
};

const showSayings = () => {
  const said = document.getElementById("said");
  const parts = sayings().filter(Boolean);
  const text = parts.map(({ textContent }) => textContent).join();
  if (!said || (said.querySelector(".boxed")?.textContent ?? "") === text) return;
  said.querySelector(".boxed")?.remove();
  if (!parts.length) return;
  const box = document.createElement("div");
  box.className = editing ? "boxed editing" : "boxed";
  box.append(...parts);
  said.prepend(box);
};

const refuse = ({ code, params }) => {
  const said = document.getElementById("said");
  said.querySelector(".refusal")?.remove();
  said.prepend(line(say(code, params), "refusal"));
};

// The table on screen may be older than what this phone has recorded: the next round follows that,
// and what was ticked before is over.
let form = null;
const catchUp = () => {
  arrived = arrived.filter(({ number }) => number > version());
  const last = arrived.findLast(({ verb }) => verb === "record");
  const after = document.getElementById("after");
  if (last && after && Number(after.value) < last.number) {
    after.value = last.number;
    document.getElementById("known").value = "";
  }
  if (form !== entry() && (last || behind()) && !editing) tick(told()?.fields ?? []);
  form = entry();
};

const drawAll = () => {
  watcher.disconnect();
  if (shelved && Number(table().dataset.item) !== stuck()?.id) unshelve();
  catchUp();
  stands = game() && !table().dataset.item ? draw(game(), here(), editing) : null;
  if (stands) showSayings();
  showCount();
  if (behind() || games.isBlank()) document.body.dataset.waits = items.length;
  else delete document.body.dataset.waits;
  ask();
  watcher.observe(document.body, { childList: true, subtree: true });
};

// A table that the server sends comes without what was drawn on the one before.
const watcher = new MutationObserver(() => {
  const drawn = document.querySelectorAll("#rows .waiting").length;
  if (form !== entry() || arrived.length || drawn !== merge(here(), game()).rounds.length) drawAll();
});

let turns = 0;
const refresh = async () => {
  turns += 1;
  const turn = turns;
  const all = await outbox.all();
  if (turn !== turns) return; // what is newer comes after it, and may be here already
  items = all.filter((item) => !outbox.flying(item));
  if (items.length < all.length) later(FIRST_RETRY);
  try {
    if (all.length) localStorage.waits = all.length;
    else delete localStorage.waits;
  } catch {
    // Where nothing is kept by name, every page looks into the outbox.
  }
  showMark(false);
  drawAll();
};

// A person decides

const busy = () => Boolean(entry()?.querySelector(".place input:checked"));

const unshelve = () => {
  table().replaceWith(shelved);
  shelved = null;
};

const ask = () => {
  const item = stuck();
  const asking = item?.state === "asks" && item.answer && part(item.answer, "#table");
  if (!asking || table().dataset.item || busy()) return;
  const question = document.adoptNode(asking);
  question.dataset.item = item.id;
  question.dataset.game = table().dataset.game;
  shelved = table();
  shelved.replaceWith(question);
  question.querySelector("h1").focus();
};

// The page shows both sides already: the answer to a tap that came at once.
const asked = async (key) => {
  const item = (await outbox.all()).find((each) => each.key === key);
  if (!item) return;
  await outbox.take(item, { state: "asks", flying: undefined });
  table().dataset.item = item.id;
  table().dataset.game = JSON.stringify({ key: item.game });
};

const decide = async (decision) => {
  const id = Number(table().dataset.item);
  await outbox.settle(id, decision);
  if (!shelved && table().dataset.item) {
    await outbox.flush();
    location.assign(`/t/${game().key}/`);
    return;
  }
  if (shelved) unshelve();
  await refresh();
  document.dispatchEvent(new Event("acknowledged"));
  flush();
};

const NOT_FACTS = ["csrfmiddlewaretoken", "key", "after", "seen"];
const facts = (fields) => fields.filter(([name]) => !NOT_FACTS.includes(name));

const decideBy = (form, fields) => {
  const sent = new Map(fields);
  const path = new URL(form.action).pathname;
  const [, rounds, seq] = /^(.*\/rounds\/)(\d+)\/$/.exec(path) ?? [];
  const other = seq
    ? { verb: "amend", path: rounds, seq: Number(seq), seen: Number(sent.get("seen")) }
    : { verb: "record", path, after: Number(sent.get("after")) };
  decide({ key: newKey(), behind: undefined, fields: facts(fields), ...other });
};

// What is tapped

const itemOf = (form, fields, key, verb = "record") => {
  const sent = new Map(fields);
  const told = facts(fields).map(([name, value]) => [name, name === "known" && behind() ? "" : value]);
  return {
    key,
    verb,
    game: game().key,
    names: game().names,
    path: new URL(form.action).pathname.replace(verb === "tell" ? /rounds\/$/ : /$^/, "progress/"),
    token: sent.get("csrfmiddlewaretoken"),
    after: Number(sent.get("after")),
    version: version(),
    fields: told,
  };
};

// Leave the form to the round that is in progress.
const clear = (fields = []) => {
  editing = null;
  delete entry().dataset.untold;
  tick(fields);
  if (!document.activeElement?.getClientRects().length || document.activeElement === document.body) {
    entry().querySelector(".first input").focus({ preventScroll: true });
  }
};

// Whether the rules allow this round here; what they refuse stays on the form.
const allowed = ({ fields }) => {
  try {
    check(game(), here(), editing, fields);
    document.querySelector("#said .refusal")?.remove();
    return true;
  } catch (error) {
    if (!error.code) throw error;
    refuse(error);
    return false;
  } finally {
    drawAll();
  }
};

const record = async (form, fields) => {
  hush();
  const item = itemOf(form, fields, newKey());
  if (!allowed(item)) return;
  const amended = editing;
  clear(amended ? told()?.fields : []);
  if (amended) await outbox.amend(amended, item.key, item.fields);
  else await outbox.put(item);
  navigator.vibrate?.(60);
  flush();
};

// Whether a submission is a matter for the outbox, which then has it: what stands behind others, or
// has no network, or starts a game, or what a person decides by. What goes to the server at once is
// kept as well until it is answered. `fields` are what the form says.
export const take = (form, submitter, key, fields) => {
  if (table()?.dataset.item && table().contains(form)) {
    decideBy(form, fields);
    return true;
  }
  if (form.matches(".rematch, .new-game")) {
    games.start(form, fields, newKey(), { offline: offline() });
    return true;
  }
  if (form.id !== "entry" || !game() || submitter?.hasAttribute("formaction")) return false;
  if (editing || nobodyAnswers()) {
    record(form, fields);
    return true;
  }
  clearTimeout(telling);
  outbox.put({ ...itemOf(form, fields, key), tried: true, flying: Date.now() });
  return false;
};

// The tap was answered at once.
export const answered = (key, status) => {
  if (status === 409) asked(key);
  else outbox.forget(key);
  games.prepare();
};

// No answer came to this tap: from now on it waits.
export const keep = async (form, fields, key) => {
  const item = itemOf(form, fields, key);
  hush();
  if (!allowed(item)) return outbox.forget(key);
  clear();
  const stored = (await outbox.all()).find((each) => each.key === key);
  if (stored) await outbox.take(stored, { flying: undefined });
  else await outbox.put({ ...item, tried: true });
  return flush();
};

// What is ticked before a round is over, and nobody has heard of, waits too.
let telling = null;
const tellLater = async () => {
  if (editing || !entry() || !("untold" in entry().dataset)) return;
  await outbox.put(itemOf(entry(), [...new FormData(entry())], newKey(), "tell"));
  await refresh();
  flush();
};
document.addEventListener("change", ({ target }) => {
  if (target.form?.id !== "entry") return;
  clearTimeout(telling);
  if (nobodyAnswers()) telling = setTimeout(tellLater, 200);
  ask();
});
document.addEventListener("unanswered", () => tellLater());

// A round that is recorded tells it all.
const hush = () => {
  clearTimeout(telling);
  delete entry().dataset.untold;
};

const heard = ({ fields, after }) => {
  if (behind() || Number(document.getElementById("after")?.value) !== after) return;
  const calls = factsOf(fields).calls;
  const order = ["first", "second", "third"].map((place) => new Map(fields).get(place)).filter(Boolean);
  const [dealt, played] = ["dealt", "played"].map((name) => fields.some(([each]) => each === name));
  document.getElementById("known").value = JSON.stringify({ order, calls, dealt, played });
  if (!told()) delete entry().dataset.untold;
};

// What do we need? Said here while something waits, or nobody answers.
const showOutlook = async () => {
  const [{ fill }, page] = await Promise.all([import("./outlook.js"), games.blankPage()]);
  const { calls } = factsOf([...new FormData(entry())]);
  fill(document.getElementById("outlook"), game(), stands, calls, page.getElementById("outlook-words").dataset);
};

const nobodyAnswers = () => behind() || games.isBlank() || offline();

document.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest('.aids a[href$="/outlook/"]') || !nobodyAnswers()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    showOutlook().catch(() => refuse({ code: "noOutlook" }));
  },
  true,
);

document.addEventListener("click", (event) => {
  const chosen = event.target.closest("#rows .waiting button");
  if (chosen) edit(Number(chosen.dataset.item));
  if (editing && event.target.closest(".entry .clear")) stop();
  const link = event.target.closest("[data-item] a[data-settles]");
  if (!link) return;
  event.preventDefault();
  decide({ seq: Number(link.dataset.settles) });
});

const edit = (id) => {
  const round = merge(items, game()).rounds.find(({ item }) => item.id === id);
  if (!round) return;
  editing = id;
  tick(round.fields);
  drawAll();
  entry().scrollIntoView({ block: "nearest" });
  entry().querySelector(".place input:checked")?.focus({ preventScroll: true });
};

const stop = async () => {
  clear(told()?.fields);
  await refresh();
};

// Take a round back: what was called in the last one is called again.
const leave = async (id) => {
  const { item, fields } = merge(items, game()).rounds.at(-1) ?? {};
  await outbox.remove(id, newKey());
  await stop();
  const calls = fields?.filter(([name]) => ["tichu", "grand"].includes(name)) ?? [];
  if (item?.id === id && calls.length && !told()) {
    tick(calls);
    entry().dataset.untold = "";
    tellLater();
  }
  flush();
};

// Sending

let retries = 0;
let timer = null;

const later = (delay) => {
  clearTimeout(timer);
  timer = setTimeout(flush, delay);
};

const flush = async () => {
  clearTimeout(timer);
  await refresh();
  if (!items.length) return;
  showMark(true);
  const { unanswered, left } = await outbox.flush();
  await refresh();
  if (unanswered) later(Math.min(LONGEST, FIRST_RETRY * 2 ** retries) * (0.5 + Math.random() / 2));
  retries = unanswered ? retries + 1 : 0;
  if (left) navigator.serviceWorker?.ready.then(({ sync }) => sync?.register("outbox")).catch(() => {});
};

const again = () => {
  retries = 0;
  if (!document.hidden) flush();
};

const hear = async ({ landed, number, now }) => {
  if (landed && mine(landed)) {
    if (games.begun(landed, now)) return;
    if (landed.verb !== "tell") arrived.push({ ...landed, number, landed: true });
    await refresh();
    if (landed.verb === "tell" && entry()) heard(landed);
    document.dispatchEvent(new Event("acknowledged"));
  } else await refresh();
};

// Find what waits, and show and send it. `key` makes a key for a submission.
export const begin = async (key) => {
  newKey = key;
  await outbox.all(); // fails where a browser keeps nothing
  outbox.listen(hear);
  await games.fill();
  for (const sign of ["online", "focus", "pageshow"]) addEventListener(sign, again);
  document.addEventListener("visibilitychange", again);
  document.addEventListener("looked", () => retries && again());
  document.addEventListener("started", refresh);
  await refresh();
  if (told() && entry()) tick(told().fields);
  flush();
};
