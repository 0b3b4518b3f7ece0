// The table of a game whose partners change, with what is unsent of it: who plays the next round, and how the players
// stand. Loaded for such games alone.

import { avatarsOf, putAvatar } from "../shared/avatars.js";
import { SEATS } from "../shared/seats.js";
import { haveEqualRounds, playerStandings } from "./player-standings.js";
import { factsOf, numberInPlan, pointsOf, withPlayers } from "./rounds.js";
import { say } from "./translations.js";
import { formatPoints, fourNames } from "./view.js";

// Which round of the plan comes behind these unsent ones, and so many further ones, as in `left`; undefined
// behind the last one.
export const nextRound = ({ rotation: { left } }, rounds, further = 0) => {
  const numbers = rounds.map(({ item }) => numberInPlan(item.fields));
  const last = left.findIndex(([number]) => number === numbers.at(-1));
  const order = [...left.slice(last + 1), ...left.slice(0, last + 1)];
  return order.filter(([number]) => !numbers.includes(number))[further];
};

// Let those sit at the table who play the next round behind the unsent ones, or the one that is amended.
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

// How the players stand with the unsent rounds. Returns the names of those on the first place: of nobody at a table of
// a session, as all of its tables rank the players.
const drawStandings = (game, rounds) => {
  const { rotation } = game;
  const played = rounds.map(({ fields }) => ({
    names: withPlayers(game, fields).names,
    facts: factsOf(fields),
    points: pointsOf(fields, game),
  }));
  const list = document.querySelector("#score .players");
  const line = list.firstElementChild;
  const { shown } = rotation; // at a table of a session those who play there
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

// How the players stand, and who plays behind the next round. Returns who has the first place: nobody where a round is
// changed that the server may have, as its answer tells.
export const drawPlayers = (game, rounds, changes) => {
  const [now, then] = [nextRound(game, rounds), nextRound(game, rounds, 1)];
  const names = then && fourNames(then[1]);
  const changed = then && then[1].join() !== now[1].join();
  const next = changes.length ? say("rotationUnsent") : changed ? say("next", { names }) : "";
  document.querySelector("#score .next").textContent = next;
  return changes.length ? [] : drawStandings(game, rounds);
};
