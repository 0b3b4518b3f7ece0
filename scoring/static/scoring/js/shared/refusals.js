// What was refused on a table page: only the latest of it shows, and all of it goes at once. A refusal that waits for a
// decision is deeper in, and stays until then.

// With the style that comes with a refusal.
export const refusals = () => document.querySelectorAll("#status > :is(link, .refusal)");

export const clearRefusals = () => {
  for (const each of refusals()) each.remove();
};
