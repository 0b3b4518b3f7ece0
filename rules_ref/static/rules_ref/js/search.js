// Searches the rules while a person types, in an index that is loaded once.

import { read, searchEntries } from "./search/ranking.js";
import { inSlices } from "./search/slices.js";
import { tokenize, WORD_PATTERN } from "./search/tokens.js";

const form = document.querySelector("form[role=search]");
const input = form.elements.q;
const list = document.getElementById("hits");
const status = document.getElementById("found");

const loadIndex = async () => {
  const response = await fetch(form.dataset.index);
  const index = read(await response.json());
  await inSlices(index.phrases, (packed, entry) => index.postings.add(packed, entry));
  return index;
};

// The first letters match the most words. Their weights are computed before the first search,
// which also makes the browser compile the search.
const prepare = async (index) => {
  await inSlices(index.postings.terms, (term) => index.postings.weights(term));
  await inSlices([...new Set(index.words.map(([first]) => first))], (letter) => searchEntries(index, letter));
};

let loading;
const load = () => {
  if (!loading) {
    loading = loadIndex();
    loading.then(prepare, () => {});
  }
  // If loading failed, it is tried again at the next letter; until then the form works without the script.
  return loading.catch(() => { loading = undefined; });
};

// The tokens of the words of hits. They are cached, because the next hits contain many of the same words.
const known = new Map();

const tokensOf = ({ rules }, word) => {
  if (!known.has(word)) known.set(word, tokenize(word, rules));
  return known.get(word);
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

const marked = (index, text, terms) => {
  const parts = [""];
  text.split(WORD_PATTERN).forEach((part, place) => {
    if (place % 2 && tokensOf(index, part).some((token) => terms.has(token))) parts.push(element("mark", part), "");
    else parts[parts.length - 1] += part;
  });
  return parts;
};

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

const show = async () => {
  const index = await load();
  if (!index) return;
  const { hits, terms } = searchEntries(index, input.value);
  list.replaceChildren(...hits.map((hit) => item(index, hit, terms)));
  // A query that consists of stop words, such as "can I", is not complete yet.
  const asked = hits.length || tokenize(input.value, index.rules).some((word) => !index.stopWords.has(word));
  status.textContent = asked ? status.dataset[`hits-${hits.length}`] : "";
};

input.addEventListener("focus", load);
input.addEventListener("input", show);

form.addEventListener("submit", (event) => {
  const first = list.querySelector("a");
  if (!first || !loading) return;
  event.preventDefault();
  first.focus();
});

// Arrow keys move the focus from the field down through the answers, and up again.
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

// Going back from an answer shows the query again.
list.addEventListener("click", () => {
  history.replaceState(null, "", `?q=${encodeURIComponent(input.value)}`);
});
input.value ||= new URLSearchParams(location.search).get("q") ?? "";
if (input.value && !list.childElementCount) show();
