// Reads the fields of unsent rounds as facts of the rules, scores them, and computes the standing of the race with
// them. Pure. A `sheet` is the score sheet on the page, without unsent changes: its `totals`, the number of its
// `rounds`, and its `rows`, the latest first, each with its `seq` and the points of both teams (A, B).

import { IllegalRound, LEVELS, pointsOfRound, readRound, run, scoreRound, standing } from "../shared/rules.js";
import { SEATS } from "../shared/seats.js";

// Parse a typed whole number, with a hyphen or a minus sign; NaN if it is none.
const readNumber = (text) => {
  const digits = text.trim().replace("\u2212", "-");
  return /^-?\d{1,9}$/.test(digits) ? Number(digits) : NaN;
};

// The fields that a person has filled in, without the fields of the page.
const FIELDS_OF_THE_PAGE = ["csrfmiddlewaretoken", "key", "after", "seen"];
export const userFields = (fields) => fields.filter(([name]) => !FIELDS_OF_THE_PAGE.includes(name));

// The number that a round has in the plan of a game whose partners change.
export const numberInPlan = (fields) => Number(new Map(fields).get("seating"));

// The game with the names of the players of the round with these fields. If partners change, `game.rotation.left`
// contains the remaining rounds of the plan, the next one first, each as its number and the four names.
export const withPlayers = (game, fields) => {
  const planned = game.rotation?.left.find(([number]) => number === numberInPlan(fields));
  return planned ? { ...game, names: planned[1] } : game;
};

// Throw IllegalRound if a field is there twice, other than a call.
const refuseDuplicates = (fields) => {
  const names = fields.map(([name]) => name).filter((name) => !LEVELS.includes(name));
  if (new Set(names).size < names.length) throw new IllegalRound("FIELD_TWICE");
};

const transferOf = (sent) => sent.get("last") && {
  captured: Object.fromEntries(SEATS.map((seat) => [seat, readNumber(sent.get(seat) ?? "")])),
  last_hand: readNumber(sent.get("hand") ?? ""),
  last: sent.get("last"),
};

// The fields of a round as facts for `readRound` of shared/rules.js. Throws IllegalRound if they contradict each other.
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

// The points of both teams in the round with these fields; null if the rules refuse it. A call that the agreement of
// the table no longer allows is not refused: the round is drawn, and a person can amend it.
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

// Whether the item records a round, and the person has not kept another phone's round in its place.
const isRecord = ({ verb, status }) => verb === "record" && status !== "withdrawn";

// The last item that amends or removes this unsent round.
const lastChange = ({ id }, items) => items.findLast(({ of }) => of === id);

// The standing of the race with the unsent rounds, on a page that shows only the `totals` after this number of
// `rounds`, of which the last one has the number `seq`. Unsent changes of recorded rounds cannot be included there.
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

// The row on the sheet that may be this round, if its answer was lost: the first row behind the round that it follows.
// So the round is not counted twice. The row has other points if another phone has amended it. If the row is another
// phone's round, the server will answer with a conflict.
const rowOnSheet = ({ status, after }, rows) =>
  status === "queued" || after === undefined ? undefined : rows.findLast(({ seq }) => seq > after);

const scoresAlike = (row, points) => row.A === points?.A && row.B === points.B;

// Combine the unsent items of a game: the `rounds` that are not on the sheet, each as its `item` and its latest fields,
// and the `changes` of rounds that are on the sheet. Rounds and changes that the rules refuse are left out.
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

// The standing of the race with the `changes`, and then after each of the unsent `rounds`.
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

// Throw IllegalRound unless the rules allow a round with these fields: in place of the unsent round with the id
// `changed` or, without an id, behind all unsent rounds.
export const check = (game, sheet, items, changed, fields) => {
  const { rounds } = merge(items, game, sheet);
  const scores = (changed ? rounds : [...rounds, { fields }]).map((each) => {
    const isTapped = !each.item || each.item.id === changed;
    return isTapped ? scoreRound(factsOf(fields), game) : pointsOf(each.fields, game);
  });
  run(game, scores, standing(game, sheet.totals, sheet.rounds));
};
