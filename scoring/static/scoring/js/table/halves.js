// Moves the boundary between the halves of the score from its former to its present position. An element that was just
// put on the page has no earlier style, so the browser alone would not begin a transition.

const half = () => document.getElementById("half");

// The position of the boundary: the `transform` of the left half.
export const shownBoundary = () => half()?.getAttribute("transform");

// Let the boundary move from `before` to its present position.
export const moveBoundary = (before) => {
  const after = shownBoundary();
  if (!before || !after || after === before) return;
  half().setAttribute("transform", before);
  getComputedStyle(half()).transform; // computes the style with which the transition begins
  half().setAttribute("transform", after);
};
