// What waits in this browser, on pages that are no table: as a list, as a file, and as a warning.

import { all, flush, forget, listen } from "./outbox.js";
import { warn } from "../../tichu_score/js/storage.js";
import { showCount } from "./sayings.js";
import { factsOf, say, story } from "./sheet.js";

const element = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });

const list = document.getElementById("waiting-list");
const games = document.getElementById("waiting-games");
const save = document.getElementById("save");

const told = ({ verb, fields, names, game }) => {
  const who = names ? `${names[0]} + ${names[2]} : ${names[1]} + ${names[3]}` : game;
  if (["record", "amend"].includes(verb)) return `${who} · ${story(factsOf(fields), names)}`;
  return `${who} · ${say(`of${verb[0].toUpperCase()}${verb.slice(1)}`)}`;
};

const row = (item) => {
  const made = document.createElement("li");
  const table = { href: `/t/${item.game}/` };
  made.append(item.state === "gone" ? told(item) : element("a", told(item), table));
  if (item.state) made.append(" ", element("b", say(item.state)));
  if (item.state === "gone") {
    const away = () => forget(item.key);
    made.append(element("button", say("discard"), { className: "button danger", type: "button", onclick: away }));
  }
  return made;
};

const draw = async () => {
  const items = await all();
  showCount(items);
  if (save) save.hidden = !items.length;
  const started = items.filter(({ verb }) => ["start", "rematch"].includes(verb));
  games?.replaceChildren(...started.map(({ game, names: [one, two, three, four] }) => {
    const made = document.createElement("li");
    made.append(element("a", `${one} + ${three} : ${two} + ${four}`, { className: "button", href: `/t/${game}/` }));
    return made;
  }));
  if (!list) return;
  const rows = Object.assign(document.createElement("ul"), { className: "log" });
  rows.append(...items.map(row));
  list.replaceChildren(items.length ? rows : element("p", list.dataset.empty));
  await warn(items.length);
};

save?.addEventListener("click", async () => {
  const items = (await all()).map(({ token, answer, ...item }) => item);
  const text = JSON.stringify({ "tichu-score": "waiting", version: 1, items }, null, 1);
  const file = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", "", { href: file, download: "tichu-waiting.json" }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60000);
});

// Who leaves a group, or deletes it, may still have something to send there.
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-leaves]") || form.dataset.leaves === "warned") return;
  event.preventDefault();
  const items = await all().catch(() => []);
  form.dataset.leaves = "warned";
  if (!items.length) form.requestSubmit(submitter);
  else form.prepend(element("p", say("leaving", { n: items.length }), { className: "refusal", role: "alert" }));
});

const send = () => document.hidden || flush();

try {
  listen(draw);
  await draw();
  addEventListener("online", send);
  document.addEventListener("visibilitychange", send);
  await send();
} catch {
  list?.append(element("p", list.dataset.unkept));
}
