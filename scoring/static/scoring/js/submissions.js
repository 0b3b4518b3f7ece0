// Gives every submission a key of its own, and says so when no answer came back.

const newKey = () => {
  // crypto.randomUUID wants HTTPS, which a phone in the same network does not have.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

const keyOf = (form) => form.elements?.namedItem("key");

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

document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
  const { status } = xhr; // 0 where no answer came
  const answered = status > 0 && status < 500;
  const shown = (answered && status < 400) || [409, 422].includes(status);
  const key = keyOf(elt);
  if (key && answered) key.value = "";
  if (key && !shown) tell(answered ? "outdated" : "unsent");
});

const tell = (id) => {
  const template = document.getElementById(id);
  const said = document.getElementById("said");
  said?.querySelector(".refusal")?.remove();
  said?.prepend(template.content.cloneNode(true));
};

// A page out of the browser's memory brings its old keys along.
addEventListener("pageshow", forgetKeys);
