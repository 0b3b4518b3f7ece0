// Part of the service worker: sends what is unsent when the system says that there is a network, where no page
// may be open.

import { address } from "../shared/addresses.js";
import { flush } from "./sender.js";
import { findGame } from "./store.js";

// Whether this request is for the table of a game that the server does not know yet.
export const isUnsentGame = async ({ url }) => {
  const [, key] = /\/t\/([^/]+)\/$/.exec(new URL(url).pathname) ?? [];
  return Boolean(key && (await findGame(key)));
};

const send = async () => {
  const { unanswered } = await flush();
  // The home page that is cached may be out of date now.
  registration.active?.postMessage(["keep", address("")]);
  if (unanswered) throw new Error("Ask again later.");
};

addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(send());
});
