// Moves the boundary between the halves of the score from where it was to where it is now. An element that was just
// put on the page has no earlier style, so the browser alone would not begin a transition.

const half = () => document.getElementById("half");

// Where the boundary is: the `transform` of the left half.
export const shownBoundary = () => half()?.getAttribute("transform");

// Let the boundary move from `before` to where it is now.
export const moveBoundary = (before) => {
  const after = shownBoundary();
  if (!before || !after || after === before) return;
  half().setAttribute("transform", before);
  getComputedStyle(half()).transform; // computes the style that the transition begins with
  half().setAttribute("transform", after);
};
