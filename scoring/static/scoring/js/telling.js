// Tells the server what is ticked while a round is played, and keeps that out of the way of the tap
// that records it.

const entry = () => document.getElementById("entry");
let recording = false;

// What the server has not heard of yet.
document.addEventListener("change", ({ target }) => {
  if (target.form === entry()) target.form.dataset.untold = "";
});

const tellAgain = () => {
  const tell = document.getElementById("tell");
  const under = document.querySelector("#entry.htmx-request, #tell.htmx-request");
  if (tell && "untold" in entry().dataset && !under) htmx.trigger(tell, "again");
};

addEventListener("online", tellAgain);
document.addEventListener("looked", tellAgain); // the server answers again, it may be

// The form itself brings all that is ticked.
document.addEventListener("htmx:beforeRequest", (event) => {
  const { id } = event.detail.elt;
  if (id === "tell" && recording) event.preventDefault();
  if (id === "entry") recording = true;
});

document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
  if (elt.id === "entry") recording = false;
  if (!["entry", "tell"].includes(elt.id) || xhr.status !== 200) return;
  delete entry()?.dataset.untold;
  // What each team needs is another matter now, if somebody reads it.
  const outlook = document.querySelector("#outlook:not(:empty)");
  if (outlook) htmx.trigger(outlook, "changed");
});

// An answer about a round that has been recorded meanwhile comes too late to be shown.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { elt, requestConfig } = event.detail;
  const after = document.getElementById("after");
  const late = recording || requestConfig.formData.get("after") !== after?.value;
  if (elt.id === "tell" && late) event.preventDefault();
});
