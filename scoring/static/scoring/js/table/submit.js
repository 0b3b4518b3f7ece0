// Submits the forms that change a game: gives each submission an idempotency key, shows the answer if it is from the
// site, and queues a round (`offline/table.js`) if there is no answer.

import { subscribe } from "../live/status.js";
import { backoff } from "../shared/backoff.js";
import { csrfToken } from "../shared/csrf.js";
import { clearRefusals } from "../shared/refusals.js";

const QUEUE_AFTER = "6s"; // a round that is not answered by then is queued, and sent again
const LOAD_AFTER = 5000; // milliseconds until the queue is loaded without a touch, and until the first retry

// A UUID of version 4. `crypto.randomUUID` exists over HTTPS only, which a server in a home network may not have.
const randomDigit = () => (crypto.getRandomValues(new Uint8Array(1))[0] & 15).toString(16);
const newKey = () => "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, randomDigit);

// The messages and templates for unsent changes are in `#messages`. On a table page this element contains the address
// of a file with them, which is the same for every game. The content of the file replaces the element.
const messages = () => document.getElementById("messages");
const loadMessages = async () => {
  const { address } = messages().dataset;
  if (!address) return;
  const answer = await fetch(address, { signal: AbortSignal.timeout(10000) });
  if (!answer.ok || !isAnswerTo(null, answer)) throw new TypeError(address);
  messages().outerHTML = await answer.text();
};

// The queue of unsent changes. It is loaded if there are unsent changes, if there is no network or no answer, at the
// first touch, and otherwise some seconds after the page.
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
// Load the queue, and try again until that succeeds, because without it the page would not show unsent changes.
let retry = null;
let failures = 0;
const tryToLoad = () =>
  load().catch(() => {
    clearTimeout(retry);
    retry = setTimeout(tryToLoad, backoff(LOAD_AFTER, failures));
    failures += 1;
  });

// With the queue a game can start without the server. So the form of a new game waits until the queue is loaded.
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

// Runs before all other listeners of submissions. If the form still has a key, its last submission had no answer, and
// this submission is the same again.
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

// htmx ignores the `formaction` of the button that was tapped.
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { request } = ctx;
  request.action = request.submitter?.getAttribute("formaction") ?? request.action;
  if (csrfToken()) request.headers["X-CSRFToken"] = csrfToken();
  if (queue && request.form?.id === "entry") request.timeout = QUEUE_AFTER;
});

// Whether a request has a complete answer, from the site and not from a captive portal or a gateway.
export const isAnswered = ({ response, text }) =>
  text !== undefined && response.headers.has("Tichu-Score") && response.status < 500;

// Whether an answer is from the site, and not from a proxy or the login page of a network. The answer to a round has
// the header `Tichu-Change`, even if the round is refused.
const isAnswerTo = (form, { headers }) => headers.has(form?.id === "entry" ? "Tichu-Change" : "Tichu-Score");
const isShown = ({ status }) => status < 400 || [409, 422].includes(status);

document.addEventListener("htmx:before:swap", (event) => {
  const { request, response } = event.detail.ctx; // undefined if the swap has no request
  if (response && !(isShown(response) && isAnswerTo(request.form, response))) event.preventDefault();
});
// With DEBUG, django-htmx configures htmx not to swap error pages.
if (window.htmx) htmx.config.noSwap = [204, 304];

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  // Otherwise a page would still show that it is waiting when the browser returns to it.
  ctx.keepIndicators = false;
  const { response } = ctx;
  const { form } = ctx.request;
  const key = keyOf(form);
  if (!key) return;
  const sent = key.value;
  const answered = isAnswered(ctx);
  const done = answered && isShown(response) && isAnswerTo(form, response);
  if (form.id === "entry" && !done && game()) queueUnanswered(form, sent);
  else if (!done) showRefusal(answered ? "outdated" : "no-answer");
  else if (form.id === "entry") handleAnswer(sent, response.status);
  if (answered) key.value = "";
});

// The table, if it has a game to which rounds can be added; null on the page that amends a round.
const game = () => document.querySelector("#table[data-game]");

// If the queue was not loaded when the round was sent, the round is not in it. Then only prepare the next game.
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

// A page that the browser shows again from its memory still has its old keys, and the mark that a game was started.
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
