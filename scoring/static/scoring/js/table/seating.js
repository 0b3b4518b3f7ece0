// The seats on the form of a new game: taps put names into seats, swap two seats, or change partners. The names are
// stored in the fields of the form. A field itself is shown only if a name is typed into it.

import { putAvatar, readAvatars } from "../shared/avatars.js";
import { isSeen, nameKey } from "../shared/names.js";

const box = document.querySelector(".seating");
const status = box.querySelector("[role=status]");
const fields = ["a1", "b1", "a2", "b2"].map((seat) => box.querySelector(`[name=${seat}]`));
const nameButtons = [...box.querySelectorAll(".name-button")];
const avatars = readAvatars(nameButtons);
const buttonOf = (field) => field.nextElementSibling;

// The field of the seat that was tapped, the name that was tapped while no seat was free, and the fields into which
// names are typed.
let selectedField = null;
let selectedName = "";
const typed = new Set();

const isFree = (field) => !isSeen(field.value);
const seatOf = (name) => fields.find((field) => !isFree(field) && nameKey(field.value) === nameKey(name));

const show = () => {
  for (const field of fields) {
    const button = buttonOf(field);
    field.parentElement.toggleAttribute("data-seated", nameButtons.length > 0 && !isFree(field) && !typed.has(field));
    button.querySelector("b").textContent = field.value;
    putAvatar(button, avatars, field.value);
    button.setAttribute("aria-pressed", String(field === selectedField));
  }
  for (const button of nameButtons) {
    button.setAttribute("aria-pressed", String(Boolean(seatOf(button.textContent))));
    button.classList.toggle("selected", button.textContent === selectedName);
  }
};

const isRefused = (field) =>
  isFree(field) || fields.some((other) => other !== field && nameKey(other.value) === nameKey(field.value));

// Hide the errors of seats that have been corrected. They still take room, so that the seats below do not move under a
// finger.
const clearCorrected = () => {
  for (const field of fields.filter((each) => each.matches("[aria-invalid]") && !isRefused(each))) {
    const message = document.getElementById(field.getAttribute("aria-describedby"));
    for (const name of ["aria-invalid", "aria-describedby"]) field.removeAttribute(name);
    if (!message || document.querySelector(`[aria-describedby="${message.id}"]`)) continue;
    message.style.visibility = "hidden";
    const refusal = message.closest(".refusal");
    const isSettled = [...refusal.querySelectorAll("[id]")].every(({ style }) => style.visibility === "hidden");
    if (isSettled) refusal.style.visibility = "hidden";
  }
};

const say = (word, names = {}) => {
  const sentence = box.dataset[word];
  status.textContent = Object.entries(names).reduce((text, [key, name]) => text.replace(`{${key}}`, () => name), sentence);
};

const seat = (field, name) => {
  field.value = name;
  typed.delete(field);
};

const clearSelection = () => {
  selectedField = null;
  selectedName = "";
};

const sitDown = (field, name) => {
  seat(field, name);
  clearSelection();
  say("moved", { name });
};

const swap = (one, other) => {
  const names = [one.value, other.value];
  seat(one, names[1]);
  seat(other, names[0]);
  clearSelection();
  const [first, second] = names;
  if (isFree(one) || isFree(other)) say("moved", { name: first || second });
  else say("swapped", { one: first, other: second });
};

const leave = (field, name) => {
  seat(field, "");
  clearSelection();
  say("left", { name });
};

const tapName = (name) => {
  const there = seatOf(name);
  const free = selectedField ?? fields.find(isFree);
  if (there && selectedField && selectedField !== there) swap(there, selectedField);
  else if (there) leave(there, name);
  else if (free) sitDown(free, name);
  else if (selectedName === name) selectedName = "";
  else {
    selectedName = name;
    say("nameSelected", { name });
  }
};

const tapSeat = (field) => {
  if (selectedName) sitDown(field, selectedName);
  else if (selectedField === field) selectedField = null;
  else if (selectedField) swap(selectedField, field);
  else {
    selectedField = field;
    say("seatSelected", { name: field.value });
  }
};

// Give the first player the next of the others as a partner; after three taps all sit as before.
const swapPartners = () => {
  const [a1, b1, a2, b2] = fields.map((field) => field.value);
  [a1, b2, b1, a2].forEach((name, place) => seat(fields[place], name));
  clearSelection();
  say("partners", { a1, a2: b1, b1: b2, b2: a2 });
};

const typeName = () => {
  const field = selectedField ?? fields.find(isFree);
  if (!field) return say("choose");
  typed.add(field);
  clearSelection();
  show();
  field.focus();
  field.select();
};

box.addEventListener("click", ({ target }) => {
  const control = target.closest("button, input");
  if (!control) return;
  if (control.matches(".name-button")) tapName(control.textContent);
  else if (control.matches("[data-swap-partners]")) swapPartners();
  else if (control.matches("[data-somebody-new]")) return typeName();
  else if (control.matches(".seat-name button")) tapSeat(control.previousElementSibling);
  else if (control.matches(".seat-name input") && (selectedField || selectedName)) {
    // A seat without a name shows its field.
    tapSeat(control);
    control.blur();
  } else return;
  clearCorrected();
  show();
});

box.addEventListener("input", ({ target }) => {
  typed.add(target);
  clearCorrected();
  show();
});

document.documentElement.dataset.device ??= ""; // if start.js could not read the settings
// After this module has run, a browser may fill in the former values of the fields.
addEventListener("pageshow", show);
show();
