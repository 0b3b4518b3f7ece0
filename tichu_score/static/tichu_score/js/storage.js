// Finds out whether the browser may delete what this site has stored, as far as browsers report it.

// "safe": only a person clears it. "week": Safari forgets what a tab stored after seven days without
// a visit, but not what an app did. "cleared": the browser may, when space is short or a private
// window closes.
export const storageSafety = async () => {
  if (await navigator.storage?.persisted?.()) return "safe";
  return navigator.standalone === false ? "week" : "cleared";
};

const warning = () => document.getElementById("safety");

// The sentence of _safety.html that says what may happen to unsent changes; "" if they are safe.
export const storageRisk = async () => warning()?.dataset[await storageSafety()] ?? "";

// Show that sentence while something is unsent.
export const warnOfStorageRisk = async (unsentCount) => {
  const sentence = unsentCount ? await storageRisk() : "";
  warning().textContent = sentence;
  warning().hidden = !sentence;
};
