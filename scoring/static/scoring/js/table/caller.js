// Reads out what is new on the table page or in table mode, in the language of the page. All that is said is
// text of the page. Loaded by start.js where this device is set so.

// Milliseconds until a swap, and what is drawn on top of it, is complete.
const PAUSE = 250;

const textOf = ({ textContent }) => textContent.replace(/\s+/g, " ").trim();
const texts = (selector) => [...document.querySelectorAll(selector)].map(textOf).filter(Boolean);

// Between the name of a team and its total there need be no space in the page.
const team = (side) => [texts(`#score .team.${side} > *`).join(" "), ...texts(`#score .need.${side}`)];
const teams = () => ["a", "b"].map((side) => team(side).filter(Boolean).join(", ")).filter(Boolean);

const TABLE_MODE = ".face:not(.across)";
// In table mode: the number of the last round, and what it was.
const lastRound = () => texts(":is(.race .last, .seating .out) > :is(b:first-child, .summary)").slice(0, 2).join(", ");
const numberIn = ([round = "0"]) => Number(/\d+/.exec(round));
// Which round is on is said before there is one.
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

// What was said of a round comes with the score; a call is said when it is made.
let known = read();
const sayNews = () => {
  const now = read();
  const fresh = (name) => now[name].filter((text) => !known[name].includes(text));
  const scored = [now, known].map(({ number, round, standing }) => [...number, ...round, ...standing].join());
  // The round before one that is undone is no news.
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
