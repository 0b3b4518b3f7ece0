// Forms that only the server can handle (`data-needs-network`). Such a form is sent only if the server answers. If it
// does not, a message says so, and the fields do not change.

const TIMEOUT = 5000; // milliseconds

const isServerThere = async () => {
  if (!navigator.onLine) return false;
  const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) };
  const answer = await fetch(location.href, options).catch(() => null);
  return Boolean(answer?.headers.has("Tichu-Score"));
};

const refuse = (form) => {
  const alert = form.querySelector("[role=alert]") ?? document.querySelector("[role=alert]");
  alert.replaceChildren(document.getElementById("needs-network").content.cloneNode(true));
  alert.scrollIntoView({ block: "center" });
  delete form.dataset.asks;
};

// On a page that the browser shows again, no form is being sent.
addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.asks;
});

// `submit.js`, which gives the submission its key, listens in the capture phase, so it runs before this listener.
document.addEventListener("submit", async (event) => {
  const { target: form } = event;
  if (event.defaultPrevented || !form.matches("[data-needs-network]")) return;
  event.preventDefault();
  if ("asks" in form.dataset) return;
  form.dataset.asks = "";
  if (!(await isServerThere())) return refuse(form);
  // A board may have replaced the form meanwhile, and a form can only be submitted while it is on the page.
  if (!form.isConnected) document.body.append(form);
  form.submit();
});
