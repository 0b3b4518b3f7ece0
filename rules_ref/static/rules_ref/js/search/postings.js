// The weight of each word for each entry: see rules_ref.search.postings. Words, phrases and
// entries are numbers. Weights are pairs of arrays, the entries and the weight of each.

import { letterMask } from "./tokens.js";

const TITLE_WEIGHT = 3000;
const NAME_WEIGHT = 2000;
const TEXT_WEIGHT = 600;
const MAX_WEIGHT = 100;
const HALF_WEIGHT_COUNT = 2500;
const KEYWORD_WEIGHT = 500;
const PSEUDO_COUNT = 5;
const FIRST_CODE = 0x100;

const numbersOf = (packed) => Array.from(packed, (word) => word.charCodeAt() - FIRST_CODE);

const lowerWeights = ([entries, weights], [otherEntries, otherWeights]) => {
  const others = new Map(otherEntries.map((entry, place) => [entry, otherWeights[place]]));
  const both = entries.filter((entry) => others.has(entry));
  return [both, both.map((entry) => Math.min(weights[entries.indexOf(entry)], others.get(entry)))];
};

export class Postings {
  numbers; // by word
  terms; // the words that are not stop words
  letterMasks; // one for each term
  #stopWords;
  #words = []; // the words of all phrases, one after the other
  #phraseOf = []; // the phrase of each of these words
  #phrases = []; // the entry of each phrase, and the weight of each of its words
  #places; // for each word, its indexes in #words
  #byPhrase = new Map(); // the entries by their titles and names, in packed form
  #keywords; // for each word, its entries and their weights
  #entryKeywords; // for each entry, the sum of these weights
  #weights = new Map();

  constructor({ phrases, words }, stopWords) {
    this.numbers = new Map(words.map((word, number) => [word, number]));
    this.#stopWords = new Set(stopWords.map((word) => this.numbers.get(word)));
    this.terms = words.filter((_, number) => !this.#stopWords.has(number));
    this.letterMasks = this.terms.map(letterMask);
    this.#places = words.map(() => []);
    this.#keywords = words.map(() => []);
    this.#entryKeywords = new Int32Array(phrases.length);
  }

  // Entries are added one by one, because adding all of them at once would block a phone.
  add(packed, entry) {
    const [title, text, ...names] = packed.split(" ");
    const asked = [title, ...names];
    asked.forEach((name, place) => this.#addName(entry, name, place ? NAME_WEIGHT : TITLE_WEIGHT));
    // The index does not have the order of the words of a text.
    for (const word of numbersOf(text)) this.#addPhrase(entry, [word], TEXT_WEIGHT);
    this.#addKeywords(entry, asked.map(numbersOf));
  }

  #addName(entry, name, weight) {
    const entries = this.#byPhrase.get(name) ?? [];
    if (!entries.includes(entry)) this.#byPhrase.set(name, [...entries, entry]);
    const words = numbersOf(name);
    const { length } = words.filter((word) => !this.#stopWords.has(word));
    this.#addPhrase(entry, words, Math.round(weight / Math.sqrt(Math.max(1, length))));
  }

  #addPhrase(entry, words, weight) {
    for (const word of words) {
      this.#places[word].push(this.#words.length);
      this.#words.push(word);
      this.#phraseOf.push(this.#phrases.length);
    }
    this.#phrases.push({ entry, weight });
  }

  #addKeywords(entry, names) {
    const counts = new Map();
    for (const name of names) {
      for (const word of new Set(name)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    for (const [word, count] of counts) {
      if (this.#stopWords.has(word)) continue;
      const share = count / (names.length + PSEUDO_COUNT);
      const weight = Math.round(KEYWORD_WEIGHT * share * share);
      this.#keywords[word].push([entry, weight]);
      this.#entryKeywords[entry] += weight;
    }
  }

  // The weights of a term: of several words, the lowest weight, for the entries that contain all of them.
  weights(term) {
    const [first, ...others] = term.split(" ").map((word) => this.#of(this.numbers.get(word)));
    return others.reduce(lowerWeights, first);
  }

  // The weights of two words that follow each other in a title or name.
  pairWeights(first, second) {
    return this.#of(this.numbers.get(first), this.numbers.get(second));
  }

  // The entries with a title or name that consists of exactly these words.
  named(words) {
    const numbers = words.map((word) => this.numbers.get(word));
    if (numbers.includes(undefined)) return [];
    return this.#byPhrase.get(String.fromCharCode(...numbers.map((number) => FIRST_CODE + number))) ?? [];
  }

  // For each entry, the sum of the weights of its keywords that are not among these terms.
  absentKeywords(terms) {
    const absent = this.#entryKeywords.slice();
    for (const term of terms) {
      for (const [entry, weight] of this.#keywords[this.numbers.get(term)]) absent[entry] -= weight;
    }
    return absent;
  }

  // Weights are cached, because only the last words are new while a person types.
  #of(first, second) {
    const key = `${first} ${second}`;
    if (!this.#weights.has(key)) this.#weights.set(key, this.#compute(first, second));
    return this.#weights.get(key);
  }

  #compute(first, second) {
    const counts = new Float64Array(this.#entryKeywords.length);
    const entries = [];
    let last;
    for (const place of this.#places[first]) {
      const phrase = this.#phraseOf[place];
      const isPair = this.#words[place + 1] === second && this.#phraseOf[place + 1] === phrase;
      if (phrase === last || second !== undefined && !isPair) continue;
      last = phrase;
      const { entry, weight } = this.#phrases[phrase];
      if (!counts[entry]) entries.push(entry);
      counts[entry] += weight;
    }
    const rarity = Math.log(1 + counts.length / Math.max(entries.length, 1));
    const weightOf = (count) => Math.round(MAX_WEIGHT * rarity * count / (count + HALF_WEIGHT_COUNT));
    return [entries, entries.map((entry) => weightOf(counts[entry]))];
  }
}
