// Says what became of what was tapped: on the table page that it waits, or what is in its way; and on
// every page how much does.

import { factsOf, say, story } from "./sheet.js";

const line = (text, kind) => Object.assign(document.createElement("p"), { className: kind, textContent: text });
const button = (text, onclick) =>
  Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: text, onclick });

// The way to the list of what waits, with how much there is.
export const showCount = ({ length }) => {
  const link = document.getElementById("waits");
  if (!link) return;
  link.hidden = !length;
  link.textContent = say(length === 1 ? "countOne" : "countMany", { n: length });
};

// A part of what the server answered.
export const part = (html, selector) => new DOMParser().parseFromString(html, "text/html").querySelector(selector);

const said = () => document.getElementById("said");

const refuse = (refusal) => {
  said().querySelector(".refusal")?.remove();
  said().prepend(refusal);
};
export const refuseBy = ({ code, params }) => refuse(line(say(code, params), "refusal"));
export const refuseUnsent = () => refuse(document.getElementById("unsent").content.cloneNode(true));
export const refuseNothing = () => document.querySelector("#said .refusal")?.remove();

const ofEditing = (number, { remove, leave }) => [
  line(say("editing", { n: number }), "happened"),
  button(say("remove"), remove),
  button(say("leave"), leave),
];

const ofStuck = ({ verb, state, answer }, { remove, forget }) => {
  if (state === "gone") return [line(say("gone"), "refusal")];
  if (state === "asks" && verb !== "tell") return []; // the question takes the table's place
  return [part(answer, ".refusal"), verb === "record" ? button(say("remove"), remove) : button(say("leave"), forget)];
};

const ofWaiting = ({ fields }, number, names, remove) => [
  line(say("recorded", { n: number, what: story(factsOf(fields), names) }), "happened"),
  button(say("undo"), remove),
];

// What is said of a round that is tapped in anew, of what is stuck, or of the round that waits last;
// and with the first one, what could happen to it here. `ways` are what a person can do about an item.
const sayings = ({ names, rounds, played, editing, stuck, unsafe }, ways) => {
  const waits = rounds.filter(({ item }) => !item.landed);
  if (editing) {
    const before = rounds.findIndex(({ item }) => item.id === editing);
    return ofEditing(played - rounds.length + before + 1, ways(editing));
  }
  if (stuck) return ofStuck(stuck, ways(stuck.id, stuck.key));
  if (!waits.length) return [];
  const last = waits.at(-1);
  const parts = ofWaiting(last, played, names, ways(last.item.id).remove);
  return waits.length === 1 && unsafe ? [...parts, line(unsafe, "hint")] : parts;
};

// Show it, unless that is what stands there.
export const showSayings = (about, ways) => {
  const parts = sayings(about, ways).filter(Boolean);
  const before = said()?.querySelector(".boxed");
  const text = parts.map(({ textContent }) => textContent).join("");
  if (!said() || (before?.textContent ?? "") === text) return;
  before?.remove();
  if (!parts.length) return;
  const box = document.createElement("div");
  box.className = about.editing ? "boxed editing" : "boxed";
  box.append(...parts);
  said().prepend(box);
};
