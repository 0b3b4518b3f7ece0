// The rules of scoring of `scoring.rules`, so that a phone can score without the server. The vectors in tests/vectors
// test both. Rounds are facts in JSON, in the format of `RoundResult.to_dict()`. `rules` and `race` are the agreement
// of a game from its page.

import { SEATS, TEAMS, opponents, partnerOf, teamOf } from "./seats.js";

export class IllegalRound extends Error {
  constructor(code, params = {}) {
    super(code);
    Object.assign(this, { code, params });
  }
}

const refuse = (when, code, params) => {
  if (when) throw new IllegalRound(code, params);
};

const readSeat = (player) => {
  refuse(!SEATS.includes(player), "UNKNOWN_PLAYER", { player });
  return player;
};

export const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

const checkPoints = (points) => {
  refuse(!points.every(Number.isInteger), "CARD_POINTS_NOT_INTEGER");
  refuse(points.some((each) => each % 5), "CARD_POINTS_NOT_MULTIPLE_OF_5");
  refuse(points.some((each) => each < -25 || each > 125), "CARD_POINTS_OUT_OF_RANGE");
  refuse(sum(points) !== 100, "CARD_POINTS_SUM_NOT_100", { total: sum(points) });
};

// The finishing order, from the first player out, the order as far as it is known, and the double win. They overlap,
// and must not contradict each other.
const readOrder = (first, players, doubleWin) => {
  if (players == null) return doubleWin ? [first, partnerOf(first)] : [first];
  const order = players.map(readSeat);
  refuse(new Set(order).size < order.length, "DUPLICATE_PLAYER_IN_ORDER");
  refuse(order.length < 2, "OUT_ORDER_TOO_SHORT");
  refuse(order[0] !== first, "FIRST_OUT_CONTRADICTS_ORDER");
  const won = order[1] === partnerOf(first);
  refuse(doubleWin != null && Boolean(doubleWin) !== won, "DOUBLE_WIN_CONTRADICTS_ORDER");
  return order.length === 3 ? [...order, ...SEATS.filter((seat) => !order.includes(seat))] : order;
};

const readCards = (points) => {
  refuse(points && TEAMS.some((team) => points[team] == null), "CARD_POINTS_MISSING");
  return points && { A: points.A, B: points.B };
};

// The levels of calls, by the names of their fields.
export const LEVELS = ["tichu", "grand", "extra"];

const readCall = ({ player, level }) => {
  readSeat(player);
  refuse(!LEVELS.includes(level), "UNKNOWN_CALL");
  return { player, level };
};

// The points that were counted before the transfer: the tricks by player, and the hand of the last player.
const readTransfer = ({ captured, last_hand: hand = 0, last }) => {
  refuse(!last, "LAST_MISSING");
  const tricks = Object.fromEntries(SEATS.map((seat) => [seat, captured?.[seat] ?? 0]));
  const piles = [...Object.values(tricks), hand];
  readSeat(last);
  checkPoints(piles);
  // Only a pile with the Phoenix has less than 0 points, and there is one Phoenix. All other points that add up to 100
  // are possible.
  refuse(piles.filter((points) => points < 0).length > 1, "PILES_IMPOSSIBLE");
  return { captured: tricks, last_hand: hand, last };
};

// The card points of both teams after the transfer: the tricks of the last player go to the player who was first out,
// the hand to the opponents.
const cardPoints = ({ captured, last_hand: hand, last }, first) => {
  refuse(first === last, "FIRST_IS_LAST");
  const points = { A: 0, B: 0 };
  for (const seat of SEATS) points[teamOf(seat === last ? first : seat)] += captured[seat];
  points[opponents(teamOf(last))] += hand;
  return points;
};

const checkTransfer = (transfer, order, cards) => {
  const points = cardPoints(transfer, order[0]);
  const other = cards && TEAMS.some((team) => cards[team] !== points[team]);
  refuse(other, "TRANSFER_CONTRADICTS_CARD_POINTS");
  refuse(order.slice(0, 3).includes(transfer.last), "LAST_CONTRADICTS_ORDER");
  const third = SEATS.find((seat) => ![...order, transfer.last].includes(seat));
  return [points, order.length === 2 ? [...order, third, transfer.last] : order];
};

const checkCards = (cards) => {
  refuse(!cards, "CARD_POINTS_MISSING");
  checkPoints(Object.values(cards));
};

// Check the facts of a round, and return them complete, as `RoundResult.to_dict()` does. Throws IllegalRound.
export const readRound = (facts) => {
  refuse(!facts.first_out, "FIRST_OUT_MISSING");
  const first = readSeat(facts.first_out);
  let order = readOrder(first, facts.out_order, facts.double_win);
  let cards = readCards(facts.card_points ?? null);
  const calls = (facts.calls ?? []).map(readCall);
  const transfer = facts.transfer ? readTransfer(facts.transfer) : null;
  const callers = new Set(calls.map(({ player }) => player));
  refuse(callers.size < calls.length, "TWO_CALLS_BY_ONE_PLAYER");
  calls.sort((one, other) => SEATS.indexOf(one.player) - SEATS.indexOf(other.player));
  const doubleWin = order[1] === partnerOf(first);
  refuse(doubleWin && (cards || transfer), "CARD_POINTS_WITH_DOUBLE_WIN");
  if (transfer) [cards, order] = checkTransfer(transfer, order, cards);
  if (!doubleWin) checkCards(cards);
  return {
    first_out: first,
    double_win: doubleWin,
    card_points: cards,
    calls,
    ...(order.length > 1 && { out_order: order }),
    ...(transfer && { transfer }),
  };
};

// The points of a call of this level; 0 for an extra call if the game has none.
export const worth = ({ extra_call_points: extra = 0 }, level) => ({ tichu: 100, grand: 200, extra })[level];

// The calls that a team may make: "any", "one" or "one_of_each". A game that an earlier release has stored has a
// boolean value, `one_call_per_team`.
export const callsPerTeam = ({ calls_per_team: most, one_call_per_team: one }) => most ?? (one ? "one" : "any");

const checkCalls = (calls, rules) => {
  const most = callsPerTeam(rules);
  refuse(rules.grand === false && calls.some(({ level }) => level === "grand"), "GRAND_NOT_ALLOWED");
  refuse(!rules.extra_call && calls.some(({ level }) => level === "extra"), "EXTRA_CALL_NOT_ALLOWED");
  const teams = new Set(calls.map(({ player }) => teamOf(player)));
  const kinds = new Set(calls.map(({ player, level }) => `${teamOf(player)} ${level}`));
  refuse(most === "one" && teams.size < calls.length, "TWO_CALLS_IN_ONE_TEAM");
  refuse(most === "one_of_each" && kinds.size < calls.length, "TWO_CALLS_OF_A_KIND_IN_ONE_TEAM");
};

const isAllowed = (calls, rules) => {
  try {
    checkCalls(calls, rules);
    return true;
  } catch {
    return false;
  }
};

// The levels that a player can still call after these calls, in the order of their worth.
export const furtherLevels = (player, calls, rules) =>
  calls.some((call) => call.player === player)
    ? []
    : [...LEVELS].sort((one, other) => worth(rules, one) - worth(rules, other))
        .filter((level) => isAllowed([...calls, { player, level }], rules));

// Whether the points of a failed call go to the opponents.
export const payOpponents = ({ failed_calls: failed }, level) =>
  failed === "opponents" || (failed === "opponents_grand" && level === "grand");

// The points of both teams in a round, by the rules of the game. Throws IllegalRound.
export const scoreRound = (facts, rules = {}) => {
  const round = readRound(facts);
  checkCalls(round.calls, rules);
  return pointsOfRound(round, rules);
};

// The points of a round that `readRound` has checked, even if the rules of the game do not allow its calls.
export const pointsOfRound = (round, rules) => {
  const points = round.card_points ?? { A: 0, B: 0 };
  const scored = { ...points };
  if (round.double_win) scored[teamOf(round.first_out)] += rules.double_win ?? 200;
  for (const call of round.calls) {
    const team = teamOf(call.player);
    const points = worth(rules, call.level);
    if (call.player === round.first_out) scored[team] += points;
    else if (payOpponents(rules, call.level)) scored[opponents(team)] += points;
    else scored[team] -= points;
  }
  return scored;
};

// Whether a game ends after this number of rounds with these totals, if it does not go on because of a tie.
const reached = ({ target, fixed_rounds: last, lead, floor }, { A, B }, rounds) =>
  Boolean(target && Math.max(A, B) >= target) ||
  Boolean(last && rounds >= last) ||
  Boolean(lead && Math.abs(A - B) >= lead) ||
  Boolean(floor && Math.min(A, B) <= -floor);

// The standing of a race after this number of rounds. A game ends only at the end of a round.
export const standing = (race, totals, rounds) => {
  const { A, B } = totals;
  const leader = A === B ? null : A > B ? "A" : "B";
  const end = reached(race, totals, rounds);
  const state = end && leader ? "won" : end && race.tie === "draw" ? "draw" : "running";
  return { rounds, totals, state, leader, winner: state === "won" ? leader : null };
};

// Whether a game that has reached its end goes on because of a tie.
export const playsOn = (race, { totals, rounds, state }) =>
  state === "running" && reached(race, totals, rounds);

// The standings before the first of these rounds and after each of them. Throws IllegalRound if a round follows the
// end.
export const run = (race, scores, start = standing(race, { A: 0, B: 0 }, 0)) => {
  const standings = [start];
  for (const { A, B } of scores) {
    const { totals, rounds, state } = standings.at(-1);
    refuse(state !== "running", "ROUND_AFTER_END", { end: rounds });
    standings.push(standing(race, { A: totals.A + A, B: totals.B + B }, rounds + 1));
  }
  return standings;
};
