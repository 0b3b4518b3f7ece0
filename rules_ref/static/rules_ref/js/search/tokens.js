// Tokens of the search: see rules_ref.search.tokens.

export const WORD_PATTERN = /([\p{L}\p{N}]+)/u;
const MAX_PHRASE_WORDS = 3;
const MIN_TRANSPOSED = 3;
const SPELLINGS = { ß: "ss", œ: "oe", æ: "ae", ς: "σ" };

export const own = (lists, word, otherwise) => Object.hasOwn(lists, word) ? lists[word] : otherwise;

export const tokenize = (text, rules) => {
  const lower = text.toLowerCase().replace(/[ßœæς]/gu, (letter) => SPELLINGS[letter]);
  const plain = lower.normalize("NFD").replace(/\p{Mn}/gu, "").normalize("NFC");
  const words = plain.split(WORD_PATTERN).filter((_, place) => place % 2);
  const stems = words.map((word) => stem(word, rules).replace(/([bdgmnprt])\1$/u, "$1"));
  return stems.map((word) => own(rules.variants, word, word));
};

const stem = (word, { endings, min_stem }) => {
  const isCut = (ending) => word.endsWith(ending) && word.length - ending.length >= min_stem
    && !(ending === "s" && word.endsWith("ss"));
  const ending = endings.find(isCut) ?? "";
  return word.slice(0, word.length - ending.length);
};

// Joins the words of a known phrase, such as "have to", to one token.
export const joinPhrases = (words, known) => {
  const found = [];
  for (let start = 0; start < words.length;) {
    let end = Math.min(start + MAX_PHRASE_WORDS, words.length);
    while (end > start + 1 && !Object.hasOwn(known, words.slice(start, end).join(" "))) end--;
    found.push(words.slice(start, end).join(" "));
    start = end;
  }
  return found;
};

export const maxTypos = (word) => /[0-9]/.test(word) ? 0 : word.length > 6 ? 2 : word.length > 3 ? 1 : 0;

// The word with each two adjacent letters swapped; empty for a number or a word of two letters.
export const transpositions = (word) => /[0-9]/.test(word) || word.length < MIN_TRANSPOSED ? []
  : Array.from({ length: word.length - 1 }, (_, place) =>
    word.slice(0, place) + word[place + 1] + word[place] + word.slice(place + 2));

// A bit mask of the letters of a word. Some letters share a bit.
export const letterMask = (word) => {
  let mask = 0;
  for (let place = 0; place < word.length; place++) mask |= 1 << word.charCodeAt(place) % 32;
  return mask;
};

// Whether at most `most` letters of one mask are missing in another one. A typing error removes at most one
// letter from the mask, so that few words have to be compared letter by letter.
export const missesAtMost = (most, mask, wanted) => {
  let missing = wanted & ~mask;
  for (let count = 0; missing && count < most; count++) missing &= missing - 1;
  return !missing;
};

// The number of typing errors between two words, or any number above `most` if there are more.
export const editDistance = (one, other, most) => {
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
    // Neither this row nor a swap from the row before it can result in fewer errors.
    if (least > most && leastBefore >= most) return least;
  }
  return row[other.length];
};
