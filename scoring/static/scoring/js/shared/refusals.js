// The refusals at the top of `#status` on a table page: only the latest one is shown, until something else is tapped.
// The refusal of an item of the queue is in a box of its own (`messages.js`), which stays until a person has decided.

// Each refusal, with the link to the style that came with it.
export const refusals = () => document.querySelectorAll("#status > :is(link, .refusal)");

export const clearRefusals = () => {
  for (const each of refusals()) each.remove();
};
