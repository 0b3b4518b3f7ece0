// The table page while something waits: what is tapped goes into the outbox, is shown as waiting,
// can be amended and taken back, and is sent as soon as there is an answer.

import * as backlog from "./backlog.js";
import * as games from "./games.js";
import * as outbox from "./outbox.js";
import { answered as askAbout, ask, decideBy, isAsking } from "./decisions.js";
import { refuseBy, refuseNothing, refuseUnsent, showCount, showSayings } from "./sayings.js";
import { check, draw, factsOf, merge, say, toldBy } from "./sheet.js";
import { danger } from "../../tichu_score/js/storage.js";

const FIRST_RETRY = 3000;
const LONGEST = 60000;

const table = () => document.getElementById("table");
const entry = () => document.getElementById("entry");
const mark = document.getElementById("live");

const game = () => games.ofPage();
const { behind, here, stuck, told } = backlog;

let newKey = null;
let unsafe = ""; // what could happen to what waits on this phone
let stands = null; // where the race stands with what waits
let editing = null; // the round that is tapped in anew
let underway = false; // whether the round on the form is on its way to the server

const offline = () => !navigator.onLine || mark?.dataset.line === "offline";

// What is on the screen

const showMark = (sending) => {
  if (!mark) return;
  const items = backlog.all();
  mark.dataset.box = items.some(({ state }) => state) ? "needs" : sending && items.length ? "sending" : "";
  document.dispatchEvent(new Event("box"));
};

const tick = (fields) => {
  for (const box of entry()?.querySelectorAll("[type=checkbox]") ?? []) {
    box.checked = fields.some(([name, value]) => name === box.name && value === box.value);
  }
};

const ways = (id, key) => ({ remove: () => leave(id), forget: () => outbox.forget(key), leave: stop });

// The table on screen may be older than what this phone has recorded: the next round follows that,
// and what was ticked before is over.
let form = null;
const catchUp = () => {
  const last = backlog.settle();
  const after = document.getElementById("after");
  if (last && after && Number(after.value) < last.number) {
    after.value = last.number;
    document.getElementById("known").value = "";
  }
  if (form !== entry() && (last || behind()) && !editing) tick(told()?.fields ?? []);
  form = entry();
};

// Nobody is asked in the middle of a round.
const busy = () => Boolean(entry()?.querySelector(".place input:checked"));
const askWhenFree = () => (isAsking() || !busy()) && ask(stuck());

const about = () => ({ names: game().names, rounds: merge(here(), game()).rounds, played: stands.rounds });

const drawAll = () => {
  watcher.disconnect();
  askWhenFree();
  catchUp();
  stands = game() && !isAsking() ? draw(game(), here(), editing) : null;
  if (stands) showSayings({ ...about(), stuck: stuck(), editing, unsafe }, ways);
  showCount(backlog.all());
  if (behind() || games.isBlank()) document.body.dataset.waits = backlog.all().length;
  else delete document.body.dataset.waits;
  watcher.observe(document.body, { childList: true, subtree: true });
};

// A table that the server sends comes without what was drawn on the one before.
const watcher = new MutationObserver(() => {
  const drawn = document.querySelectorAll("#rows .waiting").length;
  if (form !== entry() || backlog.settles() || drawn !== merge(here(), game()).rounds.length) drawAll();
});

// What could happen to what waits is another matter once somebody lets the browser keep it.
const warn = async () => {
  const before = unsafe;
  unsafe = await danger();
  if (unsafe !== before) drawAll();
};

const refresh = async () => {
  const stored = await backlog.read();
  if (!stored) return;
  if (stored.some(outbox.flying)) later(FIRST_RETRY);
  try {
    if (stored.length) localStorage.waits = stored.length;
    else delete localStorage.waits;
  } catch {
    // Where nothing is kept by name, every page looks into the outbox.
  }
  showMark(false);
  if (stored.length) warn();
  try {
    drawAll();
  } catch (error) {
    reportError(error); // what cannot be drawn is sent all the same
  }
};

// A person has decided about what was stuck.
document.addEventListener("settled", async () => {
  await refresh();
  document.dispatchEvent(new Event("acknowledged"));
  flush();
});

// What is tapped

const itemOf = (form, fields, key, verb = "record") => {
  const sent = new Map(fields);
  const told = toldBy(fields).map(([name, value]) => [name, name === "known" && behind() ? "" : value]);
  return {
    key,
    verb,
    game: game().key,
    names: game().names,
    path: new URL(form.action).pathname.replace(verb === "tell" ? /rounds\/$/ : /$^/, "progress/"),
    token: sent.get("csrfmiddlewaretoken"),
    after: Number(sent.get("after")),
    version: backlog.version(),
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
    refuseNothing();
    return true;
  } catch (error) {
    if (!error.code) throw error;
    refuseBy(error);
    return false;
  } finally {
    drawAll();
  }
};

const store = (what) => backlog.whileStoring(() => what().then(refresh));

const record = async (form, fields) => {
  if (!editing) hush();
  const item = itemOf(form, fields, newKey());
  if (!allowed(item)) return;
  const amended = editing;
  clear(amended ? told()?.fields : []);
  try {
    await store(() => (amended ? outbox.amend(amended, item.key, item.fields) : outbox.put(item)));
  } catch {
    return giveBack(fields, amended);
  }
  navigator.vibrate?.(60);
  flush();
};

// This phone can keep no more: what was tapped stays on the form.
const giveBack = (fields, amended) => {
  editing = amended;
  tick(fields);
  entry().dataset.untold = "";
  refuseUnsent();
  drawAll();
};

// Whether a submission is a matter for the outbox, which then has it: what stands behind others, or
// has no network, or starts a game, or what a person decides by. What goes to the server at once is
// kept as well until it is answered. `fields` are what the form says.
export const take = (form, submitter, key, fields) => {
  if (isAsking() && table().contains(form)) {
    decideBy(form, fields, newKey());
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
  tellNoMore();
  underway = true;
  outbox.put({ ...itemOf(form, fields, key), tried: true, flying: Date.now() }).catch(() => {});
  return false;
};

// The tap was answered at once.
export const answered = (key, status) => {
  underway = false;
  if (status === 409) askAbout(key);
  else outbox.forget(key);
  games.prepare();
};

// No answer came to this tap: from now on it waits.
export const keep = async (form, fields, key) => {
  underway = false;
  const item = itemOf(form, fields, key);
  hush();
  if (!allowed(item)) return outbox.forget(key);
  clear();
  await store(async () => {
    const stored = (await outbox.all()).find((each) => each.key === key);
    if (stored) await outbox.take(stored, { flying: undefined });
    else await outbox.put({ ...item, tried: true });
  });
  return flush();
};

// What is ticked before a round is over, and nobody has heard of, waits too.
let telling = null;
const tellLater = async () => {
  if (editing || underway || !entry() || !("untold" in entry().dataset)) return;
  try {
    await outbox.put(itemOf(entry(), [...new FormData(entry())], newKey(), "tell"));
  } catch {
    return; // this phone can keep no more: it goes with the round
  }
  await refresh();
  flush();
};
document.addEventListener("change", ({ target }) => {
  if (target.form?.id !== "entry") return;
  clearTimeout(telling);
  if (nobodyAnswers()) telling = setTimeout(tellLater, 200);
  askWhenFree();
});
document.addEventListener("unanswered", () => tellLater());

// A round that is recorded tells it all.
const tellNoMore = () => {
  clearTimeout(telling);
  backlog.forgetTold();
};
const hush = () => {
  tellNoMore();
  delete entry().dataset.untold;
};

const heard = ({ fields, after }) => {
  if (Number(document.getElementById("after")?.value) !== after) return;
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
    showOutlook().catch(() => refuseBy({ code: "noOutlook" }));
  },
  true,
);

document.addEventListener("click", (event) => {
  const chosen = event.target.closest("#rows .waiting button");
  if (chosen) edit(Number(chosen.dataset.item));
  if (editing && event.target.closest(".entry .clear")) stop();
});

const edit = (id) => {
  const round = merge(backlog.mine(), game()).rounds.find(({ item }) => item.id === id);
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
  const { item, fields } = merge(backlog.mine(), game()).rounds.at(-1) ?? {};
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
  if (!backlog.all().length) return;
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

const hear = async ({ landing, landed, number, now }) => {
  if (landing) backlog.arrive(landing, number);
  else if (landed && backlog.isMine(landed)) {
    if (games.begun(landed, now)) return;
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
