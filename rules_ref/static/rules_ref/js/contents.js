// Lists the rules of a chapter beside it on wide screens. A script makes the list, because a phone has no room
// for it, and would load it nevertheless if it were part of the page.

const heading = document.querySelector("h1");
heading.id = "chapter";

const nav = document.createElement("nav");
nav.className = "contents";
nav.setAttribute("aria-labelledby", heading.id);
for (const title of document.querySelectorAll(".rule > h2 > a")) {
  const entry = title.cloneNode(true);
  entry.lang = title.closest("[lang]").lang;
  nav.append(entry);
}
heading.before(nav);
