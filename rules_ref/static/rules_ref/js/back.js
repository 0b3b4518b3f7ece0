// Leads back in one tap to the page of this site that somebody came to the rules from, however many
// pages of rules ago. The pages themselves are the same for everybody, and know of none.

const KEY = "came-from";
const { back, rules, table } = document.querySelector("main").dataset;
const TABLE = /^\/t\/[^/]+\/$/;
// Addresses that only a form can open: what was refused there is answered at the table.
const SENT = /(?<=^\/t\/[^/]+\/)(?:progress|rounds|rounds\/\d+\/remove|undo|redo|rematch)\/$/;

const remember = () => {
  if (!document.referrer) return;
  const from = new URL(document.referrer);
  if (from.origin !== location.origin || from.pathname.startsWith(rules)) return;
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
// From the list of games the link that is there leads back to it.
if (address && address !== "/") show(address);
