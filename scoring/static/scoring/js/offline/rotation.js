// Draws the table of a game whose partners change, with its unsent rounds: the players of the next round, and the
// standings. `table.js` loads this module only for such games.

import { avatarsOf, putAvatar } from "../shared/avatars.js";
import { SEATS } from "../shared/seats.js";
import { haveEqualRounds, playerStandings } from "./player-standings.js";
import { factsOf, numberInPlan, pointsOf, withPlayers } from "./rounds.js";
import { say } from "./translations.js";
import { formatPoints, fourNames } from "./view.js";

// The round of the plan that follows these unsent rounds, or the round that is `further` rounds behind it, as [number,
// names]; undefined if the plan has no more rounds.
export const nextRound = ({ rotation: { left } }, rounds, further = 0) => {
  const numbers = rounds.map(({ item }) => numberInPlan(item.fields));
  const last = left.findIndex(([number]) => number === numbers.at(-1));
  const order = [...left.slice(last + 1), ...left.slice(0, last + 1)];
  return order.filter(([number]) => !numbers.includes(number))[further];
};

// Show at the seats the players of the round on the form: the next round, or the unsent round that is amended.
export const seatPlayers = (game, rounds, editing) => {
  const form = document.getElementById("entry");
  const amended = rounds.find(({ item }) => item.id === editing)?.item.fields;
  const planned = amended ? [numberInPlan(amended), withPlayers(game, amended).names] : nextRound(game, rounds);
  if (!form || !planned) return;
  const [number, names] = planned;
  form.elements.namedItem("seating").value = number;
  SEATS.forEach((seat, place) => {
    const box = form.querySelector(`.seat [value=${seat}]`).closest(".seat");
    const before = box.querySelector("b").textContent;
    for (const label of box.querySelectorAll(".call .unseen")) {
      label.textContent = label.textContent.replace(before, () => names[place]);
    }
    for (const name of box.querySelectorAll("b")) name.textContent = names[place];
    putAvatar(box, game.avatars, names[place]);
  });
};

// Draw the standings of the players with the unsent rounds. Returns the names of the players in the first place. There
// are none at a table of a session, because the rounds of all tables count there.
const drawStandings = (game, rounds) => {
  const { rotation } = game;
  const played = rounds.map(({ fields }) => ({
    names: withPlayers(game, fields).names,
    facts: factsOf(fields),
    points: pointsOf(fields, game),
  }));
  const list = document.querySelector("#score .players");
  const line = list.firstElementChild;
  const { shown } = rotation; // at a table of a session: the names of its players
  const standings = playerStandings(rotation, played);
  const hasPlaces = haveEqualRounds(standings);
  const listed = standings.filter(({ name }) => !shown || shown.includes(name));
  list.replaceChildren(...listed.map(({ place, name, points, credits }) => {
    const drawn = line.cloneNode(true);
    const player = Object.assign(document.createElement("b"), { textContent: name });
    drawn.querySelector(".player").replaceChildren(hasPlaces ? `${place}.\u00a0` : "", ...avatarsOf(game.avatars, name), player);
    drawn.querySelector(".count").textContent = rotation.scoring === "points" ? formatPoints(points) : credits;
    return drawn;
  }));
  return shown ? [] : standings.filter(({ place }) => place === 1).map(({ name }) => name);
};

// Draw the standings, and the players of the round after the next one. Returns the names of the players in the first
// place. There are none if a recorded round is to be changed, because only the server can score that.
export const drawPlayers = (game, rounds, changes) => {
  const [now, then] = [nextRound(game, rounds), nextRound(game, rounds, 1)];
  const names = then && fourNames(then[1]);
  const changed = then && then[1].join() !== now[1].join();
  const next = changes.length ? say("rotationUnsent") : changed ? say("next", { names }) : "";
  document.querySelector("#score .next").textContent = next;
  return changes.length ? [] : drawStandings(game, rounds);
};
