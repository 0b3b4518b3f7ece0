// The line of the agreement says what is chosen in it.

document.addEventListener("change", ({ target }) => {
  const details = target.closest("details");
  if (["preset", "partners"].includes(target.name) && details) details.querySelector("summary").textContent = target.dataset.summary;
});
