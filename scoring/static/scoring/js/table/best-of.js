// Appends the chosen series to the summary of the agreement, after the text of `agreement.js`.

const chosen = () => document.querySelector("[name=best_of]:checked")?.dataset.summary;

let shown = chosen();

document.addEventListener("change", ({ target }) => {
  const summary = target.closest("details.agreement")?.querySelector("summary");
  if (!summary || !["preset", "best_of"].includes(target.name)) return;
  const line = summary.textContent;
  const before = shown && line.endsWith(`, ${shown}`) ? line.slice(0, -shown.length - 2) : line;
  shown = chosen();
  summary.textContent = shown ? `${before}, ${shown}` : before;
});
