// Describes unsent changes in words. On the table page it describes the last round, or the item about which a person
// has to decide, with buttons; on every page it shows the number of items.

import { clearRefusals } from "../shared/refusals.js";
import { completeAmendment } from "../table/amending.js";
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
// Give a button the key of its item as its value. So `tap-guard.js` distinguishes it from the same button of another
// item, which a double tap must not hit.
export const withKey = (made, { key }) => Object.assign(made, { value: key });

// Show the link to the list of unsent changes, with their number; hide it if there are none.
export const showCount = ({ length }) => {
  const link = document.getElementById("unsent-count");
  if (!link) return;
  link.hidden = !length;
  link.textContent = sayCount("count", length);
};

// A part of the answer that is stored with an item; null if the answer does not contain it. If the person has chosen
// another language since, the part is marked with its own language.
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

// A round in words, or the reason why the rules refuse it.
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

// Says which round was refused, in a game that is over. In other games (`played`) the table has a row for it.
const refusedRound = ({ verb, fields }, { game, played }) =>
  played === undefined && game && ["record", "amend"].includes(verb) ? [line(describeRound(fields, game), "happened")] : [];

// The scripts of the form of a refused new game, in the order of the answer: names are tapped into seats, and what is
// agreed is in the summary. They run when they are put on this page, behind the form.
const FORM_SCRIPTS = ["agreement", "best-of", "seating"];
const formScripts = (item) =>
  FORM_SCRIPTS.map((name) => item.verb === "start" && partOfAnswer(item, `script[src*="table/${name}."]`))
    .filter(Boolean)
    .map(({ src }) => Object.assign(document.createElement("script"), { type: "module", async: false, src }));

// The message about a stuck item, with at least one button that settles it.
const stuckParts = (item, table, { remove, discard, decide }) => {
  const { verb, status } = item;
  const itemButton = (...made) => withKey(button(...made), item);
  if (status === "orphaned") return [line(say("orphaned"), "refusal"), itemButton(say("discard"), discard, "danger")];
  // While a person enters a round, the conflict is shown only by a button.
  if (status === "conflict" && partOfAnswer(item, "#table")) {
    return [line(say("faster"), "happened"), itemButton(say("compare"), decide)];
  }
  const refusal = partOfAnswer(item, verb === "start" ? "form.new-game" : ".refusal") ?? line(say("notTaken"), "refusal");
  const end = verb === "record" ? itemButton(say("remove"), remove) : itemButton(say("leave"), discard);
  return [...refusedRound(item, table), refusal, ...formScripts(item), end];
};

// The link to the list of unsent changes, for stuck items of other games.
const linkToOthers = () => {
  const { href } = document.getElementById("unsent-count");
  return Object.assign(document.createElement("a"), { className: "button", href, textContent: say("elsewhere") });
};

// Says that a round is unsent, with Undo. The row of the round says who was first out.
const unsentParts = ({ fields }, number, game, remove) => [
  line(say("recorded", { n: number, what: describeRound(fields, game, pointsSummary) }), "happened"),
  button(say("undo", { n: number }), remove, "undo"),
];

// When the server has this round, the message of the table about the round before, with its Undo, is outdated.
const acknowledgedParts = (round, game) => (round ? [line(describeRound(round.fields, game), "happened")] : []);

// The message about the round that is amended, or about the stuck item, or about the last unsent round. If that is the
// only unsent round, the message says how the browser may lose it. `actions(id, key)` returns the functions of the
// buttons for an item.
const gameParts = ({ game, rounds, played, editing, endedEditing, ticked, stuck, storageRisk }, actions) => {
  if (editing) {
    const before = rounds.findIndex(({ item }) => item.id === editing);
    const { fields } = rounds[before];
    const after = completeAmendment(ticked, fields);
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

// The part that was shown last, and its content: the texts and the key of the stuck item, because two items may have
// equal texts.
let box = null;
let boxContent = "";
// Whether the part that was shown last is still on the page.
export const isShown = () => !box || box.isConnected;

// Show the messages about this state, unless they are on the page already.
export const show = (state, actions) => {
  const parts = allParts(state, actions);
  const now = [state.stuck?.key, ...parts.map(({ textContent }) => textContent)].join();
  if (!status() || (isShown() && boxContent === now)) return;
  boxContent = now;
  box?.remove();
  box = null;
  if (!parts.length) return;
  box = document.createElement("div");
  const needs = state.stuck || state.elsewhere; // shown even while a round is entered
  box.className = `boxed ${state.editing ? "editing" : needs ? "stuck" : ""}`;
  box.append(...parts);
  status().prepend(box);
};
