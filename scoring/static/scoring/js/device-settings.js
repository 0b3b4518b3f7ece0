// The page of this device's settings: each is a word of `localStorage.device`, which start.js applies on
// every page.

const form = document.getElementById("device");
const root = document.documentElement;
const { caller } = form.elements;

// The first value of each choice is the empty one, which applies if no other is set.
const show = () => {
  const words = ["", ...root.dataset.device.split(" ")];
  for (const input of form.querySelectorAll("input")) input.checked = words.includes(input.value);
};

const store = (words) => {
  try {
    localStorage.device = words;
  } catch {
    document.getElementById("not-stored").hidden = false;
  }
};

// When the caller is turned on, it reads a sample at once, so that a person hears whether it works.
const sayWhatIsSet = () => {
  speechSynthesis.cancel();
  if (!caller.checked) return;
  const sample = new SpeechSynthesisUtterance(caller.dataset.sample);
  speechSynthesis.speak(Object.assign(sample, { lang: root.lang }));
};

form.addEventListener("change", ({ target }) => {
  root.dataset.device = [...new FormData(form).values()].filter(Boolean).join(" ");
  store(root.dataset.device);
  if (target === caller) sayWhatIsSet();
});

// The link back leads to the table from which this page was opened.
const back = document.getElementById("back");
if (/^(?:\/[^?]*)?\/t\/[^/?]+\/$/.test(document.referrer.replace(location.origin, ""))) {
  back.href = document.referrer;
  back.textContent = back.dataset.table;
}

root.dataset.device ??= "";
show();
addEventListener("pageshow", show); // runs after the listener of start.js
caller.disabled = !("speechSynthesis" in window);
document.getElementById("cannot-speak").hidden = !caller.disabled;
store(root.dataset.device);
