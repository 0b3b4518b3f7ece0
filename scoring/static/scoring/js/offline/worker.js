// Part of the service worker: sends unsent changes when the system has a network again, even if no page is open.

import { address } from "../shared/addresses.js";
import { isStart } from "./reducer.js";
import { flush } from "./sender.js";
import { read } from "./store.js";

// Whether this request is for the table of a game that the server does not know yet; false if the store fails.
export const isUnsentGame = async ({ url }) => {
  const [, key] = /\/t\/([^/]+)\/$/.exec(new URL(url).pathname) ?? [];
  if (!key) return false;
  const { items } = await read().catch(() => ({ items: [] }));
  return items.some((item) => item.game === key && isStart(item));
};

const send = async () => {
  const { unanswered } = await flush();
  // The cached home page does not show the sent changes, so it has to be cached again.
  registration.active?.postMessage(["keep", address("")]);
  if (unanswered) throw new Error("Ask again later.");
};

addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(send());
});
