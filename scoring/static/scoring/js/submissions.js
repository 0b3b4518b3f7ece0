// Gives every submission a key of its own, and says so when no answer came back.

const newKey = () => {
  // crypto.randomUUID wants HTTPS, which a phone in the same network does not have.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

const keyOf = (form) => form?.elements.namedItem("key");

const forgetKeys = () => {
  for (const key of document.querySelectorAll("input[name=key]")) key.value = "";
};

// A key that is still there belongs to a submission that nobody answered: the same one again.
document.addEventListener(
  "submit",
  ({ target: form }) => {
    const key = keyOf(form);
    if (key && !key.value) key.value = newKey();
  },
  true,
);

// htmx sends a form to one place, whichever of its buttons was tapped.
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { request } = ctx;
  request.action = request.submitter?.getAttribute("formaction") ?? request.action;
});

const shown = ({ status }) => status < 400 || [409, 422].includes(status);

document.addEventListener("htmx:before:swap", (event) => {
  const { response } = event.detail.ctx; // none where no request was made for it
  if (response && !shown(response)) event.preventDefault();
});
// With DEBUG, django-htmx would keep back all above 400.
if (window.htmx) htmx.config.noSwap = [204, 304];

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  // A page that is left for another would wait for ever when the browser comes back to it.
  ctx.keepIndicators = false;
  const { request, response, text } = ctx;
  const answered = text !== undefined && response.status < 500; // to its last byte
  const key = keyOf(request.form);
  if (key && answered) key.value = "";
  if (key && !(answered && shown(response))) tell(answered ? "outdated" : "unsent");
});

const tell = (id) => {
  const template = document.getElementById(id);
  const said = document.getElementById("said");
  said?.querySelector(".refusal")?.remove();
  said?.prepend(template.content.cloneNode(true));
};

// A page out of the browser's memory brings its old keys along.
addEventListener("pageshow", forgetKeys);
