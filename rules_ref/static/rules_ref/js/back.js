// Leads back in one tap to the page of this site that somebody came to the rules from, however many
// pages of rules ago. The pages themselves are the same for everybody, and know of none.

const KEY = "came-from";
const { back, rules, table } = document.querySelector("main").dataset;
const home = rules.replace(/rules\/$/, "");
const TABLE = /^[^?]*\/t\/[^/?]+\/$/;
// Rulings by the rules of a group are pages of its tables, and of the rules.
const RULINGS = /(?<=\/t\/[^/]+\/)(?:may-i-play|wish-helper)\/$/;
const OF_GROUP = { "play/": "may-i-play/", "wish-helper/": "wish-helper/" };
// Addresses that only a form can open: what was refused there is answered at the table.
const SENT = /(?<=\/t\/[^/]+\/)(?:progress|rounds|rounds\/\d+\/remove|undo|redo|rematch|rulings)\/$/;

const remember = () => {
  if (!document.referrer) return;
  const from = new URL(document.referrer);
  if (from.origin !== location.origin || !from.pathname.startsWith(home) || from.pathname.startsWith(rules)) return;
  if (RULINGS.test(from.pathname)) return;
  sessionStorage.setItem(KEY, from.pathname.replace(SENT, "") + from.search);
};

// The page as it was left, with what was ticked, rather than loaded anew.
const comeBack = (event) => {
  const { navigation } = window;
  const before = navigation?.entries().slice(0, navigation.currentEntry.index);
  const left = before?.findLast(({ url }) => url === event.currentTarget.href);
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
  // Within the rules the way up stays; out of them there is one way.
  if (old.pathname.startsWith(rules)) old.classList.remove("back");
  else old.remove();
};

remember();
const address = sessionStorage.getItem(KEY);
// Whoever comes from a table asks by the rules of its group.
if (TABLE.test(address)) {
  for (const link of document.querySelectorAll(`a[href^="${rules}"]`)) {
    const page = OF_GROUP[link.pathname.slice(rules.length)];
    if (page) link.href = address + page + link.search;
  }
}
// From the list of games the link that is there leads back to it.
if (address && address !== home) show(address);
