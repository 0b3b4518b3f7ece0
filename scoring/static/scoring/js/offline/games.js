// Starts games without the server. The game is stored, its start is queued, and a blank table is filled
// in as the table of the game.

import { isOffline, reconnect } from "../live/status.js";
import { address, gameOf, tableAddress } from "../shared/addresses.js";
import { putAvatar, readAvatars } from "../shared/avatars.js";
import { callsPerTeam } from "../shared/rules.js";
import { SEATS } from "../shared/seats.js";
import { refuse } from "./messages.js";
import { isStart, isStuck } from "./reducer.js";
import { userFields } from "./rounds.js";
import { flush } from "./sender.js";
import * as store from "./store.js";
import { say, sayCount } from "./translations.js";
import { fourNames, needs, roundNumber } from "./view.js";

const blank = () => address("blank/");
const NOBODY = "00000000-0000-0000-0000-000000000000";

const table = () => document.getElementById("table");

export const isBlank = () => "blank" in (table()?.dataset ?? {});

const seatedAvatars = () => readAvatars(table().querySelectorAll(".seat"), (seat) => seat.querySelector("b").textContent);

// The game of this page: its key, the names in the order of play, the agreement, the avatars and, if it belongs to a
// series, the series; null if the page has no table.
export const ofPage = () => {
  const { game, series, avatars } = table()?.dataset ?? {};
  if (!game) return null;
  return { avatars: avatars ? JSON.parse(avatars) : seatedAvatars(), ...JSON.parse(game), ...(series && { series: JSON.parse(series) }) };
};

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt()};`);

const fillIn = (html, game) =>
  SEATS.reduce((text, seat, place) => text.replaceAll(`{${seat}}`, escaped(game.names[place])), html)
    .replaceAll("{extra}", escaped(game.extra_call ?? ""))
    .replaceAll(NOBODY, game.key);

// The condition that ends the game, in short: the target, the number of rounds, or the lead.
const goal = ({ target, fixed_rounds: rounds, lead }) => {
  if (target) return target;
  if (rounds) return sayCount("rounds", rounds);
  return say("leadOf", { points: lead });
};

// The blank table has all calls. Remove those that this game does not have.
const removeCalls = (drawn, { grand = true, extra_call: extra, extra_call_until: until, shows_deal: asks }) => {
  const remove = (parts) => drawn.querySelectorAll(parts).forEach((part) => part.remove());
  if (!grand) remove(".call.grand");
  if (!extra) remove(".call.extra");
  else if (until) drawn.querySelector("#entry").dataset.extraUntil = until;
  if (!asks || (!grand && (!extra || until === "first_card"))) remove(".deal");
};

// Show the avatars of the players that the page on which the game was started contained.
const seatAvatars = (drawn, { names, avatars }) =>
  SEATS.forEach((seat, place) => putAvatar(drawn.querySelector(`[name=first][value=${seat}]`).closest(".seat"), avatars, names[place]));

// Replace the table of the page by the blank table (`html`), filled in for this game.
const showTable = (game, html) => {
  const page = new DOMParser().parseFromString(fillIn(html, game), "text/html");
  const drawn = document.adoptNode(page.getElementById("table"));
  // The tap that led here may have guarded controls of the blank table (tap-guard.js). Nothing would free their copies.
  drawn.querySelectorAll(".guarded").forEach((control) => control.classList.remove("guarded"));
  drawn.dataset.game = JSON.stringify(game);
  removeCalls(drawn, game);
  seatAvatars(drawn, game);
  if (callsPerTeam(game) !== "any") drawn.querySelector("#entry").dataset.callsPerTeam = callsPerTeam(game);
  drawn.querySelector(".goal").lastChild.textContent = goal(game);
  if (game.series) drawn.querySelector(".series").textContent = say("series", game.series);
  drawn.querySelectorAll(".need").forEach((need) => (need.textContent = needs(game, 0)));
  drawn.querySelector("#number").textContent = roundNumber(game, 1);
  table().replaceWith(drawn);
  window.htmx?.process(drawn);
  document.title = `${fourNames(game.names)} · Tichu Score`;
};

// If the service worker has answered with the blank page, fill it in with the game that is stored under its key. If
// there is none, say so.
export const fillBlank = async () => {
  if (!isBlank()) return;
  const key = gameOf(location.pathname);
  const game = await store.findGame(key);
  if (game) showTable(game, table().outerHTML);
  else {
    const heading = Object.assign(document.createElement("h1"), { textContent: say("unknown") });
    const hint = Object.assign(document.createElement("p"), { textContent: say("unknownHint") });
    table().className = "page";
    table().replaceChildren(heading, hint);
  }
};

// The names at the table in a rematch with this partner of the first player.
const rematchNames = (game, partner) => {
  const others = SEATS.filter((seat) => !["A1", partner].includes(seat));
  return ["A1", others[0], partner, others[1]].map((seat) => game.names[SEATS.indexOf(seat)]);
};

// The next game of a series. All players move one seat on, so team A is team B in it. `winner` is the team that won the
// game before, if the end of that game is unsent.
const nextOfSeries = ({ names: [a1, b1, a2, b2], series, ...game }, winner) => {
  const { best_of, A, B } = winner ? { ...series, [winner]: series[winner] + 1 } : series;
  return { ...game, names: [b2, a1, b1, a2], series: { best_of, A: B, B: A } };
};

const rematch = (key, sent, { dataset }) => {
  const { series, ...game } = ofPage();
  if (series && sent.get("partner") === "next") return { ...nextOfSeries({ ...game, series }, dataset.winner), key };
  const names = rematchNames(game, sent.get("partner"));
  return { ...game, key, names, ...(series && { series: { ...series, A: 0, B: 0 } }) };
};

// Load the further modules that a page with the form of a new game needs.
export const loadNewGame = () => import("./new-game.js");

// A promise of the HTML of the blank page. Without a service worker the page of the new game cannot be opened, so the
// open page becomes its table.
let blankText = null;
const fetchBlank = async () => {
  const answer = await fetch(blank(), { signal: AbortSignal.timeout(10000) });
  if (!answer.ok || !answer.headers.has("Tichu-Score")) throw new TypeError("The answer is not from the site.");
  return answer.text();
};
export const prepare = () => {
  if (blankText || navigator.serviceWorker?.controller) return;
  blankText = fetchBlank();
  blankText.catch(() => (blankText = null));
};

const sayThatItIsStored = (form) => {
  const alert = form.querySelector("[role=alert]");
  if (alert) alert.replaceChildren(say("keptGame"));
  else refuse({ code: "keptGame" });
};

// Show the table of an unsent game: on its own page if there is a service worker, else on this one. If neither is
// possible, say that the game is stored.
const openTable = async (game, form, whenReplaced) => {
  if (navigator.serviceWorker?.controller) return location.assign(tableAddress(game.key));
  const text = table() && (await blankText?.catch(() => null));
  if (!text) return sayThatItIsStored(form);
  // An entry of its own in the history would lead back to an address whose table is not on this page any more.
  history.replaceState(null, "", tableAddress(game.key));
  showTable(game, text);
  whenReplaced();
};

// The item that starts the game with this key; undefined if the server has acknowledged it.
const findStart = async (game) => (await store.read()).items.find(({ key }) => key === game);

// Correct the game of this page, whose start the server has refused, and send it again.
const correct = async (game, fields) => {
  const { id, key } = await findStart(game.key);
  await store.saveGame(game);
  await store.dispatch({ type: "amend", id, key, names: game.names, fields, now: Date.now() });
  await flush();
  location.reload();
};

// The latest start whose answer was lost, so that the server may have the game: its key and its fields.
let unanswered = null;
// A page that the browser shows again from its memory starts another game.
addEventListener("pageshow", () => (unanswered = null));

// The key of a start. If the same fields are sent again after a lost answer, it is the same game, with the same key.
const keyOfStart = (newKey, fields) => (unanswered?.fields === JSON.stringify(userFields(fields)) ? unanswered.key : newKey);

// Once the server has acknowledged the game with this key, go to its table, unless the person has left this page. The
// game may have another key on the server.
const openWhenAcknowledged = (key) => {
  const before = location.pathname;
  const stopListening = store.subscribe(({ type, item, game: now = key }) => {
    if (type !== "acknowledge" || item.key !== key) return;
    stopListening();
    if (location.pathname === before) location.assign(tableAddress(now));
  });
};

// Queue the start of this game and, if there is a network, wait until it has been sent. Resolves to its item; to
// undefined if the server has acknowledged it.
const enqueueStart = async ({ key, names }, form, fields) => {
  const isRematch = form.matches(".rematch");
  const item = {
    key,
    game: key,
    names,
    verb: isRematch ? "rematch" : "start",
    ...(isRematch && { needs: ofPage().key }),
    path: new URL(form.action).pathname,
    token: new Map(fields).get("csrfmiddlewaretoken"),
    fields: userFields(fields),
  };
  await store.dispatch({ type: "enqueue", item, now: Date.now() });
  const flushed = flush();
  if (!isOffline()) await flushed;
  return findStart(key);
};

// Submit the form as without scripts. The server starts the game, or responds with a page that shows the errors.
const submitToServer = (form, key = "") => {
  form.elements.namedItem("key").value = key;
  form.submit();
};

// Ask the server to start this game. Resolves to whether the start is still unanswered.
const askServer = async (game, form, fields) => {
  openWhenAcknowledged(game.key);
  const unsent = await enqueueStart(game, form, fields);
  if (!unsent || !isStuck(unsent)) return Boolean(unsent);
  await store.discard(game.key);
  submitToServer(form);
  return false;
};

const startStored = async (game, form, fields, whenReplaced) => {
  await store.saveGame(game);
  if (await askServer(game, form, fields)) await openTable(game, form, whenReplaced);
};

// Start a game by the form of a new game, or correct the game with this key if the server has `refused` it.
const startNew = async (key, refused, form, fields, whenReplaced) => {
  const { newGame, showErrors, validateNewGame } = await loadNewGame();
  const sent = new Map(fields);
  const rotates = Boolean(sent.get("partners"));
  const needsNetwork = new Map([["partners", "rotationNeedsNetwork"]]); // only the server can make its plan
  const askAgain = (errors) => {
    showErrors(form, errors);
    delete form.dataset.starts;
  };
  // A refused game has already passed the checks of this page. Only the server can say what is still wrong with it.
  const errors = new Map([...(refused ? [] : validateNewGame(sent)), ...(rotates && isOffline() ? needsNetwork : [])]);
  if (errors.size) return askAgain(errors);
  const game = newGame(key, sent, form);
  if (refused) return correct(game, userFields(fields));
  showErrors(form, errors); // none any more
  if (!rotates) return startStored(game, form, fields, whenReplaced);
  if (!(await askServer(game, form, fields))) return;
  await store.discard(key);
  unanswered = { key, fields: JSON.stringify(userFields(fields)) };
  askAgain(needsNetwork);
};

// Start a game by this form, or a rematch. If the server does not answer, the start is sent later. `whenReplaced` is
// called if this page becomes the table of the game.
export const start = async (form, fields, newKey, whenReplaced) => {
  if ("starts" in form.dataset) return; // a second tap is not another game
  form.dataset.starts = "";
  const isRematch = form.matches(".rematch");
  const refused = !isRematch && ofPage(); // a refused game is corrected on its own page
  const key = refused ? refused.key : keyOfStart(newKey, fields);
  try {
    if (isRematch) await startStored(rematch(key, new Map(fields), form), form, fields, whenReplaced);
    else await startNew(key, refused, form, fields, whenReplaced);
  } catch {
    submitToServer(form, key); // this phone cannot store the game
  }
};

// Set in this dataset of a table the addresses by which it is kept up to date with the game with this key.
export const setAddresses = (dataset, key) => {
  dataset.board = `${tableAddress(key)}board/`;
  dataset.live = address(`live/t/${key}/`);
};

// The server has started a game, under the key `now`. If it is the game of this blank page, make the page a regular
// table page. Returns whether the page is left for another one.
export const handleStarted = (item, now) => {
  if (!isStart(item) || !isBlank()) return false;
  if (now !== item.game) {
    location.replace(tableAddress(now));
    return true;
  }
  const { dataset } = table();
  delete dataset.blank;
  setAddresses(dataset, now);
  navigator.serviceWorker?.controller?.postMessage(["renew", tableAddress(now)]);
  reconnect();
  return false;
};
