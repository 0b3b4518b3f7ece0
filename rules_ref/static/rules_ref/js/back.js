// Links back to the page of this site from which a person came to the rules, over any number of pages
// of rules. The pages of the rules are the same for everybody, so they cannot have this link.

const KEY = "came-from";
const { back, rules, table } = document.querySelector("main").dataset;
const home = rules.replace(/rules\/$/, "");
// Addresses of the rules, with a language or without.
const RULES = /^(?:[a-z]{2}(?:-[a-z]{2})?\/)?rules\//;
const TABLE = /^[^?]*\/t\/[^/?]+\/$/;
// Rulings by the rules of a group are pages of its tables, and of the rules.
const RULINGS = /(?<=\/t\/[^/]+\/)(?:may-i-play|wish-helper)\/$/;
const OF_GROUP = { "play/": "may-i-play/", "wish-helper/": "wish-helper/" };
// Addresses that only a form can open: the link leads to the table instead.
const SENT = /(?<=\/t\/[^/]+\/)(?:progress|rounds|rounds\/\d+\/remove|undo|redo|rematch|rulings)\/$/;

// The pages of this site before this one in the tab, if the browser provides them.
const entriesBefore = () => {
  const { navigation } = window;
  const before = navigation?.entries().slice(0, navigation.currentEntry.index) ?? [];
  return before.filter(({ url }) => url);
};

const isOutside = ({ origin, pathname }) =>
  origin === location.origin && pathname.startsWith(home)
  && !RULES.test(pathname.slice(home.length)) && !RULINGS.test(pathname);

// If a person left the first page of the rules before this script ran there, the referrer is a page of the
// rules. The page before them is then in the history of the tab, if the browser provides it.
const remember = () => {
  if (!document.referrer || new URL(document.referrer).origin !== location.origin) return;
  const visited = entriesBefore().map(({ url }) => url);
  const from = [...visited, document.referrer].map((url) => new URL(url)).findLast(isOutside);
  if (from) sessionStorage.setItem(KEY, from.pathname.replace(SENT, "") + from.search);
};

// Go back in the history, so that the page is shown as it was left, with its ticks, and not loaded again.
const comeBack = (event) => {
  const left = entriesBefore().findLast(({ url }) => url === event.currentTarget.href);
  if (!left) return;
  event.preventDefault();
  navigation.traverseTo(left.key);
};

const show = (address) => {
  const old = document.querySelector(".bar .back");
  const link = document.createElement("a");
  link.className = "back";
  link.href = address;
  link.textContent = TABLE.test(address) ? table : back;
  link.addEventListener("click", comeBack);
  old.before(link);
  // Links up within the rules remain; a link out of the rules is replaced.
  if (old.pathname.startsWith(rules)) old.classList.remove("back");
  else old.remove();
};

remember();
const address = sessionStorage.getItem(KEY);
// Questions of a person who came from a table follow the house rules of its group.
if (TABLE.test(address)) {
  for (const link of document.querySelectorAll(`a[href^="${rules}"]`)) {
    const page = OF_GROUP[link.pathname.slice(rules.length)];
    if (page) link.href = address + page + link.search;
  }
}
// For a person who comes from the list of games, the present link already leads there.
if (address && address !== home) show(address);
