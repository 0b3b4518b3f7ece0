// Searches the rules as somebody types, over an index that is loaded once. `find` is rules_ref.search
// written again, step by step: change both, and the tests hold them to the same order.

const EXACT = 10;
const BEGINNING = 8;
const ALIKE = 6;
const SLIPS = [0, 8, 6];
const MOST_LINKING = 2;
const MAX_PHRASE_WORDS = 3;
const MOST = 8;

const WORD = /([\p{L}\p{N}]+)/u;

const SPELLINGS = { ß: "ss", œ: "oe", æ: "ae", ς: "σ" };

const words = ({ rules }, text) => {
  const lower = text.toLowerCase().replace(/[ßœæς]/gu, (letter) => SPELLINGS[letter]);
  const plain = lower.normalize("NFD").replace(/\p{Mn}/gu, "").normalize("NFC");
  const found = plain.split(WORD).filter((_, place) => place % 2);
  return found.map((word) => stem(word, rules).replace(/([bdgmnprt])\1$/u, "$1"));
};

const stem = (word, { endings, min_stem }) => {
  const isCut = (ending) => word.endsWith(ending) && word.length - ending.length >= min_stem
    && !(ending === "s" && word.endsWith("ss"));
  const ending = endings.find(isCut) ?? "";
  return word.slice(0, word.length - ending.length);
};

// Cards and scores written as figures: see rules_ref.search.figures.
const RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"];
const CARD = /^(?:10|[1-9jqka])$/;
const FEWEST_IN_A_RUN = 3;

const grouped = (ranks) => {
  const groups = [];
  for (const number of ranks.map((rank) => RANKS.indexOf(rank))) {
    if (groups.at(-1)?.[0] === number) groups.at(-1)[1]++;
    else groups.push([number, 1]);
  }
  return groups;
};

const combinations = (groups) => {
  const found = groups.filter(([, count]) => count > 1).map(([, count]) => `=${Math.min(count, 4)}`);
  let length = 1;
  for (let place = 1; place < groups.length; place++) {
    const [[rank, count], [next, nextCount]] = groups.slice(place - 1);
    const goesRound = RANKS[rank] === "a" && next === 1;
    const follows = count === nextCount && (next === rank + 1 || goesRound);
    if (follows && count > 1) found.push(`=${Math.min(count, 4)}+`);
    length = follows && count === 1 ? length + 1 : 1;
    if (length === FEWEST_IN_A_RUN) found.push("+");
    if (goesRound && groups.length >= FEWEST_IN_A_RUN) found.push("+a");
  }
  return found;
};

const areCards = (word) => {
  if (!/^[0-9]+$/.test(word) || CARD.test(word)) return /^(?:10|[1-9jqka])+$/.test(word);
  if (word.includes("0")) return false;
  const groups = grouped([...word]);
  return groups.every(([, count]) => count > 1) || combinations(groups).includes("+");
};

const readFigures = (all) => {
  const found = [];
  let hand = [];
  const scores = [];
  const readHand = () => {
    const read = combinations(grouped(hand.flatMap((word) => word.match(/10|[1-9jqka]/g))));
    found.push(...hand.filter((word) => !read.length || !CARD.test(word)), ...read);
    hand = [];
  };
  for (const word of all) {
    if (areCards(word)) {
      hand.push(word);
      continue;
    }
    readHand();
    found.push(word);
    if (!/^(?:[5-9][0-9]{2}|1[0-9]{3})$/.test(word)) continue;
    found.push(scores.includes(word) ? ">=" : scores.length ? ">>" : ">");
    scores.push(word);
  }
  readHand();
  return found;
};

const slips = (word) => /[0-9]/.test(word) ? 0 : word.length > 6 ? 2 : word.length > 3 ? 1 : 0;

// The typing errors between two words, or some number above `most`.
const distance = (one, other, most) => {
  let [older, before, row] = [[], [], Array.from({ length: other.length + 1 }, (_, j) => j)];
  let least = 0;
  for (let i = 1; i <= one.length; i++) {
    [older, before, row] = [before, row, older];
    row[0] = i;
    const leastBefore = least;
    least = i;
    for (let j = 1; j <= other.length; j++) {
      let errors = Math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (one[i - 1] !== other[j - 1]));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) errors = Math.min(errors, older[j - 2] + 1);
      row[j] = errors;
      least = Math.min(least, errors);
    }
    // Neither this row nor a swap from the one before it can lead to fewer.
    if (least > most && leastBefore >= most) return least;
  }
  return row[other.length];
};

// As one types, only the last word is new.
const known = new Map();

const termsOf = (index, word) => {
  if (!known.has(word)) known.set(word, lookUp(index, word));
  return known.get(word);
};

// The words, with those together that are a phrase: "have to".
const withPhrases = ({ alike, terms }, all) => {
  const found = [];
  for (let start = 0; start < all.length;) {
    let end = Math.min(start + MAX_PHRASE_WORDS, all.length);
    const isPhrase = (phrase) => Object.hasOwn(terms, phrase) || Object.hasOwn(alike, phrase);
    while (end > start + 1 && !isPhrase(all.slice(start, end).join(" "))) end--;
    found.push(all.slice(start, end).join(" "));
    start = end;
  }
  return found;
};

// A word, or the terms that it is made of where the language has compounds.
const partsOf = (index, word) => {
  const { alike, fillers, rules, terms } = index;
  const isKnown = Object.hasOwn(terms, word) || Object.hasOwn(alike, word) || fillers.includes(word);
  let first = isKnown || !rules.compounds ? "" : longestPrefix(index, word);
  if (!first || Object.keys(terms).some((term) => term.startsWith(word))) return [word];
  const parts = [];
  while (first) {
    parts.push(first);
    const rest = word.slice(first.length);
    for (let skipped = 0; skipped <= MOST_LINKING; skipped++) {
      word = rest.slice(skipped);
      first = longestPrefix(index, `${word} `);
      if (first) break;
    }
  }
  return parts;
};

const longestPrefix = ({ rules, terms }, word) => {
  for (let end = word.length - 1; end >= rules.min_prefix; end--) {
    if (Object.hasOwn(terms, word.slice(0, end))) return word.slice(0, end);
  }
  return "";
};

const lookUp = (index, word) => {
  const { alike, terms } = index;
  const itself = Object.hasOwn(terms, word) ? [[word, EXACT]] : [];
  if (Object.hasOwn(alike, word)) return [...itself, ...alike[word].map((term) => [term, ALIKE])];
  if (itself.length) return itself;
  const all = Object.keys(terms);
  const begun = all.filter((term) => term.startsWith(word));
  if (begun.length) return begun.map((term) => [term, BEGINNING]);
  const prefix = longestPrefix(index, word);
  if (prefix) return [[prefix, BEGINNING]];
  const most = slips(word);
  return all
    .filter((term) => most && Math.abs(term.length - word.length) <= most)
    .map((term) => [term, distance(word, term, most)])
    .flatMap(([term, far]) => far <= most ? [[term, SLIPS[far]]] : []);
};

const weightsOf = (index, terms) => {
  const best = new Map();
  for (const [term, worth] of terms) {
    for (const [weight, ...steps] of index.weights[index.terms[term]]) {
      let number = 0;
      for (const step of steps) {
        number += step;
        best.set(number, Math.max(best.get(number) ?? 0, weight * worth));
      }
    }
  }
  return best;
};

// The entries that answer a question, best first, and the words of theirs that it meant.
export const find = (index, question) => {
  const scores = new Map();
  const counts = new Map();
  const meant = new Set();
  const asked = withPhrases(index, readFigures(words(index, question)));
  const parts = asked.flatMap((word) => partsOf(index, word));
  for (const word of new Set(parts)) {
    const terms = index.fillers.includes(word) ? [] : termsOf(index, word);
    for (const [term] of terms) for (const part of term.split(" ")) meant.add(part);
    for (const [number, weight] of weightsOf(index, terms)) {
      scores.set(number, (scores.get(number) ?? 0) + weight);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
  }
  const worth = (number) => scores.get(number) * counts.get(number);
  const order = [...scores.keys()].sort((one, other) => worth(other) - worth(one) || one - other);
  const hits = order.slice(0, MOST).map((number) => {
    const [place, id, title, text, language = ""] = index.entries[number];
    const [address, page, pageLanguage = ""] = index.pages[place];
    return { id, title, text, language, page, pageLanguage, address: address + (id && `#${id}`) };
  });
  for (const filler of index.fillers) meant.delete(filler);
  return { hits, terms: meant };
};

const form = document.querySelector("form[role=search]");
const input = form.elements.q;
const list = document.getElementById("hits");
const status = document.getElementById("found");

let loading;
const load = () => {
  loading ??= fetch(form.dataset.index).then((answer) => answer.json());
  // What could not be loaded is asked for again at the next letter; until then the form itself works.
  return loading.catch(() => { loading = undefined; });
};

const element = (name, ...children) => {
  const made = document.createElement(name);
  made.append(...children);
  return made;
};

const textIn = (language, name, ...children) => {
  const made = element(name, ...children);
  if (language) made.lang = language;
  return made;
};

const marked = (index, text, terms) => text.split(WORD).map((part, place) =>
  place % 2 && words(index, part).some((word) => terms.has(word)) ? element("mark", part) : part);

const item = (index, hit, terms) => {
  const link = element(
    "a",
    textIn(hit.pageLanguage, "small", hit.page),
    textIn(hit.language, "b", ...marked(index, hit.title, terms)),
    textIn(hit.language, "span", ...marked(index, hit.text, terms)),
  );
  link.href = hit.address;
  return element("li", link);
};

const telling = (count) => {
  const { none, one, many } = status.dataset;
  return count ? (count === 1 ? one : many.replace("0", count)) : none;
};

const show = async () => {
  const index = await load();
  if (!index) return;
  const { hits, terms } = find(index, input.value);
  list.replaceChildren(...hits.map((hit) => item(index, hit, terms)));
  // Who has typed no more than "can I" has not asked yet.
  const asked = hits.length || words(index, input.value).some((word) => !index.fillers.includes(word));
  status.textContent = asked ? telling(hits.length) : "";
};

input.addEventListener("focus", load);
input.addEventListener("input", show);

form.addEventListener("submit", (event) => {
  const first = list.querySelector("a");
  if (!first || !loading) return;
  event.preventDefault();
  first.focus();
});

// From the field down through the answers, and up again.
form.parentElement.addEventListener("keydown", (event) => {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [input, ...list.querySelectorAll("a")];
  const place = stops.indexOf(event.target);
  if (place < 0) return;
  if (event.key === "Escape") input.focus();
  if (!way) return;
  event.preventDefault();
  stops[Math.min(Math.max(place + way, 0), stops.length - 1)].focus();
});

// Who comes back from an answer finds the question still there.
list.addEventListener("click", () => {
  history.replaceState(null, "", `?q=${encodeURIComponent(input.value)}`);
});
input.value ||= new URLSearchParams(location.search).get("q") ?? "";
if (input.value && !list.childElementCount) show();
