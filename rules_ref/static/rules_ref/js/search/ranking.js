// Finds and ranks the entries for a query, with the same steps as rules_ref.search.ranking.
// Change both; tests compare the orders of both.

import { readFigures } from "./figures.js";
import { Postings } from "./postings.js";
import { editDistance, joinPhrases, letterMask, maxTypos, missesAtMost, own, tokenize, transpositions } from "./tokens.js";

const EXACT_WEIGHT = 10;
const NAME_WEIGHT = 9;
const PREFIX_WEIGHT = 8;
const SYNONYM_WEIGHT = 6;
const TYPO_WEIGHTS = [0, 8, 6];
const STOP_WORD_WEIGHT = 3;
const PAIR_WEIGHT = 6;
const NAME_BOOST = 180;
const MATCH_PSEUDO_COUNT = 3;
const HALF_RANK_ABSENCE = 1000;
const MAX_LINKING_LETTERS = 2;
const MAX_HITS = 8;

// The loaded index with the values that are computed once. The caller has to add each of its `phrases` to its
// postings.
export const read = ({ stop_words: stopWords, ...payload }) => ({
  ...payload,
  stopWords: new Set(stopWords),
  postings: new Postings(payload, stopWords),
  known: new Map(),
});

// The entries that match a query, best first, and the terms that matched.
export const searchEntries = (index, query) => {
  const { entries, stopWords, postings } = index;
  const scores = new Float64Array(entries.length);
  const counts = new Uint8Array(entries.length);
  const matched = new Set();
  const asked = readFigures(tokenize(query, index.rules)).flatMap((word) => partsOf(index, word));
  for (const word of new Set(joinPhrases(asked, index.synonyms))) {
    if (stopWords.has(word)) continue;
    const terms = termsOf(index, word);
    for (const [term] of terms) for (const part of term.split(" ")) matched.add(part);
    highestWeights(index, terms).forEach((weight, entry) => {
      scores[entry] += weight;
      if (weight) counts[entry]++;
    });
  }
  const words = matchedWords(index, asked);
  for (const [[found, weights], worth] of distinctions(index, asked, words)) {
    for (let place = 0; place < found.length; place++) scores[found[place]] += weights[place] * worth;
  }
  for (const entry of postings.named(words)) {
    scores[entry] = Math.floor(scores[entry] * NAME_BOOST / 100);
  }
  const absent = postings.absentKeywords(matched);
  const ranks = scores.map((score, entry) =>
    score * (counts[entry] + MATCH_PSEUDO_COUNT) * entries[entry][4] / (HALF_RANK_ABSENCE + absent[entry]));
  const order = [...ranks.keys()].filter((entry) => counts[entry])
    .sort((one, other) => ranks[other] - ranks[one] || one - other);
  for (const word of stopWords) matched.delete(word);
  return { hits: order.slice(0, MAX_HITS).map((entry) => hit(index, entry)), terms: matched };
};

// The weights by entry, each with the weight of the match, for stop words and for pairs of words.
const distinctions = ({ stopWords, postings }, asked, words) => {
  const pairs = words.slice(1).map((word, place) => [words[place], word]).filter((pair) => !pair.includes(""));
  return [
    ...[...new Set(asked)].filter((word) => stopWords.has(word) && postings.numbers.has(word))
      .map((word) => [postings.weights(word), STOP_WORD_WEIGHT]),
    ...[...new Map(pairs.map((pair) => [pair.join(" "), pair])).values()]
      .map((pair) => [postings.pairWeights(...pair), PAIR_WEIGHT]),
  ];
};

// The first match of each word, without stop words that the index does not contain.
const matchedWords = (index, asked) => asked
  .filter((word) => index.postings.numbers.has(word) || !index.stopWords.has(word))
  .map((word) => firstMatch(index, word));

// The word if the index contains it, otherwise the first term that it matches, or "".
const firstMatch = (index, word) => {
  if (index.postings.numbers.has(word)) return word;
  if (Object.hasOwn(index.names, word) || Object.hasOwn(index.synonyms, word)) return "";
  const [[term] = [""]] = termsOf(index, word);
  return term.includes(" ") ? "" : term;
};

// A word, or the terms of which it is composed, if the language has compounds.
const partsOf = (index, word) => {
  const { synonyms, stopWords, names, postings, rules } = index;
  const isKnown = postings.numbers.has(word) || stopWords.has(word)
    || [names, synonyms].some((lists) => Object.hasOwn(lists, word));
  let first = isKnown || !rules.compounds ? "" : longestPrefix(index, word);
  if (!first || postings.terms.some((term) => term.startsWith(word))) return [word];
  const parts = [];
  while (first) {
    parts.push(first);
    const rest = word.slice(first.length);
    for (let skipped = 0; skipped <= MAX_LINKING_LETTERS; skipped++) {
      word = rest.slice(skipped);
      first = longestPrefix(index, `${word} `);
      if (first) break;
    }
  }
  return parts;
};

// The terms that a word or phrase matches, with the weight of the match. They are cached, because only the last
// word is new while a person types.
const termsOf = (index, word) => {
  if (!index.known.has(word)) index.known.set(word, lookUp(index, word));
  return index.known.get(word);
};

const lookUp = (index, word) => {
  const { letterMasks, numbers, terms } = index.postings;
  const itself = indexedWords(index, word);
  const meanings = [
    ...(itself ? [[itself, EXACT_WEIGHT]] : []),
    ...own(index.names, word, []).map((title) => [title, NAME_WEIGHT]),
    ...own(index.synonyms, word, []).map((term) => [term, SYNONYM_WEIGHT]),
  ];
  if (meanings.length) return meanings;
  const longer = terms.filter((term) => term.startsWith(word));
  if (longer.length) return longer.map((term) => [term, PREFIX_WEIGHT]);
  const swapped = transpositions(word).filter((each) => numbers.has(each) && !index.stopWords.has(each));
  if (swapped.length) return swapped.map((term) => [term, TYPO_WEIGHTS[1]]);
  const prefix = longestPrefix(index, word);
  if (prefix) return [[prefix, PREFIX_WEIGHT]];
  const most = maxTypos(word);
  if (!most) return [];
  const mask = letterMask(word);
  return terms
    .filter((term, place) => Math.abs(term.length - word.length) <= most
      && missesAtMost(most, mask, letterMasks[place]) && missesAtMost(most, letterMasks[place], mask))
    .map((term) => [term, editDistance(word, term, most)])
    .flatMap(([term, errors]) => errors <= most ? [[term, TYPO_WEIGHTS[errors]]] : []);
};

// The words of a phrase that are not stop words, if the index contains all of them.
const indexedWords = ({ stopWords, postings }, phrase) => {
  const parts = phrase.split(" ").filter((word) => !stopWords.has(word));
  return parts.every((word) => postings.numbers.has(word)) ? parts.join(" ") : "";
};

// The longest term with which a word begins, such as "bomb" for "bombable", or "".
const longestPrefix = (index, word) => {
  for (let end = word.length - 1; end >= index.rules.min_prefix; end--) {
    const prefix = word.slice(0, end);
    if (indexedWords(index, prefix)) return prefix;
  }
  return "";
};

const highestWeights = ({ entries, postings }, terms) => {
  const best = new Float64Array(entries.length);
  for (const [term, worth] of terms) {
    const [found, weights] = postings.weights(term);
    for (let place = 0; place < found.length; place++) {
      const weight = weights[place] * worth;
      if (weight > best[found[place]]) best[found[place]] = weight;
    }
  }
  return best;
};

const hit = ({ entries, pages }, number) => {
  const [place, id, title, text, , language = ""] = entries[number];
  const [address, page, pageLanguage = ""] = pages[place];
  return { id, title, text, language, page, pageLanguage, address: address + (id && `#${id}`) };
};
