// Ranks the players of a game whose partners change, with its unsent rounds, as `scoring.rules.player_standings` does.
// Pure.

import { readRound, sum } from "../shared/rules.js";
import { TEAMS, opponents, teamOf } from "../shared/seats.js";

// The win points that a round is worth to each player of a team (`scoring.rules.player_standings.win_points`).
export const winPoints = (facts, points, team) => {
  const { double_win: isDoubleWin, first_out: first, out_order: order, calls } = readRound(facts);
  if (isDoubleWin) {
    if (team !== teamOf(first)) return 0;
    return calls.some(({ player }) => player === order[1]) ? 2 : 3;
  }
  if (points.A === points.B) return 1;
  return points[team] > points[opponents(team)] ? 2 : 0;
};

// The league points of each player by name (`scoring.rules.player_standings.league_points`). `splits` are the three
// ways in which the four players are two teams, each with its names in playing order and the points of both teams.
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

// Compare two players for sorting: by win points a round, then by points a round. Players without rounds are last.
const compare = (one, other) => {
  if (!one.rounds !== !other.rounds) return one.rounds ? -1 : 1;
  const [rounds, others] = [one.rounds || 1, other.rounds || 1];
  return other.credits * rounds - one.credits * others || other.points * rounds - one.points * others;
};

// All players with their places, the first one first. `scores` and `splits` (of a league evening) are those of the
// rounds that the server has. `rounds` are the unsent rounds, each with its names in playing order, its facts and its
// points.
export const playerStandings = ({ scoring, scores, splits }, rounds) => {
  const players = scores.map((score) => ({ ...score }));
  for (const { names, facts, points } of rounds) {
    names.forEach((name, seat) => {
      let player = players.find((each) => each.name === name);
      // A player who has left may have played a round that the server does not have yet.
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

// Whether all have played the same number of rounds. If not, no places are shown (`PlayerStandings.even`).
export const haveEqualRounds = (standings) => new Set(standings.map(({ rounds }) => rounds)).size === 1;
