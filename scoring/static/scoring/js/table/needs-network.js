// A form that only the server can carry out: where nobody answers it is not sent, and says so. What is typed stays.

const TIMEOUT = 5000;

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

// A page that comes back has sent nothing.
addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.asks;
});

// submit.js has given the submission its key by now.
document.addEventListener("submit", async (event) => {
  const { target: form } = event;
  if (event.defaultPrevented || !form.matches("[data-needs-network]")) return;
  event.preventDefault();
  if ("asks" in form.dataset) return;
  form.dataset.asks = "";
  if (!(await isServerThere())) return refuse(form);
  // Something new may have taken its place on the page, and only a form on the page can be sent.
  if (!form.isConnected) document.body.append(form);
  form.submit();
});
