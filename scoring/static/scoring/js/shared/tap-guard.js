// Keeps a double tap from hitting what its first tap brought under the finger: a control that takes the
// place of another one takes no taps for a moment. The keyboard is not affected.

// Milliseconds without taps; more where something else comes to the place of an undo.
const DELAY = 400;
const DELAY_AFTER_UNDO = 800;
// Pixels from one tap of a double tap to the other, at most.
const REACH = 20;

const controls = () =>
  [...document.querySelectorAll("a, button, label, summary")]
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width);

// The same control may be drawn anew: then it still does the same.
const describe = ({ control }) => {
  const { form, href, name, value } = control.control ?? control;
  return [form?.action, href, name || control.textContent, value].join();
};

const isUndo = (element) => Boolean(element.closest?.(".undo, .redo"));

const delayOf = ({ control }) => (tap?.isUndo && !isUndo(control) ? DELAY_AFTER_UNDO : DELAY);

// A control is guarded until the last of its guards ends.
const guard = ({ control }, delay) => {
  control.guards = (control.guards ?? 0) + 1;
  control.classList.add("guarded");
  setTimeout(() => --control.guards || control.classList.remove("guarded"), delay);
};

// The last tap, and until when each control around it takes no taps: what is drawn anew is guarded no less.
let tap = null;
let known = new Map();

const around = ({ x, y }) =>
  controls().filter(
    ({ box }) => box.left - REACH < x && x < box.right + REACH && box.top - REACH < y && y < box.bottom + REACH,
  );

// Call this where a script alone changes what is ticked, and with it what is shown.
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
// A tick alone may change what is shown.
addEventListener("click", () => setTimeout(guardTap));
new MutationObserver(() => {
  guardTap();
  document.querySelectorAll("main link").forEach(awaitStyle);
}).observe(document.body, { childList: true, subtree: true });

// A change that nobody here tapped for may come between any control and the finger on its way to it. Call the first of
// these before it, and the second one after it.
let before = null;
const describePlace = (each) => describe(each) + Math.round(each.box.x / REACH) + Math.round(each.box.y / REACH);
export const notePlaces = () => (before = new Set(controls().map(describePlace)));
export const guardMoved = () =>
  before && controls().forEach((each) => before.has(describePlace(each)) || guard(each, delayOf(each)));

document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.request && ctx.request.form?.id !== "tell") before = null;
  else notePlaces();
});
// A tap may come in between these two, and what is ticked has brought keys by then.
document.addEventListener("htmx:before:settle", guardMoved);
document.addEventListener("htmx:after:swap", guardMoved);

// A style that comes with a swap arrives later, and may move every control.
const awaitStyle = (link) => {
  if (link.sheet || link.onload) return;
  notePlaces();
  link.onload = guardMoved;
};

// The next page comes under the same finger. Where nothing can be stored, only this one is guarded.
try {
  addEventListener("pagehide", () => tap && (sessionStorage.tap = JSON.stringify(tap)));
  tap = JSON.parse(sessionStorage.tap ?? null);
  delete sessionStorage.tap;
  guardTap();
} catch {
  tap = null;
}
