// Draws the unsent rounds on the table page, each as a row, and the score with them. Other modules of the queue also
// use the functions that describe a round, a total or names.

import { insertCsrf } from "../shared/csrf.js";
import { payOpponents, playsOn, readRound, worth } from "../shared/rules.js";
import { SEATS, TEAMS } from "../shared/seats.js";
import { moveBoundary, shownBoundary } from "../table/halves.js";
import * as unsent from "./rounds.js";
import { say, sayCount } from "./translations.js";

export const formatPoints = (points) => String(points).replace("-", "\u2212");
const formatSigned = (points) => (points > 0 ? `+${points}` : formatPoints(points));

// The name of a call, and its initials.
const callName = ({ extra_call: extra }, level) => (level === "extra" && extra) || say(level);
const callSign = (game, level) =>
  level === "extra" ? callName(game, level).split(" ").map(([first]) => first ?? "").join("") : say(level === "grand" ? "gt" : "t");

// Whether this is an extra call, and the rules of the game have none any more. It is then worth nothing, neither made
// nor failed.
const isUnknownCall = ({ extra_call: extra }, level) => level === "extra" && !extra;

const nameBySeat = (names) => (seat) => names[SEATS.indexOf(seat)];

const describePoints = ({ first_out: first, out_order: order, card_points: cards, double_win: double, calls }, name, rules) => {
  const points = double
    ? say("double", { one: name(order[0]), other: name(order[1]) })
    : `${formatPoints(cards.A)}\u00a0:\u00a0${formatPoints(cards.B)}`;
  const outcomes = calls.map(({ player, level }) => {
    if (isUnknownCall(rules, level)) return `${callName(rules, level)} ${name(player)}`;
    const made = player === first;
    const paid = !made && payOpponents(rules, level);
    const value = worth(rules, level);
    const values = { call: callName(rules, level), name: name(player), points: formatSigned(made || paid ? value : -value) };
    return say(made ? "made" : paid ? "failedPaid" : "failed", values);
  });
  return [points, ...outcomes].join(", ");
};

// The card points and the calls of a round, in the words of the server for a recorded round.
export const pointsSummary = (facts, { names, ...rules }) => describePoints(readRound(facts), nameBySeat(names), rules);

// A round in one line, in the words of the server.
export const roundSummary = (facts, { names, ...rules }) => {
  const round = readRound(facts);
  const name = nameBySeat(names);
  const { first_out: first, out_order: order, double_win: double } = round;
  const out = double || !order?.length ? say("first", { name: name(first) }) : order.map(name).join(" › ");
  return `${out} · ${describePoints(round, name, rules)}`;
};

const tag = (text, className) => Object.assign(document.createElement("i"), { textContent: text, className: `tag${className}` });

// A round as signs, as the server would draw it, with a name beside each.
const roundSigns = (facts, { names, ...rules }) => {
  const { first_out: first, out_order: order, card_points: cards, double_win: double, calls } = readRound(facts);
  const name = nameBySeat(names);
  const tags = calls.map(({ player, level }) => {
    if (isUnknownCall(rules, level)) return tag(`${callName(rules, level)} ${name(player)}`, " extra failed");
    const made = player === first;
    const sign = `${callSign(rules, level)}${made ? "✓" : "✕"}`;
    return tag(`${sign} ${name(player)}`, made ? ` ${level}` : ` ${level} failed`);
  });
  if (double) tags.unshift(tag(say("doubled"), ""));
  const out = order?.length ? order.map(name).join(" › ") : `${name(first)}\u00a0①`;
  const line = cards ? `${out} · ${formatPoints(cards.A)}\u00a0:\u00a0${formatPoints(cards.B)}` : out;
  return [line, ...tags.flatMap((each) => [" ", each])];
};

let rotation = null; // the module rotation.js if partners change
export const setRotation = (module) => (rotation = module);

// The content of an element as the server has sent it. Each drawing starts with this content.
const originals = new WeakMap();
const original = (element) => {
  if (!originals.has(element)) originals.set(element, element.innerHTML);
  return originals.get(element);
};

const put = (selector, text) => {
  const element = document.querySelector(selector);
  if (element) element.textContent = text;
};

// A total, in a size that follows the number of its digits.
export const putTotal = (element, total) => {
  element.textContent = formatPoints(total);
  element.dataset.digits = formatPoints(total).length;
};

const teamNames = (names) => ({ A: `${names[0]} + ${names[2]}`, B: `${names[1]} + ${names[3]}` });

// The players of a game or of a round: Ada + Cleo : Ben + Dora.
export const fourNames = (names) => Object.values(teamNames(names)).join(" : ");

const drawRow = ({ rotation }, { item, number, text, signs, names, points, totals }) => {
  const drawn = document.getElementById("unsent-row").content.firstElementChild.cloneNode(true);
  const button = drawn.querySelector("button");
  button.dataset.item = item.id;
  button.textContent = number;
  button.ariaLabel = button.ariaLabel.replace("{n}", number);
  drawn.querySelector(".summary").textContent = text;
  drawn.querySelector(".signs").replaceChildren(...signs);
  const four = drawn.querySelector(".four");
  if (rotation) four.textContent = fourNames(names);
  else four.remove();
  for (const team of TEAMS) {
    const cell = drawn.querySelector(`.${team.toLowerCase()}`);
    cell.prepend(`${formatPoints(points[team])} `);
    cell.querySelector("small").textContent = totals ? formatPoints(totals[team]) : "";
  }
  return drawn;
};

// The number of points that a team needs to reach the target, in words; "" if there is no target.
export const needs = ({ target }, total) => {
  if (!target) return "";
  return total < target ? say("needs", { points: target - total }) : say("there");
};

export const roundNumber = ({ fixed_rounds: last }, number) => (number <= last ? say("ofRounds", { number, last }) : number);

// The width of team A's half of the score, from 0.42 to 0.58, as the server computes it.
export const boundary = ({ A, B }) => (0.5 + 0.08 * Math.min(Math.max((A - B) / 500, -1), 1)).toFixed(3);

const drawScore = (game, { totals, rounds, leader, ...stands }) => {
  const score = document.getElementById("score");
  put("#number", roundNumber(game, rounds + 1));
  if (game.rotation) return;
  score.querySelector(".lead")?.remove();
  if (leader) {
    const lead = document.createElement("p");
    const unseen = document.createElement("span");
    unseen.className = "unseen";
    unseen.textContent = `${say("leads", { team: teamNames(game.names)[leader] })} `;
    lead.className = `lead ${leader.toLowerCase()}`;
    lead.append(unseen, Math.abs(totals.A - totals.B));
    score.querySelector(".halves").before(lead);
  }
  for (const team of TEAMS) {
    const side = team.toLowerCase();
    putTotal(score.querySelector(`.team.${side} .total`), totals[team]);
    put(`#score .need.${side}`, needs(game, totals[team]));
  }
  document.getElementById("half").setAttribute("transform", `scale(${boundary(totals)} 1)`);
  if (playsOn(game, { totals, rounds, ...stands })) put("#score .goal", say("tie"));
};

// Show the score of the series with this game, and offer the next game unless a team has won the series.
const drawSeries = (form, series, winner) => {
  const [line, next] = [form.querySelector(".wins"), form.querySelector("[value=next]")];
  const wins = winner && series ? { ...series, [winner]: series[winner] + 1 } : series;
  if (wins) line.textContent = say("series", wins);
  else line.remove();
  next.hidden = !wins || 2 * Math.max(wins.A, wins.B) > wins.best_of;
  if (!next.hidden) form.querySelector("[value=A2]").classList.remove("strong");
};

const drawRematch = (form, { names, series }, winner) => {
  form.action = `${location.pathname}rematch/`;
  form.dataset.winner = winner ?? "";
  insertCsrf(form);
  for (const [seat, place] of [["B1", 1], ["B2", 3]]) {
    form.querySelector(`[value=${seat}]`).textContent = say("with", { one: names[0], other: names[place] });
  }
  drawSeries(form, series, winner);
};

// The final totals of both teams, the higher one first.
const drawTeams = (drawn, names, totals, winner) => {
  const teams = TEAMS.toSorted((one, other) => totals[other] - totals[one]);
  [...drawn.querySelectorAll("dl div")].forEach((line, place) => {
    line.className = `${teams[place].toLowerCase()}${teams[place] === winner ? " won" : ""}`;
    line.querySelector("dt").append(names[teams[place]]);
    putTotal(line.querySelector("dd"), totals[teams[place]]);
  });
};

const drawEnding = (game, { totals, rounds, winner }, first) => {
  const drawn = document.getElementById("unsent-ending").content.firstElementChild.cloneNode(true);
  const names = teamNames(game.names);
  // Over plain HTTP there is no service worker, so without a network there is no picture.
  const drawing = drawn.querySelector("img");
  drawing.addEventListener("error", () => drawing.remove());
  drawn.querySelector("h1").textContent = winner ? say("win", { names: names[winner] }) : say("draw");
  if (game.rotation) {
    // At a table of a session, the table page shows the standings of all tables.
    drawn.querySelector("h1").textContent = say(game.rotation.shown ? "tableCompleted" : "completed");
    drawn.querySelector("dl").replaceWith(document.querySelector("#score .players").cloneNode(true));
    drawn.querySelector("form").remove();
  }
  const firstPlace = drawn.querySelector(".first-place");
  if (first.length) firstPlace.textContent = say("firstPlace", { names: first.join(", ") });
  else firstPlace.remove();
  drawTeams(drawn, names, totals, winner);
  drawn.querySelector(".after").textContent = sayCount("afterRounds", rounds);
  const rematch = drawn.querySelector("form");
  if (rematch) drawRematch(rematch, game, winner);
  return drawn;
};

// Replace the elements that `selector` finds by the drawn elements, which `put` puts on the page. If both are equal,
// the elements are not replaced, because a finger may be on one, the focus may be in it, or its form may be being sent.
const markupOf = new WeakMap(); // at the time of drawing; a person or a script may have changed the element since
const replaceChanged = (selector, drawn, put) => {
  const before = [...document.querySelectorAll(selector)];
  for (const each of drawn) markupOf.set(each, each.outerHTML);
  if (before.length === drawn.length && drawn.every((each, place) => markupOf.get(each) === markupOf.get(before[place]))) return;
  for (const each of before) each.remove();
  put(drawn);
};

const restore = () => {
  for (const id of ["score", "number"]) {
    const element = document.getElementById(id);
    if (element && element.innerHTML !== original(element)) element.innerHTML = original(element);
  }
  document.querySelectorAll("#rows tr.changes").forEach((row) => row.classList.remove("changes"));
};

// The score sheet that the table shows, without unsent changes: see rounds.js.
const sheet = () => ({
  ...JSON.parse(document.getElementById("score").dataset.standing),
  rows: [...document.querySelectorAll("#rows [data-round]")].map((row) => JSON.parse(row.dataset.round)),
});
const isTable = () => Boolean(document.getElementById("score"));

const rowOf = (seq) => document.querySelector(`#rows a[href$="/rounds/${seq}/"]`)?.closest("tr");

// Combine these items to rounds and changes of a game, see rounds.js. There are none if there is no table.
export const merge = (items, game) => (isTable() ? unsent.merge(items, game, sheet()) : { rounds: [], changes: [] });

// Throw IllegalRound if a round with these fields is not possible after the unsent changes. A page of a game that has
// ended has no table, so the server checks the round.
export const check = (game, items, changed, fields) => isTable() && unsent.check(game, sheet(), items, changed, fields);

// The rows of these unsent rounds, in order. `standings` are those before the first round and after each of them.
const drawRows = (game, rounds, standings) =>
  rounds.map(({ item, fields }, place) => {
    const facts = unsent.factsOf(fields);
    const { rounds: number, totals } = standings[place + 1];
    const points = unsent.pointsOf(fields, game);
    const own = unsent.withPlayers(game, fields);
    const said = { text: roundSummary(facts, own), signs: roundSigns(facts, own) };
    return drawRow(game, { item, number, ...said, names: own.names, points, totals: game.rotation ? null : totals });
  });

// Draw the unsent changes of this game in place of the former drawing. Returns the standing of the race with them; null
// if there is no table.
export const draw = (game, items, editing) => {
  if (!isTable()) return null;
  const before = shownBoundary();
  restore();
  const merged = merge(items, game);
  const { rounds, changes } = merged;
  const standings = unsent.standings(game, sheet(), merged);
  const stands = standings.at(-1);
  for (const { seq } of changes) rowOf(seq)?.classList.add("changes");
  const rows = drawRows(game, rounds, standings).reverse();
  replaceChanged("#rows .unsent", rows, (drawn) => document.getElementById("rows").prepend(...drawn));
  if (rounds.length || changes.length) drawScore(game, stands);
  moveBoundary(before);
  let first = [];
  if (game.rotation) {
    if (rounds.length || changes.length) first = rotation.drawPlayers(game, rounds, changes);
    rotation.seatPlayers(game, rounds, editing);
  }
  const over = !editing && stands.state !== "running";
  document.getElementById("table").classList.toggle("unsent-over", over);
  const endings = over ? [drawEnding(game, stands, first)] : [];
  replaceChanged(".ending.unsent", endings, (drawn) => document.getElementById("score").before(...drawn));
  return stands;
};
