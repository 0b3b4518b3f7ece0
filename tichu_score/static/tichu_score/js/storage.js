// Finds out whether the browser may delete what this site has stored, as far as browsers report it.

// "safe": only a person can delete it. "week": Safari deletes what a tab has stored after seven days without a visit,
// but not what an installed app has stored. "cleared": the browser may delete it when space is short, or when a private
// window is closed.
export const storageSafety = async () => {
  if (await navigator.storage?.persisted?.()) return "safe";
  return navigator.standalone === false ? "week" : "cleared";
};

const warning = () => document.getElementById("safety");

// The sentence of _safety.html that says what may happen to unsent changes; "" if they are safe.
export const storageRisk = async () => warning()?.dataset[await storageSafety()] ?? "";

// Show this sentence while there are unsent changes.
export const warnOfStorageRisk = async (unsentCount) => {
  const sentence = unsentCount ? await storageRisk() : "";
  warning().textContent = sentence;
  warning().hidden = !sentence;
};
