// Lists the rules of a chapter beside it where the screen is wide. The list is made here: on the
// page it would weigh on every phone, which has no room for it.

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
