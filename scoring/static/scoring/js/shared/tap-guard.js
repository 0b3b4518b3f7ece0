// Keeps a double tap from hitting a control that its first tap brought under the finger: a control that appears or
// moves there ignores taps for a moment (the class `guarded`). The keyboard is not affected.

// Milliseconds without taps; more for another control in the place of an undo.
const DELAY = 400;
const DELAY_AFTER_UNDO = 800;
// Pixels between the two taps of a double tap, at most.
const REACH = 20;

const controls = () =>
  [...document.querySelectorAll("a, button, label, summary")]
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width);

// What a control does: the same text for a control that has been drawn anew.
const describe = ({ control }) => {
  const { form, href, name, value } = control.control ?? control;
  return [form?.action, href, name || control.textContent, value].join();
};

const isUndo = (element) => Boolean(element.closest?.(".undo, .redo"));

const delayOf = ({ control }) => (tap?.isUndo && !isUndo(control) ? DELAY_AFTER_UNDO : DELAY);

// Guard a control for `delay` milliseconds. Several guards may overlap: the last one to end frees it.
const guard = ({ control }, delay) => {
  control.guards = (control.guards ?? 0) + 1;
  control.classList.add("guarded");
  setTimeout(() => --control.guards || control.classList.remove("guarded"), delay);
};

// The last tap; and by the description of each control around it, until when that takes no taps. A control that is
// drawn anew is guarded until the same time.
let tap = null;
let known = new Map();

const around = ({ x, y }) =>
  controls().filter(
    ({ box }) => box.left - REACH < x && x < box.right + REACH && box.top - REACH < y && y < box.bottom + REACH,
  );

// Guard the new controls around the last tap. To be called by a script that ticks a box, as the style sheet may show
// other controls then, without a change of the page that is observed below.
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

// A change that was not caused by a tap here may come while a finger is on its way to any control, so all that move are
// guarded. To be called before such a change (`notePlaces`) and after it (`guardMoved`).
let before = null;
const describePlace = (each) => describe(each) + Math.round(each.box.x / REACH) + Math.round(each.box.y / REACH);
export const notePlaces = () => (before = new Set(controls().map(describePlace)));
export const guardMoved = () =>
  before && controls().forEach((each) => before.has(describePlace(each)) || guard(each, delayOf(each)));

document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.request && ctx.request.form?.id !== "tell") before = null;
  else notePlaces();
});
// After both events, as a tap may come between them. At the first one, the boxes have been ticked already
// (progress.js).
document.addEventListener("htmx:before:settle", guardMoved);
document.addEventListener("htmx:after:swap", guardMoved);

// A style sheet that comes with a swap is loaded later, and may then move any control.
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
