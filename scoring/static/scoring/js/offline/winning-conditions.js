// Answers *What do we need?* without the server: finds the winning conditions as `scoring.rules.winning_conditions`
// does, and describes them as `scoring.presentation.winning_conditions` does. `winning-conditions-link.js` loads this
// module.

import { furtherLevels, playsOn, scoreRound, standing } from "../shared/rules.js";
import { SEATS, TEAMS, opponents, partnerOf, teamOf } from "../shared/seats.js";

const CARD_POINTS = Array.from({ length: 31 }, (_, step) => step * 5 - 25);

// The players who may be first out if `madeCall` is the only one of these calls that is made.
const firstsOut = (calls, madeCall) =>
  madeCall ? [madeCall.player] : SEATS.filter((seat) => !calls.some(({ player }) => player === seat));

// All results of a round with exactly these calls, of which only `madeCall` is made (none if it is null), each with the
// standing of the race after it. For results in which the points do not depend on the player who is first out, only one
// player is used.
const endsOf = (game, { totals, rounds }, calls, madeCall) => {
  const firsts = firstsOut(calls, madeCall);
  const counted = CARD_POINTS.map((A) => ({ first_out: firsts[0], card_points: { A, B: 100 - A }, calls }));
  const doubled = firsts.map((first) => ({ first_out: first, double_win: true, calls }));
  return [...counted, ...doubled].map((result) => {
    const { A, B } = scoreRound(result, game);
    const after = standing(game, { A: totals.A + A, B: totals.B + B }, rounds + 1);
    const cards = result.card_points;
    return { cards, doubled: cards ? null : teamOf(result.first_out), after };
  });
};

const minPoints = (team, ends) => {
  const points = ends.filter(({ cards }) => cards).map(({ cards }) => cards[team]);
  return points.length ? Math.min(...points) : null;
};
const doubleWins = (ends) => TEAMS.filter((team) => ends.some(({ doubled }) => doubled === team));

const winConditionOf = (team, level, ends) => {
  const won = ends.filter(({ after }) => after.winner === team);
  return { level, minPoints: minPoints(team, won), doubleWins: doubleWins(won), always: won.length === ends.length };
};

// The calls that the team can still make, by one of its players. The points do not depend on which of them calls.
const newCalls = (game, team, calls) => {
  const own = SEATS.filter((seat) => teamOf(seat) === team);
  const player = own.find((seat) => !calls.some((call) => call.player === seat));
  return player ? furtherLevels(player, calls, game).map((level) => ({ player, level })) : [];
};

// The winning conditions of a team: first the one without a new call, then those with a new call that differ from the
// condition before.
const winConditionsOf = (game, stands, team, calls, madeCall, ends) => {
  const ways = [winConditionOf(team, null, ends)];
  for (const call of madeCall ? [] : newCalls(game, team, calls)) {
    ways.push(winConditionOf(team, call.level, endsOf(game, stands, [...calls, call], call)));
  }
  let before = null;
  return ways.filter((way) => {
    const need = `${way.minPoints} ${way.doubleWins.includes(team)}`;
    const adds = (way.minPoints !== null || way.doubleWins.length > 0) && need !== before;
    before = need;
    return adds;
  });
};

// Whether the team wins in the best case with this player first out: with the highest calls that its opponents and the
// first player can still make. If an opponent is first out, that opponent makes no further call, because it would not
// fail.
const winsAtBest = (game, { totals, rounds }, team, calls, first) => {
  const isOwn = teamOf(first) === team;
  const made = [...calls];
  for (const player of isOwn ? [first, ...SEATS.filter((seat) => teamOf(seat) !== team)] : [partnerOf(first)]) {
    const level = furtherLevels(player, made, game).at(-1);
    if (level) made.push({ player, level });
  }
  const best = [{ card_points: { [team]: 125, [opponents(team)]: -25 } }, ...(isOwn ? [{ double_win: true }] : [])];
  return best.some((facts) => {
    const { A, B } = scoreRound({ first_out: first, calls: made, ...facts }, game);
    return standing(game, { A: totals.A + A, B: totals.B + B }, rounds + 1).winner === team;
  });
};

const byTeam = (value) => ({ A: value("A"), B: value("B") });

const scenarioOf = (game, stands, calls, madeCall) => {
  const ends = endsOf(game, stands, calls, madeCall);
  const tied = ends.filter(({ after }) => after.state === "draw" || playsOn(game, after));
  const firsts = firstsOut(calls, madeCall);
  const lost = (team, { state, winner }) => state !== "running" && winner !== team;
  return {
    madeCall,
    winConditions: byTeam((team) => winConditionsOf(game, stands, team, calls, madeCall, ends)),
    survivalPoints: byTeam((team) => minPoints(team, ends.filter(({ after }) => !lost(team, after)))),
    tiePoints: minPoints("A", tied),
    tyingDoubleWins: doubleWins(tied),
    mayBeWon: TEAMS.some((team) => firsts.some((first) => winsAtBest(game, stands, team, calls, first))),
  };
};

// As sentences

const show = (points) => String(points).replace("-", "\u2212");

// The name of a call.
const callName = ({ extra_call: extra }, level, say) => (level === "extra" ? extra : say(level));

const cardPoints = (points, say) => {
  if (points === -25) return say("any");
  return say(points <= 0 ? "atLeast" : "points", { points: show(points) });
};

// The results that are enough, in words. A double win is always worth more than 100 card points, so it is named only if
// 100 card points are not enough.
const needs = (ways, team, game, say) =>
  ways.flatMap((way) => {
    const call = way.level && callName(game, way.level, say);
    const found = [];
    if (way.doubleWins.includes(team) && (way.minPoints === null || way.minPoints > 100)) found.push(say("aDouble"));
    if (way.minPoints !== null) found.push(cardPoints(way.minPoints, say));
    if (!call) return found;
    return way.always ? [say("anyMade", { call })] : found.map((need) => say("aMade", { call, need }));
  });

const wins = (ways, team, game, names, say) => {
  if (ways[0].always && !ways[0].level) return say("inAnyCase", { team: names });
  const all = needs(ways, team, game, say).map((need) => say("with", { need }));
  let last = all.at(-1);
  if (all.length > 1) last = say("or", { ways: all.slice(0, -1).join(", "), last });
  else if (ways[0].level || ways[0].minPoints === null) last = say("only", { way: last });
  return say("wins", { team: names, ways: last });
};

// The card points with which a team does not lose yet; 0 if another line already contains them.
const survivalPointsOf = (scenario, team) => {
  const survivalPoints = scenario.survivalPoints[team] ?? 0;
  const without = scenario.winConditions[team].find(({ level }) => !level)?.minPoints;
  const tie = scenario.tiePoints === null ? null : team === "A" ? scenario.tiePoints : 100 - scenario.tiePoints;
  return survivalPoints === without || survivalPoints === tie ? 0 : Math.max(survivalPoints, 0);
};

const teamLines = (scenario, team, game, names, say) => {
  const survivalPoints = survivalPointsOf(scenario, team);
  const values = { team: names, points: survivalPoints };
  if (scenario.winConditions[team].length) {
    const won = wins(scenario.winConditions[team], team, game, names, say);
    return survivalPoints ? [won, say("stay", values)] : [won];
  }
  if (survivalPoints) return [say("onlyStay", values)];
  const lost = scenario.winConditions[opponents(team)].some(({ always, level }) => always && !level);
  return lost ? [] : [say("cannot", values)];
};

const lines = (scenario, game, names, say) => {
  const any = TEAMS.some((team) => scenario.winConditions[team].length);
  const teams = any
    ? TEAMS.flatMap((team) => teamLines(scenario, team, game, names[team], say).map((text) => ({ team, text })))
    : [{ team: null, text: say("nobody") }];
  const draw = game.tie === "draw";
  const ties = scenario.tyingDoubleWins.map((team) => say(draw ? "doubleDraw" : "doubleTie", { team: names[team] }));
  if (scenario.tiePoints !== null) {
    const points = `${show(scenario.tiePoints)}\u00a0:\u00a0${show(100 - scenario.tiePoints)}`;
    ties.unshift(say(draw ? "isDraw" : "isTie", { points }));
  }
  return [...teams, ...ties.map((text) => ({ team: null, text }))];
};

const heading = (madeCall, calls, game, say) => {
  if (!calls.length) return "";
  if (!madeCall && calls.length > 1) return say("allFail");
  const { player, level } = madeCall ?? calls[0];
  const values = { name: game.names[SEATS.indexOf(player)], call: callName(game, level, say) };
  return say(madeCall ? "ifMade" : "ifFails", values);
};

// The sentence if the next round is the last one, or follows the last one after a tie; otherwise "".
const lastRound = ({ fixed_rounds: last }, { rounds }, say) => {
  if (!last || rounds + 1 < last) return "";
  return say(rounds < last ? "lastRound" : "afterTie");
};

// The content of the page: the sections with their lines, one section for each call that is made, and whether a further
// call may change them.
export const winningConditions = (game, stands, calls, say) => {
  const ordered = SEATS.flatMap((seat) => calls.filter(({ player }) => player === seat));
  const madeCalls = [...(ordered.length < SEATS.length ? [null] : []), ...ordered];
  const { names } = game;
  const teams = { A: `${names[0]} + ${names[2]}`, B: `${names[1]} + ${names[3]}` };
  const scenarios = madeCalls.map((madeCall) => scenarioOf(game, stands, ordered, madeCall));
  const sections = scenarios.map((scenario) => ({
    heading: heading(scenario.madeCall, ordered, game, say),
    lines: lines(scenario, game, teams, say),
  }));
  const alike = sections.every(({ lines }) => JSON.stringify(lines) === JSON.stringify(sections[0].lines));
  const canCall = SEATS.some((seat) => furtherLevels(seat, ordered, game).length);
  const open = canCall && scenarios.some(({ mayBeWon }) => mayBeWon);
  return { start: lastRound(game, stands, say), sections: alike ? [{ heading: "", lines: sections[0].lines }] : sections, open };
};

// On the page

const element = (name, text, className) => Object.assign(document.createElement(name), { textContent: text, className });

const drawLine = ({ team, text }) => {
  const drawn = element("p", text, team ? `line ${team.toLowerCase()}` : "");
  if (team) drawn.insertAdjacentHTML("afterbegin", '<span class="sign" aria-hidden="true"></span>');
  return drawn;
};

// Fill this part of the page. `stands` is the standing of the race. `messages` are the messages of unsent_messages.html
// by name.
export const fill = (place, game, stands, calls, messages) => {
  const say = (name, values = {}) => messages[name].replace(/\{(\w+)\}/g, (_, value) => values[value]);
  const { start, sections, open } = winningConditions(game, stands, calls, say);
  place.replaceChildren(
    ...(start ? [element("p", start, "")] : []),
    ...sections.flatMap(({ heading, lines }) => [...(heading ? [element("h2", heading, "")] : []), ...lines.map(drawLine)]),
    ...(open ? [element("p", say("open"), "hint")] : []),
  );
};
