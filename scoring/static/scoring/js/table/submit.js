// Gives every submission a key of its own, and queues it when no answer came back.

import { subscribe } from "../live/status.js";
import { backoff } from "../shared/backoff.js";
import { csrfToken } from "../shared/csrf.js";
import { clearRefusals } from "../shared/refusals.js";

const QUEUE_AFTER = "6s"; // until a round is queued, and sent again
const LOAD_AFTER = 5000; // milliseconds until the queue is loaded without a touch, and first tried again

// A UUID of version 4. crypto.randomUUID wants HTTPS, which a phone in the same network does not have.
const randomDigit = () => (crypto.getRandomValues(new Uint8Array(1))[0] & 15).toString(16);
const newKey = () => "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, randomDigit);

// What is said and shown of unsent changes is in `#messages`; on a table page, in a file that takes its place: the
// same for every game.
const messages = () => document.getElementById("messages");
const loadMessages = async () => {
  const { address } = messages().dataset;
  if (!address) return;
  const answer = await fetch(address, { signal: AbortSignal.timeout(10000) });
  if (!answer.ok || !isAnswerTo(null, answer)) throw new TypeError(address);
  messages().outerHTML = await answer.text();
};

// The queue of unsent changes, loaded when it may be needed: with what is unsent, where nothing answers, with
// the first touch, and when the page has long come up.
let queue = null;
let loading = null;
const begin = async () => {
  const [loaded] = await Promise.all([import("../offline/table.js"), loadMessages()]);
  await loaded.begin(newKey);
  return (queue = loaded);
};
const load = () => {
  loading ??= begin();
  loading.catch(() => (loading = null));
  return loading;
};
// Tries again until it is there: without it the page does not show what was unsent when it was loaded.
let retry = null;
let failures = 0;
const tryToLoad = () =>
  load().catch(() => {
    clearTimeout(retry);
    retry = setTimeout(tryToLoad, backoff(LOAD_AFTER, failures));
    failures += 1;
  });

// A game starts without the server too, once this is loaded: a form that is sent before waits for it.
let startsOffline = Boolean(messages());
const submitOnceLoaded = async (form, submitter) => {
  await load().catch(() => (startsOffline = false));
  form.requestSubmit(submitter);
};

const keyOf = (form) => form?.elements.namedItem("key");

const fieldsOf = (form, submitter) => {
  const sent = new FormData(form);
  if (submitter?.name) sent.append(submitter.name, submitter.value);
  return [...sent];
};

// A key that is still there belongs to a submission that nobody answered: the same one again.
document.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter } = event;
    const key = keyOf(form);
    if (!key) return;
    const isEarly = startsOffline && !queue && form.matches(".new-game, .rematch");
    if (isEarly) submitOnceLoaded(form, submitter);
    else {
      if (!key.value) key.value = newKey();
      form.sent = fieldsOf(form, submitter);
      if (!queue?.handleSubmit(form, submitter, key.value, form.sent)) return;
      key.value = "";
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// htmx sends a form to one place, whichever of its buttons was tapped.
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { request } = ctx;
  request.action = request.submitter?.getAttribute("formaction") ?? request.action;
  if (csrfToken()) request.headers["X-CSRFToken"] = csrfToken();
  if (queue && request.form?.id === "entry") request.timeout = QUEUE_AFTER;
});

// What comes without these headers is not from the site, but from a proxy or the login page of a network. The answer to
// a round names a change, also where the round is refused.
const isAnswerTo = (form, { headers }) => headers.has(form?.id === "entry" ? "Tichu-Change" : "Tichu-Score");
const isShown = ({ status }) => status < 400 || [409, 422].includes(status);

document.addEventListener("htmx:before:swap", (event) => {
  const { request, response } = event.detail.ctx; // none where no request was made for it
  if (response && !(isShown(response) && isAnswerTo(request.form, response))) event.preventDefault();
});
// With DEBUG, django-htmx would keep back all above 400.
if (window.htmx) htmx.config.noSwap = [204, 304];

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  // A page that is left for another would wait for ever when the browser comes back to it.
  ctx.keepIndicators = false;
  const { response, text } = ctx;
  const { form } = ctx.request;
  const key = keyOf(form);
  if (!key) return;
  const sent = key.value;
  const isComplete = text !== undefined; // it came to its last byte
  const answered = isComplete && response.headers.has("Tichu-Score") && response.status < 500;
  const done = answered && isShown(response) && isAnswerTo(form, response);
  if (form.id === "entry" && !done && game()) queueUnanswered(form, sent);
  else if (!done) showRefusal(answered ? "outdated" : "no-answer");
  else if (form.id === "entry") handleAnswer(sent, response.status);
  if (answered) key.value = "";
});

// The form of a new round, and not of one that is amended.
const game = () => document.querySelector("#table[data-game]");

// A round that was sent while the queue was being loaded is not in it: only the next game is prepared.
const handleAnswer = (key, status) => {
  if (queue) queue.handleAnswer(key, status);
  else load().then(({ prepareNextGame }) => prepareNextGame(), () => {});
};

const queueUnanswered = async (form, key) => {
  try {
    const loaded = queue ?? (await load());
    keyOf(form).value = "";
    await loaded.queueUnanswered(form, form.sent, key);
  } catch {
    keyOf(form).value = key;
    showRefusal("no-answer");
  }
};

const showRefusal = (id) => {
  const template = document.getElementById(id);
  clearRefusals();
  document.getElementById("status")?.prepend(template.content.cloneNode(true));
};

// A page out of the browser's memory brings its old keys along, and what it had started.
addEventListener("pageshow", () => {
  for (const key of document.querySelectorAll("input[name=key]")) key.value = "";
  for (const form of document.forms) delete form.dataset.starts;
});

if (messages()) {
  addEventListener("pointerdown", tryToLoad, { once: true });
  retry = setTimeout(tryToLoad, LOAD_AFTER);
  subscribe(({ connection }) => connection === "offline" && tryToLoad());
  try {
    if (!navigator.onLine || localStorage.waits || document.querySelector("#table[data-blank]")) tryToLoad();
  } catch {
    tryToLoad();
  }
}
