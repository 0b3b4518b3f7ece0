// Shows and sends the unsent changes of this browser on pages that are no table: the home page, the page of a group,
// and the list of unsent changes. Lists the changes, saves them as a file, includes them in the scores of the home
// page, and warns a person who leaves or deletes a group.

import { tableAddress } from "../shared/addresses.js";
import { TEAMS } from "../shared/seats.js";
import { guardMoved, notePlaces } from "../shared/tap-guard.js";
import { describeRound, showCount, withKey } from "./messages.js";
import { isStart, isStuck, PROGRESS } from "./reducer.js";
import { createRetries } from "./retries.js";
import { standingWith } from "./rounds.js";
import { flush } from "./sender.js";
import { discard, read, subscribe } from "./store.js";
import { say, sayCount } from "./translations.js";
import { boundary, fourNames, putTotal } from "./view.js";
import { warnOfStorageRisk } from "../../../tichu_score/js/storage.js";

const element = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });

const list = document.getElementById("unsent-list");
const games = document.getElementById("unsent-games");
const save = document.getElementById("save");

// The names of the messages for items that are no round.
const MESSAGES = { [PROGRESS]: "aCall", start: "aNewGame", rematch: "aRematch", remove: "aRemoval" };

const describe = ({ verb, fields, names, rules, game }) => {
  const who = names ? fourNames(names) : game;
  if (["record", "amend"].includes(verb)) return `${who} · ${describeRound(fields, { ...rules, names })}`;
  return `${who} · ${say(MESSAGES[verb] ?? verb)}`;
};

// Whether no table page can offer the actions for this item, because the server does not have the game, and no service
// worker has its page.
const hasNoTable = (item) =>
  item.status === "orphaned" ||
  (isStuck(item) && isStart(item) && !navigator.serviceWorker?.controller);

const drawRow = (item) => {
  const made = document.createElement("li");
  const table = { href: tableAddress(item.game) };
  made.append(hasNoTable(item) ? describe(item) : element("a", describe(item), table));
  if (isStuck(item)) made.append(" ", element("b", say(item.status)));
  if (hasNoTable(item)) {
    const onclick = () => discard(item.key);
    const line = document.createElement("p");
    line.append(withKey(element("button", say("discard"), { className: "button danger", type: "button", onclick }), item));
    made.append(line);
  }
  return made;
};

// The standing of a game in the words of the home page.
const describeStanding = ({ winner, state, rounds }) => {
  if (state === "running") return sayCount("running", rounds);
  return say(winner ? "finished" : "tied");
};

const drawGame = (link, items) => {
  const [game, shown] = [JSON.parse(link.dataset.game), JSON.parse(link.dataset.shown)];
  if (shown.ended) return; // the server will refuse further rounds
  const stands = standingWith(game, shown, items.filter((item) => item.game === game.key));
  link.querySelector(".when").classList.toggle("running", stands.state === "running");
  link.querySelector(".stands").textContent = describeStanding(stands);
  for (const team of TEAMS) {
    const line = link.querySelector(`.line.${team.toLowerCase()}`);
    const won = team === stands.winner;
    line.classList.toggle("won", won);
    line.querySelector(".unseen").textContent = won ? say("won") : "";
    putTotal(line.querySelector(".total"), stands.totals[team]);
  }
  link.querySelector(".halves .a")?.setAttribute("transform", `scale(${boundary(stands.totals)} 1)`);
};

// Show in the row of a game that an unsent change is stuck. The row is a link to the table, on which a person decides.
const drawStuck = (items) => {
  notePlaces();
  for (const link of document.querySelectorAll(".game")) {
    const item = items.find((each) => isStuck(each) && tableAddress(each.game) === link.getAttribute("href"));
    link.querySelector(".stuck")?.remove();
    if (item) link.append(element("b", say(item.status), { className: "stuck" }));
  }
  guardMoved();
};

// The items that were acknowledged after the server has made this page, so that its scores do not include them.
const acknowledged = [];
const isAcknowledged = ({ key }) => acknowledged.some((each) => each.key === key);
const handleEvent = ({ type, item }) => {
  if (type === "acknowledging" && !isAcknowledged(item)) acknowledged.push({ ...item, status: "acknowledged" });
  drawAgain();
};

// Show the scores of the home page with the unsent rounds included.
const drawScores = (items) => {
  const counted = [...acknowledged, ...items.filter((item) => !isAcknowledged(item))];
  document.querySelectorAll("[data-shown]").forEach((link) => drawGame(link, counted));
};

// Link to the tables of the games whose start is unsent.
const drawStartedGames = (items) => {
  const started = items.filter(isStart);
  games?.replaceChildren(...started.map(({ game, names }) => {
    const made = document.createElement("li");
    made.append(element("a", fourNames(names), { className: "button", href: tableAddress(game) }));
    return made;
  }));
};

let drawn = null;
const drawList = (items) => {
  const rows = element("ul", "", { className: "log" });
  rows.append(...items.map(drawRow));
  const content = items.length ? rows : element("p", list.dataset.empty);
  if (content.outerHTML === drawn) return;
  drawn = content.outerHTML;
  notePlaces();
  list.replaceChildren(content);
  guardMoved();
};

const draw = async () => {
  const { items } = await read();
  retries.awaitAnswers(items);
  showCount(items);
  drawScores(items);
  drawStuck(items);
  drawStartedGames(items);
  if (save) save.hidden = !items.length;
  if (!list) return;
  drawList(items);
  await warnOfStorageRisk(items.length);
};

save?.addEventListener("click", async () => {
  const items = (await read()).items.map(({ token, answer, ...item }) => item);
  const text = JSON.stringify({ "tichu-score": "unsent", version: 1, items }, null, 1);
  const file = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", "", { href: file, download: "tichu-unsent.json" }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60000);
});

// A person who leaves or deletes a group may have unsent changes of it. The first tap shows a warning, the second one
// submits.
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-leaves]") || form.dataset.leaves === "warned") return;
  event.preventDefault();
  const { items } = await read().catch(() => ({ items: [] }));
  form.dataset.leaves = "warned";
  if (!items.length) form.requestSubmit(submitter);
  else {
    const text = sayCount("leaving", items.length);
    form.prepend(element("p", text, { className: "refusal", role: "alert" }));
  }
});

// If the store fails, it is read again at the next event.
const drawAgain = () => draw().catch(() => {});

// Draw, send, draw. The timer for items that await an answer has just been stopped, and the first drawing starts it
// again.
const send = async () => {
  retries.stop();
  await drawAgain();
  const { unanswered } = await flush();
  await drawAgain();
  retries.finish(unanswered);
};
const retries = createRetries(send);
const sendNow = () => {
  retries.reset();
  return document.hidden || send();
};

try {
  subscribe(handleEvent);
  await draw();
  addEventListener("online", sendNow);
  document.addEventListener("visibilitychange", sendNow);
  await sendNow();
} catch {
  list?.append(element("p", list.dataset.unkept));
}
