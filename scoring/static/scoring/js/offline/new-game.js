// Validates the form of a new game as the server does, and reads it. Without a network the game is stored only if it
// is valid, because otherwise the server would refuse it after an evening was played. `games.js` loads this module on
// pages with such a form.

import { readAvatars } from "../shared/avatars.js";
import { isSeen, nameKey } from "../shared/names.js";
import { SEATS } from "../shared/seats.js";
import { readAgreement, validateAgreement } from "./agreement.js";
import { say } from "./translations.js";

// The fields of the names, in the order of play.
const NAME_FIELDS = SEATS.map((seat) => seat.toLowerCase());

// The errors of these fields: a Map from the field to the name of its message.
export const validateNewGame = (sent) => {
  const refused = new Map();
  const keys = NAME_FIELDS.map((field) => nameKey(sent.get(field)));
  NAME_FIELDS.forEach((field, place) => {
    if (!isSeen(sent.get(field))) refused.set(field, "noName");
    else if (keys.indexOf(keys[place]) !== keys.lastIndexOf(keys[place])) refused.set(field, "sameName");
  });
  return new Map([...refused, ...validateAgreement(sent)]);
};

const element = (name, more, ...parts) => {
  const made = Object.assign(document.createElement(name), more);
  made.append(...parts);
  return made;
};

const attributes = (id) => ({ "aria-invalid": "true", "aria-describedby": id });

// Show the errors as the server's page does: each message once, and each field refers to its message by
// `aria-describedby`. An empty Map removes earlier errors.
export const showErrors = (form, refused) => {
  const words = [...new Set(refused.values())];
  const idOf = (word) => `error-${words.indexOf(word) + 1}`;
  const list = element("ul", {}, ...words.map((word) => element("li", { id: idOf(word) }, say(word))));
  const said = element("div", { className: "refusal" }, element("p", {}, say("noStart")), list);
  form.querySelector("[role=alert]").replaceChildren(...(words.length ? [said] : []));
  for (const input of form.querySelectorAll("input[type=text]")) {
    for (const name of Object.keys(attributes(""))) input.removeAttribute(name);
    const word = refused.get(input.name);
    for (const [name, value] of Object.entries(word ? attributes(idOf(word)) : {})) input.setAttribute(name, value);
  }
  form.querySelector("[aria-invalid]")?.focus();
};

const presetsOf = (form) =>
  Object.fromEntries([...form.querySelectorAll("[data-agreement]")].map(({ value, dataset }) => [value, JSON.parse(dataset.agreement)]));

const seriesOf = (sent) => (sent.get("best_of") > 1 ? { series: { best_of: Number(sent.get("best_of")), A: 0, B: 0 } } : {});

// The game of this form, in the format of `ofPage` of games.js.
export const newGame = (key, sent, form) => ({
  key,
  names: NAME_FIELDS.map((field) => sent.get(field).trim()),
  ...readAgreement(sent, presetsOf(form)),
  ...seriesOf(sent),
  avatars: readAvatars(form.querySelectorAll(".name-button")),
  shows_deal: "showsDeal" in form.dataset,
});
