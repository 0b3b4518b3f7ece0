// What is unsent in this browser, on pages that are no table: as a list, as a file, and as a warning.

import { tableAddress } from "../shared/addresses.js";
import { describeRound, showCount } from "./messages.js";
import { isStuck } from "./reducer.js";
import { standingWith } from "./rounds.js";
import { flush } from "./sender.js";
import { discard, read, subscribe } from "./store.js";
import { boundary, putTotal, say } from "./view.js";
import { warnOfStorageRisk } from "../../../tichu_score/js/storage.js";

const element = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });

const list = document.getElementById("unsent-list");
const games = document.getElementById("unsent-games");
const save = document.getElementById("save");

const describe = ({ verb, fields, names, rules, game }) => {
  const who = names ? `${names[0]} + ${names[2]} : ${names[1]} + ${names[3]}` : game;
  if (["record", "amend"].includes(verb)) return `${who} · ${describeRound(fields, { ...rules, names })}`;
  return `${who} · ${say(`of${verb[0].toUpperCase()}${verb.slice(1)}`)}`;
};

// Whether no table is there to deal with it: the server does not know the game, or not yet, and no
// service worker stands in.
const isAway = (item) =>
  item.status === "orphaned" ||
  (isStuck(item) && ["start", "rematch"].includes(item.verb) && !navigator.serviceWorker?.controller);

const row = (item) => {
  const made = document.createElement("li");
  const table = { href: tableAddress(item.game) };
  const away = isAway(item);
  made.append(away ? describe(item) : element("a", describe(item), table));
  if (isStuck(item)) made.append(" ", element("b", say(item.status)));
  if (away) {
    const onclick = () => discard(item.key);
    made.append(element("button", say("discard"), { className: "button danger", type: "button", onclick }));
  }
  return made;
};

// Where a game of the home page stands, in its words.
const wordsFor = ({ winner, state, rounds }) => {
  if (state === "running") return say(rounds === 1 ? "runningOne" : "runningMany", { n: rounds });
  return say(winner ? "finished" : "tied");
};

const drawGame = (link, items) => {
  const [game, shown] = [JSON.parse(link.dataset.game), JSON.parse(link.dataset.shown)];
  if (shown.ended) return; // what is unsent of it, the server refuses
  const stands = standingWith(game, shown, items.filter((item) => item.game === game.key));
  link.querySelector(".when").classList.toggle("running", stands.state === "running");
  link.querySelector(".stands").textContent = wordsFor(stands);
  for (const team of ["A", "B"]) {
    const line = link.querySelector(`.line.${team.toLowerCase()}`);
    const won = team === stands.winner;
    line.classList.toggle("won", won);
    line.querySelector(".unseen").textContent = won ? say("won") : "";
    putTotal(line.querySelector(".total"), stands.totals[team]);
  }
  link.querySelector(".halves .a")?.setAttribute("transform", `scale(${boundary(stands.totals)} 1)`);
};

// What the server has by now, and this page does not show.
const acknowledged = [];
const isAcknowledged = ({ key }) => acknowledged.some((each) => each.key === key);
const handleEvent = ({ type, item }) => {
  if (type === "acknowledging" && !isAcknowledged(item)) acknowledged.push({ ...item, status: "acknowledged" });
  return draw();
};

const draw = async () => {
  const { items } = await read();
  showCount(items);
  const counted = [...acknowledged, ...items.filter((item) => !isAcknowledged(item))];
  document.querySelectorAll("[data-shown]").forEach((link) => drawGame(link, counted));
  if (save) save.hidden = !items.length;
  const started = items.filter(({ verb }) => ["start", "rematch"].includes(verb));
  games?.replaceChildren(...started.map(({ game, names: [one, two, three, four] }) => {
    const made = document.createElement("li");
    made.append(element("a", `${one} + ${three} : ${two} + ${four}`, { className: "button", href: tableAddress(game) }));
    return made;
  }));
  if (!list) return;
  const rows = Object.assign(document.createElement("ul"), { className: "log" });
  rows.append(...items.map(row));
  list.replaceChildren(items.length ? rows : element("p", list.dataset.empty));
  await warnOfStorageRisk(items.length);
};

save?.addEventListener("click", async () => {
  const items = (await read()).items.map(({ token, answer, ...item }) => item);
  const text = JSON.stringify({ "tichu-score": "waiting", version: 1, items }, null, 1);
  const file = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", "", { href: file, download: "tichu-waiting.json" }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60000);
});

// Who leaves a group, or deletes it, may still have something to send there.
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-leaves]") || form.dataset.leaves === "warned") return;
  event.preventDefault();
  const { items } = await read().catch(() => ({ items: [] }));
  form.dataset.leaves = "warned";
  if (!items.length) form.requestSubmit(submitter);
  else {
    const text = say(items.length === 1 ? "leavingOne" : "leavingMany", { n: items.length });
    form.prepend(element("p", text, { className: "refusal", role: "alert" }));
  }
});

const send = () => document.hidden || flush();

try {
  subscribe(handleEvent);
  await draw();
  addEventListener("online", send);
  document.addEventListener("visibilitychange", send);
  await send();
} catch {
  list?.append(element("p", list.dataset.unkept));
}
