// Where no page is open: sends what is unsent when the system says that there is a network.

import { address } from "../shared/addresses.js";
import { flush } from "./sender.js";
import { findGame } from "./store.js";

// Whether this address is the table of a game that the server does not know yet.
export const holds = async ({ url }) => {
  const [, key] = /\/t\/([^/]+)\/$/.exec(new URL(url).pathname) ?? [];
  return Boolean(key && (await findGame(key)));
};

const send = async () => {
  const { unanswered } = await flush();
  // What the server has by now may be another page than what is kept.
  registration.active?.postMessage(["keep", address("")]);
  if (unanswered) throw new Error("Ask again later.");
};

addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(send());
});
