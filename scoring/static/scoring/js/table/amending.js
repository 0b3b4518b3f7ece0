// The form that amends a round: changes other places when one is tapped, and adds the fields that do not change. The
// server does the same (`scoring/forms/amendment.py`).

import { partnerOf } from "../shared/seats.js";

const PLACES = ["first", "second", "third"];

// The players who were first, second and third on each form before the latest tap; "" if no player is ticked.
const orders = new WeakMap();
const read = (form) => PLACES.map((place) => form.querySelector(`[name=${place}]:checked`)?.value ?? "");

// Begin to amend the round that the form shows.
export const begin = (form) => orders.set(form, read(form));

// The places after `seat` has been put in `place`. A player who had another place swaps places with the player who was
// there. A double win remains a double win if only the player who was first out changes.
const move = (was, place, seat) => {
  const now = was.with(place, seat);
  const left = seat ? was.indexOf(seat) : -1;
  if (left >= 0 && left !== place) now[left] = was[place];
  const kept = place === 0 && was[0] && was[1] === partnerOf(was[0]) && now[1] === was[1];
  if (kept) now[1] = partnerOf(seat);
  const twice = place !== 2 && now.indexOf(now[2]) < 2;
  if (twice || (place === 1 && !seat)) now[2] = "";
  return now;
};

document.addEventListener("change", ({ target: box }) => {
  const { form, name } = box;
  if (!form?.matches(".amending") || !PLACES.includes(name)) return;
  if (box.checked) {
    const now = move(orders.get(form) ?? read(form), PLACES.indexOf(name), box.value);
    for (const each of form.querySelectorAll("[name=first], [name=second], [name=third]")) {
      each.checked = each.value ? now[PLACES.indexOf(each.name)] === each.value : each === box;
    }
  }
  begin(form);
});

const isDoubleWin = (sent) => Boolean(sent.get("first")) && sent.get("second") === partnerOf(sent.get("first"));

// The fields of an amended round; `before` are its former fields. If card points were tapped, it is no double win any
// more. If none were tapped, the former card points are added.
export const completeAmendment = (fields, before) => {
  const [sent, was] = [new Map(fields), new Map(before)];
  const [points, pointsBefore] = [sent.get("card_points"), was.get("card_points")];
  const same = isDoubleWin(was) && sent.get("second") === was.get("second");
  if (points && same && isDoubleWin(sent)) return fields.filter(([name]) => !["second", "third"].includes(name));
  if (points || !pointsBefore || isDoubleWin(sent)) return fields;
  return [...fields, ["card_points", pointsBefore]];
};

// The page of a recorded round.
const page = document.querySelector("form.amending");
if (page) {
  begin(page);
  page.addEventListener("reset", () => setTimeout(begin, 0, page));
}
