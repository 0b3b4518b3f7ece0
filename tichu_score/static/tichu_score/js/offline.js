// Lists the games that can be shown without a network.

const list = document.getElementById("cached-games");

const item = ({ address, names }) => {
  const link = document.createElement("a");
  link.className = "game";
  link.href = address;
  link.textContent = names;
  const made = document.createElement("li");
  made.append(link);
  return made;
};

const { games } = (await (await caches.match(list.dataset.games))?.json()) ?? { games: [] };
const cached = await Promise.all(games.map(({ address }) => caches.match(address, { ignoreVary: true })));
list.replaceChildren(...games.filter((_, place) => cached[place]).map(item));

for (const part of document.querySelectorAll("[data-for]")) {
  part.hidden = !part.dataset.for.split(" ").some((ending) => location.pathname.endsWith(ending));
}
