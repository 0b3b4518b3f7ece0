// The form of a round: impossible rounds stay off it.

import { clearRefusals } from "../shared/refusals.js";
import { PLACES } from "./progress.js";

const untick = (boxes) => {
  for (const box of boxes) box.checked = false;
};

// What was refused is answered by tapping something else.
document.addEventListener("submit", clearRefusals);

// Taking back a place takes back those after it.
const tickPlace = (form, box) => {
  if (box.checked) return;
  const later = PLACES.slice(PLACES.indexOf(box.name) + 1);
  untick(later.flatMap((name) => [...form.querySelectorAll(`[name=${name}]:checked`)]));
};

// One call a player, and where the table agreed so, one a team, or one of each level.
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

// Clear takes back the places; calls that were shouted stay.
document.addEventListener("click", (event) => {
  const button = event.target.closest(".entry .clear");
  if (!button) return;
  event.preventDefault();
  clearRefusals();
  untick(button.form.querySelectorAll(".place input:checked"));
  const first = button.form.querySelector(".first input");
  first.dispatchEvent(new Event("change", { bubbles: true })); // so that it is told
  first.focus({ preventScroll: true });
});

// Who has a keyboard moves by it. What could not be loaded comes with a later key.
addEventListener("keydown", () => import("./arrow-keys.js").catch(() => {}));

// Enter on a box would send the form.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches(".entry input")) event.preventDefault();
});

// Unless this device is set not to.
export const vibrate = () => {
  if (!document.documentElement.matches("[data-device~=no-vibration]")) navigator.vibrate?.(60);
};

// A recorded round can be felt, and leaves the focus where the next one starts.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const { form } = ctx.request;
  const { status, headers } = ctx.response;
  if (form?.id !== "entry" || status !== 200 || !headers.has("Tichu-Change") || ctx.hx.redirect) return;
  vibrate();
});

// Move the focus to where the next round starts, unless something that is visible has it.
export const focusIfLost = () => {
  const holder = document.activeElement ?? document.body;
  if (holder !== document.body && holder.getClientRects().length) return;
  document.querySelector("h1[tabindex], .place.first input")?.focus({ preventScroll: true });
};

// News from another phone take the focus nowhere, unless they take its holder away.
let follows = false;
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  follows = Boolean(ctx.request) || document.activeElement !== document.body;
});
document.addEventListener("htmx:after:swap", () => follows && focusIfLost());
