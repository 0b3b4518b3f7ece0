// Unsent rounds as facts and points: reads the fields of their forms, and says where the race stands with them.
// Pure: a sheet is the JSON that the page has of it, with its `totals`, how many `rounds` they are of,
// and its `rows`, the latest first, each with its `seq` and the points of both teams (A, B).

import { IllegalRound, LEVELS, pointsOfRound, readRound, run, scoreRound, standing } from "../shared/rules.js";
import { SEATS } from "../shared/seats.js";

// A whole number as somebody typed it, with any minus sign.
const readNumber = (text) => {
  const digits = text.trim().replace("\u2212", "-");
  return /^-?\d{1,9}$/.test(digits) ? Number(digits) : NaN;
};

// What a person said by a form, without what the page put into it.
const FIELDS_OF_THE_PAGE = ["csrfmiddlewaretoken", "key", "after", "seen"];
export const userFields = (fields) => fields.filter(([name]) => !FIELDS_OF_THE_PAGE.includes(name));

// The number that a round has in the plan of a game whose partners change.
export const numberInPlan = (fields) => Number(new Map(fields).get("seating"));

// The game with the names of those who play the round with these fields. The page has of the plan what is `left`: the
// rounds that are still to be played, the next one first, each as its number and the four names.
export const withPlayers = (game, fields) => {
  const planned = game.rotation?.left.find(([number]) => number === numberInPlan(fields));
  return planned ? { ...game, names: planned[1] } : game;
};

// Every field of a round comes once, but for calls.
const refuseDuplicates = (fields) => {
  const names = fields.map(([name]) => name).filter((name) => !LEVELS.includes(name));
  if (new Set(names).size < names.length) throw new IllegalRound("FIELD_TWICE");
};

const transferOf = (sent) => sent.get("last") && {
  captured: Object.fromEntries(SEATS.map((seat) => [seat, readNumber(sent.get(seat) ?? "")])),
  last_hand: readNumber(sent.get("hand") ?? ""),
  last: sent.get("last"),
};

// What the form of a round says, as facts of the rules. Throws IllegalRound.
export const factsOf = (fields) => {
  refuseDuplicates(fields);
  const sent = new Map(fields);
  const order = ["first", "second", "third"].map((place) => sent.get(place));
  if (order[2] && !order[1]) throw new IllegalRound("OUT_ORDER_TOO_SHORT");
  if (!sent.get("last") && [...SEATS, "hand"].some((pile) => sent.get(pile))) throw new IllegalRound("LAST_MISSING");
  const places = order.filter(Boolean);
  const left = sent.get("card_points");
  return {
    first_out: order[0],
    out_order: places.length > 1 ? places : null,
    card_points: left ? { A: readNumber(left), B: 100 - readNumber(left) } : null,
    transfer: transferOf(sent),
    calls: fields
      .filter(([name]) => LEVELS.includes(name))
      .map(([level, player]) => ({ player, level })),
  };
};

// The points of a round by its fields; null for one that the rules refuse. A call is not refused for what
// the table has agreed on since: the round is drawn, and a person can amend it.
export const pointsOf = (fields, game) => {
  try {
    return pointsOfRound(readRound(factsOf(fields)), game);
  } catch (error) {
    if (!error.code) throw error;
    return null;
  }
};

const add = (totals, points, times = 1) => ({ A: totals.A + times * points.A, B: totals.B + times * points.B });
const addRound = (game, { totals, rounds }, points) => standing(game, add(totals, points), rounds + 1);

// A round that a person has left to theirs is drawn no more.
const isRecord = ({ verb, status }) => verb === "record" && status !== "withdrawn";

// What was last done about an unsent round, to amend or remove it.
const lastChange = ({ id }, items) => items.findLast(({ of }) => of === id);

// Where the race stands with the unsent rounds, on a page that shows these `totals` after so many `rounds`,
// the last of which has the number `seq`. What is to become of older rounds is not counted.
export const standingWith = (game, { totals, rounds, seq }, items) => {
  let stands = standing(game, totals, rounds);
  for (const item of items.filter(isRecord)) {
    const last = lastChange(item, items);
    const isShown = item.status !== "queued" && item.after < seq;
    const points = !isShown && last?.verb !== "remove" && pointsOf(last?.fields ?? item.fields, game);
    if (points) stands = addRound(game, stands, points);
  }
  return stands;
};

// The row of a round whose answer was lost: the first one behind that which this was tapped behind. Its
// points may be others, where another phone has amended it; and if it is another phone's round, the
// server will say so, and a person decides. Neither is counted twice until then.
const rowOnSheet = ({ status, after }, rows) =>
  status === "queued" || after === undefined ? undefined : rows.findLast(({ seq }) => seq > after);

const scoresAlike = (row, points) => row.A === points?.A && row.B === points.B;

// What is unsent, brought together: `rounds` with the facts that they were last given, and the `changes` of
// rounds that are on the sheet already. What the rules refuse counts nothing.
export const merge = (items, game, { rows }) => {
  const rounds = [];
  const records = items.filter(isRecord);
  const own = new Set(records.map(({ id }) => id));
  const changes = items.filter(({ verb, of, seq }) => seq && !own.has(of) && ["amend", "remove"].includes(verb));
  for (const item of records) {
    const last = lastChange(item, items);
    const row = rowOnSheet(item, rows);
    if (row && last && scoresAlike(row, pointsOf(item.fields, game))) changes.push({ ...last, seq: row.seq });
    else if (!row && last?.verb !== "remove") rounds.push({ item, fields: last?.fields ?? item.fields });
  }
  const isPossible = ({ verb, fields }) => verb === "remove" || pointsOf(fields, game);
  return { rounds: rounds.filter(isPossible), changes: changes.filter(isPossible) };
};

// Where the race stands before and after each of the unsent `rounds`, once the `changes` are made.
export const standings = (game, sheet, { rounds, changes }) => {
  let { totals, rounds: count } = sheet;
  for (const { verb, seq, fields } of changes) {
    const row = sheet.rows.find((each) => each.seq === seq);
    if (!row) continue;
    totals = add(totals, row, -1);
    if (verb === "amend") totals = add(totals, pointsOf(fields, game));
    else count -= 1;
  }
  const stood = [standing(game, totals, count)];
  for (const { fields } of rounds) stood.push(addRound(game, stood.at(-1), pointsOf(fields, game)));
  return stood;
};

// Whether a round with these fields makes a game with all that is unsent: the one with the id `changed`,
// or another one behind them. Throws IllegalRound.
export const check = (game, sheet, items, changed, fields) => {
  const { rounds } = merge(items, game, sheet);
  const scores = (changed ? rounds : [...rounds, { fields }]).map((each) => {
    const isTapped = !each.item || each.item.id === changed;
    return isTapped ? scoreRound(factsOf(fields), game) : pointsOf(each.fields, game);
  });
  run(game, scores, standing(game, sheet.totals, sheet.rounds));
};
