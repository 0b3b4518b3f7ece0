// Says how safe it is to let something wait on this device, as far as a browser tells.

// "safe": only a person clears it. "week": Safari forgets what a tab stored after seven days without
// a visit, but not what an app did. "cleared": the browser may, when space is short or a private
// window closes.
export const safety = async () => {
  if (await navigator.storage?.persisted?.()) return "safe";
  return navigator.standalone === false ? "week" : "cleared";
};

// Shows the sentence for it, if there is one, in what _safety.html left for it.
export const warn = async (place = document.getElementById("safety")) => {
  const sentence = place.dataset[await safety()];
  place.textContent = sentence ?? "";
  place.hidden = !sentence;
};
