// Where the halves of the score meet. They move there from where they met, whoever recorded: an element that is
// new begins no transition by itself, as it has no style yet to begin with.

const half = () => document.getElementById("half");

export const shownBoundary = () => half()?.getAttribute("transform");

export const moveBoundary = (before) => {
  const after = shownBoundary();
  if (!before || !after || after === before) return;
  half().setAttribute("transform", before);
  getComputedStyle(half()).transform; // computes the style that the transition begins with
  half().setAttribute("transform", after);
};
