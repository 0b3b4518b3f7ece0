// How the players stand with unsent rounds where partners change, as `scoring.rules.rotation` ranks them. Pure.

import { readRound, sum } from "../shared/rules.js";
import { TEAMS, opponents, teamOf } from "../shared/seats.js";

// What a round is worth to each player of a team in a tournament.
export const winPoints = (facts, points, team) => {
  const { double_win: isDoubleWin, first_out: first, out_order: order, calls } = readRound(facts);
  if (isDoubleWin) {
    if (team !== teamOf(first)) return 0;
    return calls.some(({ player }) => player === order[1]) ? 2 : 3;
  }
  if (points.A === points.B) return 1;
  return points[team] > points[opponents(team)] ? 2 : 0;
};

// The splits of a league evening, each with its names in playing order and the points of both teams, by what
// they are worth to each player.
const leaguePoints = (splits) => {
  const differences = splits.map(({ A, B }) => Math.abs(A - B));
  const order = differences.toSorted((one, other) => other - one);
  const found = {};
  splits.forEach(({ names, ...points }, place) => {
    const difference = differences[place];
    const ranks = order.flatMap((each, rank) => (each === difference ? [3 - rank] : []));
    const worth = sum(ranks) / ranks.length;
    names.forEach((name, seat) => {
      const team = TEAMS[seat % 2];
      const won = points[team] > points[opponents(team)] ? worth : 0;
      found[name] = (found[name] ?? 0) + (difference ? won : worth / 2);
    });
  });
  return found;
};

const withRound = (splits, { names, points }) => {
  const key = names.join();
  const [A, B] = TEAMS.map((team) => points[team]);
  if (!splits.some((split) => split.names.join() === key)) return [...splits, { names, A, B }];
  return splits.map((split) => (split.names.join() === key ? { names, A: split.A + A, B: split.B + B } : split));
};

// Which of two players is ahead: by win points, then by points, both a round, and who has played none is last.
const compare = (one, other) => {
  if (!one.rounds !== !other.rounds) return one.rounds ? -1 : 1;
  const [rounds, others] = [one.rounds || 1, other.rounds || 1];
  return other.credits * rounds - one.credits * others || other.points * rounds - one.points * others;
};

// Everybody with a place, the first one first. `scores` are of the rounds that the server has, `splits` of a
// league evening; `rounds` are the unsent ones, each with its names in playing order, its facts and its points.
export const playerStandings = ({ scoring, scores, splits }, rounds) => {
  const players = scores.map((score) => ({ ...score }));
  for (const { names, facts, points } of rounds) {
    names.forEach((name, seat) => {
      let player = players.find((each) => each.name === name);
      // Whoever left may have a round that is played later.
      if (!player) players.push((player = { name, credits: 0, points: 0, rounds: 0 }));
      player.points += points[TEAMS[seat % 2]];
      player.rounds += 1;
      if (scoring === "win_points") player.credits += winPoints(facts, points, TEAMS[seat % 2]);
    });
  }
  if (scoring === "league") {
    const won = leaguePoints(rounds.reduce(withRound, splits));
    for (const player of players) player.credits = won[player.name] ?? 0;
  }
  const order = players.toSorted(compare);
  return order.map((player) => ({ ...player, place: 1 + order.findIndex((each) => compare(each, player) === 0) }));
};

// Whether all have played as many rounds: where they have not, no place stands beside a total (`PlayerStandings.even`).
export const haveEqualRounds = (standings) => new Set(standings.map(({ rounds }) => rounds)).size === 1;
