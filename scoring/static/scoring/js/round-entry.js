// Keeps impossible rounds off the form while it is tapped.

const untick = (boxes) => {
  for (const box of boxes) box.checked = false;
};

// What was refused is answered by tapping something else.
const dismiss = () => document.querySelector("#said .refusal")?.remove();

const places = ["first", "second", "third"];

// Taking back a place takes back those after it.
const tickPlace = (form, box) => {
  if (box.checked) return;
  const later = places.slice(places.indexOf(box.name) + 1);
  untick(later.flatMap((name) => [...form.querySelectorAll(`[name=${name}]:checked`)]));
};

// One call a player, and where the table agreed so, one a team.
const tickCall = (form, box) => {
  if (!box.checked) return;
  const rivals = box.closest("oneCallPerTeam" in form.dataset ? ".side" : ".seat");
  untick([...rivals.querySelectorAll(".call input:checked")].filter((other) => other !== box));
};

document.addEventListener("change", ({ target: box }) => {
  const form = box.form;
  if (!form?.matches(".entry")) return;
  dismiss();
  if (places.includes(box.name)) tickPlace(form, box);
  else if (box.closest(".call")) tickCall(form, box);
});

// Clear takes back the places; calls that were shouted stay.
document.addEventListener("click", (event) => {
  const button = event.target.closest(".entry .clear");
  if (!button) return;
  event.preventDefault();
  dismiss();
  untick(button.form.querySelectorAll(".place input:checked"));
  button.form.querySelector(".first input").focus({ preventScroll: true });
});

// Enter on a box would send the form.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches(".entry input")) event.preventDefault();
});

// A recorded round leaves an empty form, and the focus where the next one starts.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const { form } = ctx.request;
  const { status, headers } = ctx.response;
  if (form?.id !== "entry" || status !== 200 || !headers.has("Tichu-Change")) return;
  untick(form.querySelectorAll("input:checked"));
  navigator.vibrate?.(60);
});

document.addEventListener("htmx:after:swap", () => {
  const holder = document.activeElement ?? document.body;
  if (holder !== document.body && holder.getClientRects().length) return;
  const next = document.querySelector("h1[tabindex], .place.first input");
  next?.focus({ preventScroll: true });
});
