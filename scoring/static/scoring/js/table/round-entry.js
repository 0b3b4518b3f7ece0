// The form of a round: unticks boxes that would make the round impossible, and moves the focus after it.

import { clearRefusals } from "../shared/refusals.js";
import { PLACES } from "./progress.js";

const untick = (boxes) => {
  for (const box of boxes) box.checked = false;
};

// A refusal is removed at the next submission, and at the next tap on the form (below).
document.addEventListener("submit", clearRefusals);

// If a place is empty, the places after it are empty too.
const tickPlace = (form, box) => {
  if (box.checked) return;
  const later = PLACES.slice(PLACES.indexOf(box.name) + 1);
  untick(later.flatMap((name) => [...form.querySelectorAll(`[name=${name}]:checked`)]));
};

// A player has one call. If the table has agreed on it, a team has one call, or one of each level.
const tickCall = (form, box) => {
  if (!box.checked) return;
  const { callsPerTeam: most } = form.dataset;
  const rivals = [...box.closest(most === "one" ? ".side" : ".seat").querySelectorAll(".call input:checked")];
  if (most === "one_of_each") rivals.push(...box.closest(".side").querySelectorAll(`[name=${box.name}]:checked`));
  untick(rivals.filter((other) => other !== box));
};

document.addEventListener("change", ({ target: box }) => {
  const form = box.form;
  if (!form?.matches(".entry")) return;
  clearRefusals();
  if (PLACES.includes(box.name)) tickPlace(form, box);
  else if (box.closest(".call")) tickCall(form, box);
});

// The Clear button unticks the places. Calls remain ticked, because they were made at the table.
document.addEventListener("click", (event) => {
  const button = event.target.closest(".entry .clear");
  if (!button) return;
  event.preventDefault();
  clearRefusals();
  untick(button.form.querySelectorAll(".place input:checked"));
  const first = button.form.querySelector(".first input");
  first.dispatchEvent(new Event("change", { bubbles: true })); // so that it is sent to the server
  first.focus({ preventScroll: true });
});

// Load the module of the keys when a key is pressed first. If that fails, it is tried again at the next key.
addEventListener("keydown", () => import("./arrow-keys.js").catch(() => {}));

// In a check box, Enter would submit the form.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches(".entry input")) event.preventDefault();
});

// Vibrate, unless that is turned off for this device.
export const vibrate = () => {
  if (!document.documentElement.matches("[data-device~=no-vibration]")) navigator.vibrate?.(60);
};

// Vibrate when a round has been recorded.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const { form } = ctx.request;
  const { status, headers } = ctx.response;
  if (form?.id !== "entry" || status !== 200 || !headers.has("Tichu-Change") || ctx.hx.redirect) return;
  vibrate();
});

// Move the focus to the start of the next round, unless a visible element has it.
export const focusIfLost = () => {
  const holder = document.activeElement ?? document.body;
  if (holder !== document.body && holder.getClientRects().length) return;
  document.querySelector("h1[tabindex], .place.first input")?.focus({ preventScroll: true });
};

// After a swap, move the focus if it is lost, but only if the swap is the answer to a tap here, or has replaced the
// element with the focus. Otherwise a change by another phone does not move it.
let follows = false;
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  follows = Boolean(ctx.request) || document.activeElement !== document.body;
});
document.addEventListener("htmx:after:swap", () => follows && focusIfLost());
