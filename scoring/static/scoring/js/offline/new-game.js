// What is wrong with the form of a new game, found before it is stored: a game without a network is
// played for a whole evening before the server would say so.

import { isSeen, nameKey } from "../shared/names.js";
import { SEATS } from "../shared/rules.js";
import { wrongAgreement } from "./agreement.js";
import { say } from "./view.js";

const FIELDS = SEATS.map((seat) => seat.toLowerCase());

// The fields that are refused, each with the word for its sentence.
export const wrong = (sent) => {
  const refused = new Map();
  const keys = FIELDS.map((field) => nameKey(sent.get(field)));
  FIELDS.forEach((field, place) => {
    if (!isSeen(sent.get(field))) refused.set(field, "noName");
    else if (keys.indexOf(keys[place]) !== keys.lastIndexOf(keys[place])) refused.set(field, "sameName");
  });
  return new Map([...refused, ...wrongAgreement(sent)]);
};

const element = (name, more, ...parts) => {
  const made = Object.assign(document.createElement(name), more);
  made.append(...parts);
  return made;
};

const attributes = (id) => ({ "aria-invalid": "true", "aria-describedby": id });

// Say it as the server's page does: each sentence once, and which fields it is about.
export const show = (form, refused) => {
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
