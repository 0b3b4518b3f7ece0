// Hears that there is news, by a stream from the server or, where none gets through, by asking;
// and puts what is new on the screen, unless somebody is in the middle of something.

const FIRST_WORD = 4000; // until a stream that says nothing is taken for held up on the way
const SILENCE = 50000; // the server repeats itself every 20 s
const ASK_EVERY = 2000;
const ASK_SLOWLY = 10000;
const SLOWLY_AFTER = 600000; // of nobody touching this page, and of no news
const LONGEST = 60000;
const PATIENCE = 15000;
const LONGEST_TOUCH = 3000; // of a finger whose going up nobody tells

const table = () => document.querySelector("#table[data-board]");
const stream = () => table()?.dataset.live;
const mark = document.getElementById("live");

// The version that all on screen is of, and the newest that this phone has heard of.
let shown = -1;
let newest = -1;
let more = false; // whether an answer that could not be shown had more to show, whatever its version
let looking = false;
let touching = false;

let line = null;
let live = false;
let lost = 0; // streams in a row that said nothing
let unanswered = 0; // questions in a row without an answer
let stirred = Date.now();
const timers = {};

const after = (delay, what) => {
  clearTimeout(timers[what.name]);
  timers[what.name] = setTimeout(what, delay);
};
const cancel = (...names) => names.forEach((name) => clearTimeout(timers[name]));

// What waits to be sent comes before how this page hears of news, of which at first nothing is known.
const showMark = () => {
  const state = mark.dataset.box || mark.dataset.line;
  mark.hidden = !state;
  if (!state) return;
  mark.dataset.state = state;
  mark.title = mark.ariaLabel = mark.dataset[state];
};
document.addEventListener("box", showMark);

const say = (line) => {
  mark.dataset.line = line;
  showMark();
  if (line === "offline") document.dispatchEvent(new Event("offline"));
};

// A part of the table says by `before` what the rest must be, for all of it to be as new.
const read = () => {
  const { version, before } = document.querySelector("[data-version]")?.dataset ?? {};
  if (version === undefined) return;
  if (before === undefined || Number(before) === shown) shown = Number(version);
  newest = Math.max(newest, Number(version));
};

// A round that is tapped in, an open dialog, what somebody types, and what nobody answered.
const HELD = ".place input:checked, dialog[open], :is([type=text], select, textarea):focus";
const open = ({ form, value }) => value && form.id !== "entry";
const held = () =>
  Boolean(table()?.querySelector(HELD)) || [...document.querySelectorAll("#table [name=key]")].some(open);

// What the server is about to hear.
const sending = () => Boolean(table()?.querySelector("[data-untold], .htmx-request"));
const busy = () => !table() || touching || held() || sending();

const news = () => newest > shown || more;

// News that wait are told by a note, which goes by itself.
const note = () => {
  const said = document.getElementById("said");
  const noted = said?.querySelector(".news");
  if (!news() || !held()) noted?.remove();
  else if (said && !noted && !sending()) said.prepend(document.getElementById("news").content.cloneNode(true));
};

const place = ({ id, name, value, href }) => {
  if (id) return `#${id}`;
  if (name) return `#table [name="${name}"][value="${value}"]`;
  return href ? `#table a[href="${new URL(href).pathname}"]` : null;
};

// The same answer goes to every phone: what proves where a form comes from is not in it.
const prove = (html) => {
  const [{ value } = {}] = document.getElementsByName("csrfmiddlewaretoken");
  const proof = (all, before) => before + value;
  return html.replace(/(name="csrfmiddlewaretoken" value="|"X-CSRFToken": ")-/g, proof);
};

const show = (board) => {
  const html = prove(board);
  const focus = table().contains(document.activeElement) && place(document.activeElement);
  const reading = [...document.querySelectorAll("#outlook > *")];
  htmx.swap({ target: "#table", text: html, swap: "outerHTML" }); // done when it returns
  if (focus) document.querySelector(focus)?.focus({ preventScroll: true });
  // What each team needs stays on screen, if somebody reads it, until it is known anew.
  const outlook = reading.length && document.getElementById("outlook");
  if (outlook) {
    outlook.replaceChildren(...reading);
    htmx.trigger(outlook, "changed");
  }
  stirred = Date.now();
  more = false;
  read();
};

// The race moves from where it stood to where it stands, whoever put it there.
const bars = () => [...document.querySelectorAll(".race [transform]")];
let stood = [];
document.addEventListener("htmx:before:swap", () => {
  stood = bars().map((bar) => bar.getAttribute("transform"));
});
document.addEventListener("htmx:after:swap", () => {
  for (const [place, bar] of bars().entries()) {
    const stands = bar.getAttribute("transform");
    bar.setAttribute("transform", stood[place] ?? stands);
    getComputedStyle(bar).transform; // what a transition begins with is what was last computed
    bar.setAttribute("transform", stands);
  }
});

// An answer that comes late must not tear ticked boxes, nor replace what is newer.
const take = async (answer, since, known) => {
  const html = answer.status === 200 ? await answer.text() : "";
  if (shown !== since) return;
  if (html && busy()) newest = Math.max(newest, shown + 1);
  else if (html) show(html);
  if (newest === known) newest = shown;
};

// Fetch what is newer; whether the server answered.
const fetchNews = async () => {
  const path = `${table().dataset.board}?seen=${more ? "" : shown}`;
  const options = { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE) };
  const [since, known] = [shown, newest];
  try {
    const answer = await fetch(path, options);
    // A network that wants a password first answers in the server's place.
    const ours = answer.status === 204 || answer.headers.has("Tichu-Score");
    if (ours && answer.ok) await take(answer, since, known);
    // What this phone may no longer see does not stay on its screen.
    else if (ours && answer.status === 404 && !held()) location.reload();
    return ours && answer.ok;
  } catch {
    return false;
  }
};

const look = async () => {
  read();
  const waits = news() && busy();
  if (table() && !looking && !waits) {
    looking = true;
    const answered = await fetchNews();
    looking = false;
    looked(answered);
  }
  note();
};

const looked = (answered) => {
  unanswered = answered ? 0 : unanswered + 1;
  if (answered) {
    document.dispatchEvent(new Event("looked"));
    settle();
  }
  if (!awake() || (answered && live)) return;
  say(answered ? "asking" : "offline");
  after(answered ? pace() : spread(unanswered), ask);
};

// Nothing may be in the way any more.
const settle = () => {
  read();
  note();
  if (news() && !busy()) look();
};

// When to ask

const awake = () => !document.hidden && navigator.onLine;
const pace = () => (Date.now() - stirred > SLOWLY_AFTER ? ASK_SLOWLY : ASK_EVERY);

// Phones that lost the server together do not come back together.
const spread = (times) => Math.min(LONGEST, ASK_EVERY * 2 ** times) * (0.5 + Math.random() / 2);

const ask = () => {
  after(ASK_EVERY, ask); // where the look is put off, or there is nothing to look at just now
  look();
};

// The stream

const hangUp = () => {
  cancel("lose");
  line?.close();
  line = null;
  live = false;
};

const lose = () => {
  if (live || lost === 0) after(spread(0), ask);
  hangUp();
  after(spread(lost), connect);
  lost += 1;
};

const hear = ({ data }) => {
  live = true;
  lost = unanswered = 0;
  cancel("ask");
  after(SILENCE, lose);
  say("live");
  read();
  newest = Math.max(newest, Number(data));
  if (newest > shown) look();
};

const connect = () => {
  if (line || !awake() || !stream()) return;
  if (!("EventSource" in window)) return ask();
  line = new EventSource(stream());
  line.onmessage = hear;
  // The browser would come back by itself, at the same pace for ever.
  line.onerror = lose;
  after(FIRST_WORD, lose);
};

const sleep = () => {
  cancel("ask", "connect");
  hangUp();
  if (!navigator.onLine) say("offline");
};

const wake = () => {
  if (!awake()) return sleep();
  lost = unanswered = 0;
  stirred = Date.now();
  look();
  connect();
};

for (const done of ["change", "click", "focusout", "htmx:finally:request"]) {
  document.addEventListener(done, () => setTimeout(settle));
}

// A swap between finger down and finger up would lose the tap.
const lift = () => {
  touching = false;
  settle();
};
addEventListener("pointerdown", () => {
  touching = true;
  after(LONGEST_TOUCH, lift);
  if (pace() > ASK_EVERY && !live) after(0, ask);
  stirred = Date.now();
});
addEventListener("pointerup", () => after(50, lift));
addEventListener("pointercancel", () => after(50, lift));

// Where other phones told more, the answer to what was told brings the whole table: that must not
// take a finger's place, nor what was ticked since.
const ticked = (entry) => String(new URLSearchParams(new FormData(entry)));
document.addEventListener("htmx:after:request", (event) => {
  const { request, response } = event.detail.ctx;
  const entry = document.getElementById("entry");
  const whole = request.form?.id === "tell" && response.headers.get("HX-Retarget") === "#table";
  if (!whole || !entry || (!touching && ticked(entry) === String(request.body))) return;
  event.preventDefault();
  more = true;
});

// What waited has been recorded, and is news to this page too.
document.addEventListener("acknowledged", () => {
  newest = Math.max(newest, shown + 1);
  settle();
});

document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("offline", wake);
addEventListener("pagehide", sleep);
addEventListener("pageshow", ({ persisted }) => {
  // What a browser goes back to, or opens again, may be older than what it last showed.
  const [arrival] = performance.getEntriesByType("navigation");
  if (persisted || arrival.type !== "navigate") wake();
});
read();
if (!navigator.onLine || !stream()) say("offline");
connect();
