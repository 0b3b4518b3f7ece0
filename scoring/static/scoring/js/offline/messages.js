// Says what became of what was tapped: on the table page that it is unsent, or what is in its way; and on
// every page how much is unsent.

import { clearRefusals } from "../shared/refusals.js";
import { complete } from "../table/amending.js";
import { factsOf, withPlayers } from "./rounds.js";
import { say, sayCount } from "./translations.js";
import { pointsSummary, roundSummary } from "./view.js";

const line = (text, kind) => Object.assign(document.createElement("p"), { className: kind, textContent: text });
const button = (text, onclick, kind = "") =>
  Object.assign(document.createElement("button"), {
    type: "button",
    className: `button ${kind}`,
    textContent: text,
    onclick,
  });
// A second tap must not do to another item what the first one did to this one: its button has another value.
export const withKey = (made, { key }) => Object.assign(made, { value: key });

// The link to the list of what is unsent, with how much there is.
export const showCount = ({ length }) => {
  const link = document.getElementById("unsent-count");
  if (!link) return;
  link.hidden = !length;
  link.textContent = sayCount("count", length);
};

// A part of what the server answered about an item. The person may have chosen another language since: then it is
// marked as of the former one.
export const partOfAnswer = ({ answer, language }, selector) => {
  const found = new DOMParser().parseFromString(answer, "text/html").querySelector(selector);
  if (found && language && language !== document.documentElement.lang) found.lang = language;
  return found;
};

const status = () => document.getElementById("status");

const showRefusal = (refusal) => {
  clearRefusals();
  status().prepend(refusal);
};
export const refuse = ({ code, params }) => showRefusal(line(say(code, params), "refusal"));
export const refuseUnsent = () => showRefusal(document.getElementById("no-answer").content.cloneNode(true));

// A round in words, or why there is none.
export const describeRound = (fields, game, summary = roundSummary) => {
  try {
    return summary(factsOf(fields), withPlayers(game, fields));
  } catch (error) {
    if (!error.code) throw error;
    return say(error.code, error.params);
  }
};

const editingParts = (number, before, after, { save, remove, leave }) => [
  line(say("editing", { n: number, what: before }), "happened"),
  line(say("after", { what: after }), "happened"),
  button(say("save"), save, "strong"),
  button(say("remove"), remove),
  button(say("leave"), leave),
];

// Which round is refused. Where a table is drawn (`played`), its rows show it; a game that is over has none.
const refusedRound = ({ verb, fields }, { game, played }) =>
  played === undefined && game && ["record", "amend"].includes(verb) ? [line(describeRound(fields, game), "happened")] : [];

// Whatever status an item is stuck with, there is a button that ends it.
const stuckParts = (item, table, { remove, discard, decide }) => {
  const { verb, status } = item;
  const itemButton = (...made) => withKey(button(...made), item);
  if (status === "orphaned") return [line(say("orphaned"), "refusal"), itemButton(say("discard"), discard, "danger")];
  // The question would take the table's place in the middle of a round.
  if (status === "conflict" && partOfAnswer(item, "#table")) {
    return [line(say("faster"), "happened"), itemButton(say("compare"), decide)];
  }
  const refusal = partOfAnswer(item, verb === "start" ? "form.new-game" : ".refusal") ?? line(say("notTaken"), "refusal");
  const end = verb === "record" ? itemButton(say("remove"), remove) : itemButton(say("leave"), discard);
  return [...refusedRound(item, table), refusal, end];
};

// What is stuck of another game is dealt with from the list of what is unsent.
const linkToOthers = () => {
  const { href } = document.getElementById("unsent-count");
  return Object.assign(document.createElement("a"), { className: "button", href, textContent: say("elsewhere") });
};

// The row of the round says who was first out.
const unsentParts = ({ fields }, number, game, remove) => [
  line(say("recorded", { n: number, what: describeRound(fields, game, pointsSummary) }), "happened"),
  button(say("undo", { n: number }), remove, "undo"),
];

// What the table says of the round before, and offers to undo, is past once the server has this one.
const acknowledgedParts = (round, game) => (round ? [line(describeRound(round.fields, game), "happened")] : []);

// What is said of a round that is amended, of what is stuck, or of the last unsent round; and where that is the only
// one, what could happen to it on this phone. `actions` are what a person can do about an item.
const gameParts = ({ game, rounds, played, editing, endedEditing, ticked, stuck, storageRisk }, actions) => {
  if (editing) {
    const before = rounds.findIndex(({ item }) => item.id === editing);
    const { fields } = rounds[before];
    const after = complete(ticked, fields);
    const summaries = [fields, after].map((each) => describeRound(each, game));
    return editingParts(played - rounds.length + before + 1, ...summaries, actions(editing));
  }
  if (stuck) return stuckParts(stuck, { game, played }, actions(stuck.id, stuck.key));
  const unsent = rounds.filter(({ item }) => item.status !== "acknowledged");
  const ended = endedEditing ? [line(say("sent"), "refusal")] : [];
  if (!unsent.length) return [...ended, ...acknowledgedParts(rounds.at(-1), game)];
  const last = unsent.at(-1);
  const parts = [...ended, ...unsentParts(last, played, game, actions(last.item.id).remove)];
  return unsent.length === 1 && storageRisk ? [...parts, line(storageRisk, "hint")] : parts;
};

const allParts = (state, actions) => [...gameParts(state, actions), ...(state.elsewhere ? [linkToOthers()] : [])];

// What was shown last, and what it was about: two items may be stuck with the same words.
let box = null;
let boxContent = "";
// Whether that is still on the page.
export const isShown = () => !box || box.isConnected;

// Show it, unless that is what stands there.
export const show = (state, actions) => {
  const parts = allParts(state, actions);
  const now = [state.stuck?.key, ...parts.map(({ textContent }) => textContent)].join();
  if (!status() || (isShown() && boxContent === now)) return;
  boxContent = now;
  box?.remove();
  box = null;
  if (!parts.length) return;
  box = document.createElement("div");
  const needs = state.stuck || state.elsewhere; // is shown in the middle of a round, too
  box.className = `boxed ${state.editing ? "editing" : needs ? "stuck" : ""}`;
  box.append(...parts);
  status().prepend(box);
};
