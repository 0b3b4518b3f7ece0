// Reads out new texts of the table page or of table mode, in the language of the page. `start.js` loads this module if
// the caller is turned on for this device.

// Milliseconds after the last change of the page, so that a swap, and the drawing after it, are complete.
const PAUSE = 250;

const textOf = ({ textContent }) => textContent.replace(/\s+/g, " ").trim();
const texts = (selector) => [...document.querySelectorAll(selector)].map(textOf).filter(Boolean);

// A team's name and total, which the page may have without a space between them.
const team = (side) => [texts(`#score .team.${side} > *`).join(" "), ...texts(`#score .need.${side}`)];
const teams = () => ["a", "b"].map((side) => team(side).filter(Boolean).join(", ")).filter(Boolean);

const TABLE_MODE = ".face:not(.across)";
// In table mode: the number of the last round, and its result.
const lastRound = () => texts(":is(.race .last, .seating .out) > :is(b:first-child, .summary)").slice(0, 2).join(", ");
const numberIn = ([round = "0"]) => Number(/\d+/.exec(round));
// The number of the round that is being played is read out only before the first one is recorded.
const heading = () => (lastRound() && document.querySelector(".clock") ? [] : texts(`${TABLE_MODE} .round`));
const read = () => {
  const ending = texts(".ending :is(h1, dl div)");
  return {
    number: texts("#number"),
    refused: texts("#status .refusal"),
    happened: texts("#status .happened"),
    round: [lastRound()].filter(Boolean),
    standing: [
      ...(ending.length ? ending : teams()),
      ...heading(),
      ...texts(`#score .next, ${TABLE_MODE} :is(.side, .players li)`),
    ],
    reach: texts(":not([data-unsent]) > #within-reach .unseen"),
    calls: texts(`#entry .call :checked + span, ${TABLE_MODE} .calls`),
  };
};

const say = (lines) => {
  const root = document.documentElement;
  if (!lines.length || !root.matches("[data-device~=caller]")) return;
  const text = lines.map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)).join(" ");
  const words = text.replaceAll(" + ", " & ").replace(/\s*[·›]\s*/g, ", ");
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang: root.lang }));
};

// If the score has changed, read out the round and the score; otherwise new calls.
let known = read();
const sayNews = () => {
  const now = read();
  const fresh = (name) => now[name].filter((text) => !known[name].includes(text));
  const scored = [now, known].map(({ number, round, standing }) => [...number, ...round, ...standing].join());
  // After an undo the last round is an earlier one, which has been read out.
  const round = numberIn(now.round) < numberIn(known.round) ? [] : fresh("round");
  const news = [...fresh("happened"), ...round, ...now.standing, ...fresh("reach")];
  say([...fresh("refused"), ...(scored[0] === scored[1] ? fresh("calls") : news)]);
  known = now;
};

let timer;
const wait = () => {
  clearTimeout(timer);
  timer = setTimeout(sayNews, PAUSE);
};
new MutationObserver(wait).observe(document.body, { childList: true, characterData: true, subtree: true });
document.addEventListener("change", wait);
