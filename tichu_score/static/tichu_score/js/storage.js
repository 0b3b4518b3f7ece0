// Says how safe it is to let something wait on this device, as far as a browser tells.

// "safe": only a person clears it. "week": Safari forgets what a tab stored after seven days without
// a visit, but not what an app did. "cleared": the browser may, when space is short or a private
// window closes.
export const safety = async () => {
  if (await navigator.storage?.persisted?.()) return "safe";
  return navigator.standalone === false ? "week" : "cleared";
};

const place = () => document.getElementById("safety");

// The sentence for it that _safety.html brings along; none where it is safe.
export const danger = async () => place()?.dataset[await safety()] ?? "";

// Shows that sentence while something waits.
export const warn = async (waits) => {
  const sentence = waits ? await danger() : "";
  place().textContent = sentence;
  place().hidden = !sentence;
};
