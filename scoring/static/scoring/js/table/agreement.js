// Shows the chosen preset or kind of partners in the summary of its section, on the form of a new game.

document.addEventListener("change", ({ target }) => {
  const details = target.closest("details");
  if (["preset", "partners"].includes(target.name) && details) details.querySelector("summary").textContent = target.dataset.summary;
});
