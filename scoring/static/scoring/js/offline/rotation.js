// A game whose partners change: who plays its unsent rounds, by the plan that the page has of it (`left`: the
// rounds that are still to be played, the next one first, each as its number and the four names).

import { putAvatar } from "../shared/avatars.js";
import { SEATS } from "../shared/rules.js";

const numberOf = (fields) => Number(new Map(fields).get("seating"));

// The game with the names of those who play the round with these fields.
export const withPlayers = (game, fields) => {
  const planned = game.rotation?.left.find(([number]) => number === numberOf(fields));
  return planned ? { ...game, names: planned[1] } : game;
};

// Which round of the plan comes behind these unsent ones, and so many further ones, as in `left`; undefined
// behind the last one.
export const nextRound = ({ rotation: { left } }, rounds, further = 0) => {
  const numbers = rounds.map(({ item }) => numberOf(item.fields));
  const last = left.findIndex(([number]) => number === numbers.at(-1));
  const order = [...left.slice(last + 1), ...left.slice(0, last + 1)];
  return order.filter(([number]) => !numbers.includes(number))[further];
};

// Let those sit at the table who play the next round behind the unsent ones, or the one that is amended.
export const seatPlayers = (game, rounds, editing) => {
  const form = document.getElementById("entry");
  const amended = rounds.find(({ item }) => item.id === editing)?.item.fields;
  const planned = amended ? [numberOf(amended), withPlayers(game, amended).names] : nextRound(game, rounds);
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
