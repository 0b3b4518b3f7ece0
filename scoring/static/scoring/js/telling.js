// Tells the server what is ticked while a round is played, and keeps that out of the way of the tap
// that records it.

const entry = () => document.getElementById("entry");
const waits = () => "waits" in document.body.dataset;
let recording = null; // the request that does

// What the server has not heard of yet.
document.addEventListener("change", ({ target }) => {
  if (target.form === entry()) target.form.dataset.untold = "";
});

const tellAgain = () => {
  const tell = document.getElementById("tell");
  const under = document.querySelector("#entry.htmx-request, #tell.htmx-request");
  if (tell && "untold" in entry().dataset && !under && !waits()) htmx.trigger(tell, "again");
};

addEventListener("online", tellAgain);
document.addEventListener("looked", tellAgain); // the server answers again, it may be

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  const { form } = ctx.request;
  if (form?.id === "entry") recording = ctx;
  if (form?.id !== "tell") return;
  // The form itself brings all that is ticked.
  if (recording) event.preventDefault();
  // What is ticked behind rounds that wait, waits with them.
  else if (waits()) {
    event.preventDefault();
    document.dispatchEvent(new Event("unanswered"));
  }
  // What had to wait for an answer is told as it is by now.
  else if (form.isConnected) ctx.request.body = new URLSearchParams(new FormData(entry()));
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx === recording) recording = null;
  const { response, request, status } = ctx;
  if (!["entry", "tell"].includes(request.form?.id)) return;
  const ours = response?.headers.has("Tichu-Change");
  const lost = status.startsWith("error") || (response && !ours);
  if (lost && request.form.id === "tell") document.dispatchEvent(new Event("unanswered"));
  if (ctx.text === undefined || response.status !== 200 || !ours) return;
  delete entry()?.dataset.untold;
  // What each team needs is another matter now, if somebody reads it.
  const outlook = document.querySelector("#outlook:not(:empty)");
  if (outlook) htmx.trigger(outlook, "changed");
});

// An answer about a round that has been recorded meanwhile comes too late to be shown.
document.addEventListener("htmx:after:request", (event) => {
  const { form, body } = event.detail.ctx.request;
  if (form?.id !== "tell") return;
  const after = document.getElementById("after");
  if (recording || body.get("after") !== after?.value) event.preventDefault();
});
