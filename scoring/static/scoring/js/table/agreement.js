// Shows in the summary of the agreement, on the form of a new game, what is chosen in it.

document.addEventListener("change", ({ target }) => {
  const details = target.closest("details");
  if (["preset", "partners"].includes(target.name) && details) details.querySelector("summary").textContent = target.dataset.summary;
});
