// Prevents a double tap from hitting a control that the first tap has put under the finger. A control that appears or
// moves there ignores taps for a moment (the class `guarded`). The keyboard is not affected.

// The time in milliseconds during which taps are ignored. It is longer for another control in the place of an undo.
const DELAY = 400;
const DELAY_AFTER_UNDO = 800;
// Pixels between the two taps of a double tap, at most.
const REACH = 20;

const controls = () =>
  [...document.querySelectorAll("a, button, label, summary")]
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width);

// A text for the function of a control. It is the same if the control is drawn again.
const describe = ({ control }) => {
  const { form, href, name, value } = control.control ?? control;
  return [form?.action, href, name || control.textContent, value].join();
};

const isUndo = (element) => Boolean(element.closest?.(".undo, .redo"));

const delayOf = ({ control }) => (tap?.isUndo && !isUndo(control) ? DELAY_AFTER_UNDO : DELAY);

// Guard a control for `delay` milliseconds. Several guards may overlap; the control is free when the last one ends.
const guard = ({ control }, delay) => {
  control.guards = (control.guards ?? 0) + 1;
  control.classList.add("guarded");
  setTimeout(() => --control.guards || control.classList.remove("guarded"), delay);
};

// The last tap, and the time until which each control around it ignores taps, by the description of the control. A
// control that is drawn again is guarded until the same time.
let tap = null;
let known = new Map();

const around = ({ x, y }) =>
  controls().filter(
    ({ box }) => box.left - REACH < x && x < box.right + REACH && box.top - REACH < y && y < box.bottom + REACH,
  );

// Guard the new controls around the last tap. A script that ticks a box has to call this, because the style sheet may
// then show other controls, without a change of the page that is observed below.
export const guardTap = () => {
  for (const each of tap ? around(tap) : []) {
    const what = describe(each);
    const now = performance.now();
    if (!known.has(what)) known.set(what, now + delayOf(each));
    if (known.get(what) > now) guard(each, known.get(what) - now);
  }
};

const remember = ({ x, y, target }) => {
  tap = { x, y, isUndo: isUndo(target) };
  known = new Map(around(tap).map((each) => [describe(each), 0]));
};

addEventListener("pointerdown", remember, true);
// A box that is ticked may show other controls too.
addEventListener("click", () => setTimeout(guardTap));
new MutationObserver(() => {
  guardTap();
  document.querySelectorAll("main link").forEach(awaitStyle);
}).observe(document.body, { childList: true, subtree: true });

// A change that was not caused by a tap here may happen while a person is about to tap any control, so all controls
// that move are guarded. Call `notePlaces` before such a change, and `guardMoved` after it.
let before = null;
const describePlace = (each) => describe(each) + Math.round(each.box.x / REACH) + Math.round(each.box.y / REACH);
export const notePlaces = () => (before = new Set(controls().map(describePlace)));
export const guardMoved = () =>
  before && controls().forEach((each) => before.has(describePlace(each)) || guard(each, delayOf(each)));

document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.request && ctx.request.form?.id !== "tell") before = null;
  else notePlaces();
});
// After both events, because a tap may be made between them. At the first event, progress.js has already ticked the
// boxes.
document.addEventListener("htmx:before:settle", guardMoved);
document.addEventListener("htmx:after:swap", guardMoved);

// A style sheet that is part of a swap is loaded later, and may then move any control.
const awaitStyle = (link) => {
  if (link.sheet || link.onload) return;
  notePlaces();
  link.onload = guardMoved;
};

// The next page may appear under the same finger: sessionStorage passes the last tap to it. Without sessionStorage,
// only this page is guarded.
try {
  addEventListener("pagehide", () => tap && (sessionStorage.tap = JSON.stringify(tap)));
  tap = JSON.parse(sessionStorage.tap ?? null);
  delete sessionStorage.tap;
  guardTap();
} catch {
  tap = null;
}
