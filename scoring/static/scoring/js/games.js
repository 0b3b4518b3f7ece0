// Games that start without the server: their tables, filled in on a blank one.

import * as outbox from "./outbox.js";
import { partners, say } from "./sheet.js";

const BLANK = "/blank/";
const NOBODY = "00000000-0000-0000-0000-000000000000";

const table = () => document.getElementById("table");

export const isBlank = () => "blank" in (table()?.dataset ?? {});

// The game of this page: who sits where, and what was agreed.
export const ofPage = () => (table()?.dataset.game ? JSON.parse(table().dataset.game) : null);

const address = (key) => `/t/${key}/`;

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt()};`);

const write = (html, game) =>
  ["A1", "B1", "A2", "B2"]
    .reduce((text, seat, place) => text.replaceAll(`{${seat}}`, escaped(game.names[place])), html)
    .replaceAll(NOBODY, game.key);

// Make the blank table one of this game.
const put = (game, html) => {
  const page = new DOMParser().parseFromString(write(html, game), "text/html");
  const drawn = document.adoptNode(page.getElementById("table"));
  drawn.dataset.game = JSON.stringify(game);
  if (!game.grand) drawn.querySelectorAll(".call.grand, .deal").forEach((part) => part.remove());
  if (game.one_call_per_team) drawn.querySelector("#entry").dataset.oneCallPerTeam = "";
  drawn.querySelector(".goal").lastChild.textContent = game.target;
  drawn.querySelectorAll(".need").forEach((need) => (need.textContent = say("needs", { points: game.target })));
  table().replaceWith(drawn);
  window.htmx?.process(drawn);
  document.title = `${game.names[0]} + ${game.names[2]} : ${game.names[1]} + ${game.names[3]} · Tichu Score`;
};

// On a page that came blank, because no answer came: the table that this browser knows.
export const fill = async () => {
  if (!isBlank()) return;
  const key = location.pathname.split("/")[2];
  const game = await outbox.findGame(key);
  if (game) put(game, table().outerHTML);
  else {
    const heading = Object.assign(document.createElement("h1"), { textContent: say("unknown") });
    table().replaceChildren(heading, say("unknownHint"));
  }
};

const agreed = (sent) => ({
  target: Number(sent.get("target") === "other" ? sent.get("other_target") : sent.get("target")),
  tie: sent.get("tie"),
  grand: sent.has("grand"),
  one_call_per_team: sent.has("one_call_per_team"),
});

const rematch = (key, sent) => ({ ...ofPage(), key, names: partners(ofPage(), sent.get("partner")) });
const newGame = (key, sent) => ({ key, names: ["a1", "b1", "a2", "b2"].map((seat) => sent.get(seat).trim()), ...agreed(sent) });

// Without a service worker no page of the game is there to go to: the open one becomes it.
let spare = null;
export const prepare = () => {
  if (spare || navigator.serviceWorker?.controller) return;
  spare = fetch(BLANK, { signal: AbortSignal.timeout(10000) }).then((answer) => answer.text());
  spare.catch(() => (spare = null));
};

// The blank page: it has words that no other page brings along.
export const blankPage = async () => {
  const kept = await self.caches?.match(BLANK, { ignoreVary: true });
  const html = kept ? await kept.text() : await (spare ?? Promise.reject(new Error("No blank page.")));
  return new DOMParser().parseFromString(html, "text/html");
};

// To the table of a game that waits: its blank page, or this page made into it, or just a word.
const go = async (game, form) => {
  if (navigator.serviceWorker?.controller) return location.assign(address(game.key));
  if (!spare || !table()) return form.querySelector("[role=alert]")?.replaceChildren(say("keptGame"));
  history.pushState({}, "", address(game.key));
  put(game, await spare);
  document.dispatchEvent(new Event("started"));
};

// Start a game by this form: at once if the server answers, else as soon as it does.
export const start = async (form, fields, key, { offline }) => {
  if ("starts" in form.dataset) return; // a second tap is not another game
  form.dataset.starts = "";
  const sent = new Map(fields);
  const again = form.matches(".rematch");
  const game = again ? rematch(key, sent) : newGame(key, sent);
  const before = location.pathname;
  const stopListening = outbox.listen(({ landed, now }) => {
    if (landed?.key !== key) return;
    stopListening();
    if (location.pathname === before) location.assign(address(now));
  });
  await outbox.keepGame(game);
  await outbox.put({
    key,
    game: key,
    names: game.names,
    verb: again ? "rematch" : "start",
    ...(again && { needs: ofPage().key }),
    path: new URL(form.action).pathname,
    token: sent.get("csrfmiddlewaretoken"),
    fields: fields.filter(([name]) => !["csrfmiddlewaretoken", "key"].includes(name)),
  });
  const flushed = outbox.flush();
  if (!offline) await flushed;
  const waits = (await outbox.all()).find((item) => item.key === key);
  if (waits?.state) {
    // The server says what is wrong with it, on its own page.
    await outbox.forget(key);
    form.elements.namedItem("key").value = "";
    form.submit();
  } else if (waits) await go(game, form);
};

// The server has the game of this page: from now on it is a table like others.
export const begun = ({ verb, game }, now) => {
  if (!["start", "rematch"].includes(verb) || !isBlank()) return false;
  if (now !== game) {
    location.replace(address(now));
    return true;
  }
  const { dataset } = table();
  delete dataset.blank;
  dataset.board = `${address(now)}board/`;
  dataset.live = `/live${address(now)}`;
  navigator.serviceWorker?.controller?.postMessage(["renew", address(now)]);
  window.dispatchEvent(new Event("online"));
  return false;
};
