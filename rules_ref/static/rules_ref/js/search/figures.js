// Cards and scores that are written as figures: see rules_ref.search.figures.

const RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"];
const CARD = /^(?:10|[1-9jqka])$/;
const MIN_RUN = 3;

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
    if (length === MIN_RUN) found.push("+");
    if (goesRound && groups.length >= MIN_RUN) found.push("+a");
  }
  return found;
};

const isCards = (word) => {
  if (!/^[0-9]+$/.test(word) || CARD.test(word)) return /^(?:10|[1-9jqka])+$/.test(word);
  if (word.includes("0")) return false;
  const groups = grouped([...word]);
  return groups.every(([, count]) => count > 1) || combinations(groups).includes("+");
};

export const readFigures = (words) => {
  const found = [];
  let hand = [];
  const scores = [];
  const readHand = () => {
    const read = combinations(grouped(hand.flatMap((word) => word.match(/10|[1-9jqka]/g))));
    found.push(...hand.filter((word) => !read.length || !CARD.test(word)), ...read);
    hand = [];
  };
  for (const word of words) {
    if (isCards(word)) {
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
