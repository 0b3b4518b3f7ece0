// Reads out what is new on the table page or in table mode, in the language of the page. All that is said is
// text of the page. Loaded by start.js where this device is set so.

// Milliseconds until a swap, and what is drawn on top of it, is complete.
const PAUSE = 250;

const textOf = ({ textContent }) => textContent.replace(/\s+/g, " ").trim();
const texts = (selector) => [...document.querySelectorAll(selector)].map(textOf).filter(Boolean);

const teams = () => ["a", "b"].map((team) => texts(`#score :is(.team, .need).${team}`).join(", ")).filter(Boolean);

const TABLE_MODE = ".face:not(.across)";
const read = () => {
  const ending = texts(".ending :is(h1, dl div)");
  return {
    number: texts("#number"),
    refused: texts("#status .refusal"),
    happened: texts("#status .happened"),
    standing: [
      ...(ending.length ? ending : teams()),
      ...texts(`#score .next, ${TABLE_MODE} :is(.round, .side, .players li)`),
    ],
    reach: texts(":not([data-unsent]) > #within-reach .unseen"),
    calls: texts(`#entry .call :checked + span, ${TABLE_MODE} .calls`),
  };
};

const say = (lines) => {
  const { device, lang } = { ...document.documentElement.dataset, lang: document.documentElement.lang };
  if (!lines.length || !device.split(" ").includes("caller")) return;
  const text = lines.map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)).join(" ");
  const words = text.replaceAll(" + ", " & ").replace(/\s*[·›]\s*/g, ", ");
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang }));
};

// What was said of a round comes with the score; a call is said when it is made.
let known = read();
const sayNews = () => {
  const now = read();
  const fresh = (name) => now[name].filter((text) => !known[name].includes(text));
  const scored = [now, known].map(({ number, standing }) => [...number, ...standing].join());
  const news = scored[0] === scored[1] ? fresh("calls") : [...fresh("happened"), ...now.standing, ...now.reach];
  say([...fresh("refused"), ...news]);
  known = now;
};

let timer;
const wait = () => {
  clearTimeout(timer);
  timer = setTimeout(sayNews, PAUSE);
};
new MutationObserver(wait).observe(document.body, { childList: true, characterData: true, subtree: true });
document.addEventListener("change", wait);
