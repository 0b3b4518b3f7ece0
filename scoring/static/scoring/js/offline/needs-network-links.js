// The links under the seats and under the rounds lead to pages that only the server has, except for the settings of this
// device, which the service worker has stored. Without a network, a tap on one of them shows a message, and the table
// remains on the screen.

import { isOffline } from "../live/status.js";
import { isBlank } from "./games.js";
import { refuse } from "./messages.js";

// Links that htmx handles are dealt with in winning-conditions-link.js.
const LINKS = '.aids a:not([hx-get]), .rounds a:not([href$="/device/"])';

document.addEventListener("click", (event) => {
  if (!event.target.closest(LINKS) || !(isBlank() || isOffline())) return;
  event.preventDefault();
  refuse({ code: "needsNetwork" });
  // The links under the rounds may be a screen below the message.
  document.querySelector("#status .refusal").scrollIntoView({ block: "nearest" });
});
