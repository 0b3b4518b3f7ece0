// Draws on the table page what waits: its rounds as rows, and the score with them.

import { IllegalRound, SEATS, playsOn, readRound, scoreRound, standing, teamOf, worth } from "./score.js";

const minus = "\u2212";

const show = (points) => String(points).replace("-", minus);
const gained = (points) => (points > 0 ? `+${points}` : show(points));
const read = (text) => Number(text.trim().replace(minus, "-"));

const words = document.getElementById("waiting")?.dataset ?? {};

// A sentence of the page with names and numbers put in.
export const say = (name, values = {}) =>
  (words[name] ?? words[name.toLowerCase()] ?? name).replace(/\{(\w+)\}/g, (_, value) => values[value]);

// What a person said by a form, without what the page put into it.
const OF_THE_PAGE = ["csrfmiddlewaretoken", "key", "after", "seen"];
export const toldBy = (fields) => fields.filter(([name]) => !OF_THE_PAGE.includes(name));

// What the form of a round says, as facts of the rules. Throws IllegalRound.
export const factsOf = (fields) => {
  const sent = new Map(fields);
  const order = ["first", "second", "third"].map((place) => sent.get(place));
  if (order[2] && !order[1]) throw new IllegalRound("OUT_ORDER_TOO_SHORT");
  const told = order.filter(Boolean);
  const left = sent.get("card_points");
  return {
    first_out: order[0],
    out_order: told.length > 1 ? told : null,
    card_points: left ? { A: read(left), B: 100 - read(left) } : null,
    calls: fields
      .filter(([name]) => name === "tichu" || name === "grand")
      .map(([level, player]) => ({ player, level })),
  };
};

// A round in one line, as the server would tell it.
export const story = (facts, names) => {
  const round = readRound(facts);
  const name = (seat) => names[SEATS.indexOf(seat)];
  const order = round.out_order ?? [];
  const { A, B } = round.card_points ?? {};
  const cards = round.double_win
    ? say("double", { one: name(order[0]), other: name(order[1]) })
    : `${show(A)}\u00a0:\u00a0${show(B)}`;
  const calls = round.calls.map((call) => {
    const made = call.player === round.first_out;
    const values = { call: say(call.level), name: name(call.player), points: gained(made ? worth(call) : -worth(call)) };
    return say(made ? "made" : "failed", values);
  });
  const told = [cards, ...calls].join(", ");
  if (round.double_win || !order.length) return `${say("first", { name: name(round.first_out) })} · ${told}`;
  return `${order.map(name).join(" › ")} · ${told}`;
};

// The table as the server sent it, from which every drawing starts.
const originals = new WeakMap();
const original = (element) => {
  if (!originals.has(element)) originals.set(element, element.innerHTML);
  return originals.get(element);
};

const put = (selector, text) => {
  const element = document.querySelector(selector);
  if (element) element.textContent = text;
};

const base = () => {
  const [A, B] = [...document.querySelectorAll("#score .total")].map(({ textContent }) => read(textContent));
  return { A, B };
};

const rowOf = (seq) => document.querySelector(`#rows a[href$="/rounds/${seq}/"]`)?.closest("tr");

const seqOf = (row) => Number(/\/(\d+)\/$/.exec(row.querySelector("a").pathname)[1]);

const pointsOf = (row) => {
  const [A, B] = [".a", ".b"].map((side) => read(row.querySelector(side).firstChild.textContent));
  return { A, B };
};

const add = (totals, points, times = 1) => ({ A: totals.A + times * points.A, B: totals.B + times * points.B });

// The number of a round whose answer was lost, and which the server has shown meanwhile: the first
// after the one that this was tapped behind, with the same points.
const onSheet = ({ tried, after, fields }, game) => {
  const rows = tried && after !== undefined ? [...document.querySelectorAll("#rows tr:not(.waiting)")] : [];
  const next = rows.findLast((row) => seqOf(row) > after);
  if (!next) return undefined;
  const [shown, sent] = [pointsOf(next), scoreRound(factsOf(fields), game)];
  return shown.A === sent.A && shown.B === sent.B ? seqOf(next) : undefined;
};

// What waits, brought together: rounds with the facts that they were last given, and what is to
// become of rounds that are on the sheet already.
export const merge = (items, game) => {
  const rounds = [];
  const records = items.filter(({ verb }) => verb === "record");
  const own = new Set(records.map(({ id }) => id));
  const changes = items.filter(({ verb, of, seq }) => seq && !own.has(of) && ["amend", "remove"].includes(verb));
  for (const item of records) {
    const last = items.findLast(({ of }) => of === item.id);
    const seq = onSheet(item, game);
    if (seq && last) changes.push({ ...last, seq });
    else if (!seq && last?.verb !== "remove") rounds.push({ item, fields: last?.fields ?? item.fields });
  }
  return { rounds, changes };
};

const drawRow = ({ item, number, text, points, totals }) => {
  const drawn = document.getElementById("waiting-row").content.firstElementChild.cloneNode(true);
  const button = drawn.querySelector("button");
  button.dataset.item = item.id;
  button.append(number);
  drawn.querySelector(".story").textContent = text;
  drawn.dataset.state = item.landed ? "landed" : item.state ?? "waits";
  for (const team of ["A", "B"]) {
    drawn.querySelector(`.${team.toLowerCase()}`).prepend(`${show(points[team])} `);
    drawn.querySelector(`.${team.toLowerCase()} small`).textContent = show(totals[team]);
  }
  return drawn;
};

const teamNames = ({ names }) => ({ A: `${names[0]} + ${names[2]}`, B: `${names[1]} + ${names[3]}` });

const drawScore = (game, { totals, rounds, leader, ...stands }) => {
  const score = document.getElementById("score");
  score.querySelector(".lead")?.remove();
  if (leader) {
    const lead = document.createElement("p");
    const unseen = document.createElement("span");
    unseen.className = "unseen";
    unseen.textContent = `${say("leads", { team: teamNames(game)[leader] })} `;
    lead.className = `lead ${leader.toLowerCase()}`;
    lead.append(unseen, Math.abs(totals.A - totals.B));
    score.querySelector(".race").before(lead);
  }
  for (const [team, side] of [["A", "a"], ["B", "b"]]) {
    const share = Math.min(Math.max(totals[team] / game.target, 0), 1).toFixed(3);
    const left = Math.max(game.target - totals[team], 0);
    put(`#score .team.${side} .total`, show(totals[team]));
    put(`#score .need.${side}`, left ? say("needs", { points: left }) : say("there"));
    const place = side === "a" ? `scale(${share} 1)` : `translate(200) scale(-${share} 1)`;
    document.getElementById(`race-${side}`).setAttribute("transform", place);
  }
  if (playsOn(game, { totals, rounds, ...stands })) put("#score .goal", say("tie"));
  put("#number", rounds + 1);
};

const drawEnding = (game, { totals, rounds, winner }) => {
  const drawn = document.getElementById("waiting-ending").content.firstElementChild.cloneNode(true);
  const names = teamNames(game);
  drawn.querySelector("h1").textContent = winner ? say("win", { names: names[winner] }) : say("draw");
  const teams = ["A", "B"].sort((one, other) => totals[other] - totals[one]);
  [...drawn.querySelectorAll("dl div")].forEach((line, place) => {
    line.className = `${teams[place].toLowerCase()}${teams[place] === winner ? " won" : ""}`;
    line.querySelector("dt").append(names[teams[place]]);
    line.querySelector("dd").textContent = show(totals[teams[place]]);
  });
  drawn.querySelector(".after").textContent = say(rounds === 1 ? "afterOne" : "afterMany", { n: rounds });
  drawn.querySelector("form").action = `${location.pathname}rematch/`;
  [...drawn.querySelectorAll("form button")].slice(1).forEach((button, place) => {
    const [one, other] = [game.names[0], game.names[[1, 3][place]]];
    button.textContent = say("with", { one, other });
  });
  document.getElementById("score").before(drawn);
  return drawn;
};

const restore = () => {
  for (const drawn of document.querySelectorAll("#rows .waiting, .ending.waiting")) drawn.remove();
  for (const id of ["score", "number"]) {
    const element = document.getElementById(id);
    if (element && element.innerHTML !== original(element)) element.innerHTML = original(element);
  }
  document.querySelectorAll("#rows tr.changes").forEach((row) => row.classList.remove("changes"));
};

// Draw what waits of this game, in place of what was drawn before: where the race then stands.
export const draw = (game, items, editing) => {
  if (!document.getElementById("score")) return null;
  restore();
  const { rounds, changes } = merge(items, game);
  let totals = base();
  let count = Number(document.getElementById("number").textContent) - 1;
  for (const { verb, seq, fields } of changes) {
    const row = rowOf(seq);
    if (!row) continue;
    row.classList.add("changes");
    totals = add(totals, pointsOf(row), -1);
    if (verb === "amend") totals = add(totals, scoreRound(factsOf(fields), game));
    else count -= 1;
  }
  let stands = standing(game, totals, count);
  for (const { item, fields } of rounds) {
    const facts = factsOf(fields);
    const points = scoreRound(facts, game);
    stands = standing(game, add(stands.totals, points), stands.rounds + 1);
    const { rounds: number, totals } = stands;
    document.getElementById("rows").prepend(drawRow({ item, number, text: story(facts, game.names), points, totals }));
  }
  if (rounds.length || changes.length) drawScore(game, stands);
  const over = !editing && stands.state !== "running";
  document.getElementById("table").classList.toggle("waits-over", over);
  if (over) drawEnding(game, stands);
  return stands;
};

// The points of every round that waits, one of them with other facts: whether they still make a
// game. Throws IllegalRound.
export const check = (game, items, changed, fields) => {
  restore();
  const start = standing(game, base(), Number(document.getElementById("number").textContent) - 1);
  const { rounds } = merge(items, game);
  let stands = start;
  const all = changed ? rounds : [...rounds, { fields }];
  for (const each of all) {
    if (stands.state !== "running") throw new IllegalRound("ROUND_AFTER_END", { end: stands.rounds });
    const facts = factsOf(each.item?.id === changed ? fields : each.fields);
    stands = standing(game, add(stands.totals, scoreRound(facts, game)), stands.rounds + 1);
  }
};

export const partners = (game, partner) => {
  const others = SEATS.filter((seat) => !["A1", partner].includes(seat));
  return ["A1", others[0], partner, others[1]].map((seat) => game.names[SEATS.indexOf(seat)]);
};
