// The refusals at the top of `#status` on a table page: only the latest one is shown, until something else is tapped.
// The refusal of an item of the queue is in a separate box (`messages.js`), which remains until a person has decided.

// The refusals, and the links to style sheets that were sent with them.
export const refusals = () => document.querySelectorAll("#status > :is(link, .refusal)");

export const clearRefusals = () => {
  for (const each of refusals()) each.remove();
};
