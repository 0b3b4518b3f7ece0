// The links under the seats lead to pages that only the server has. Without a network, a tap on one of them shows a
// message, and the table remains on the screen.

import { isOffline } from "../live/status.js";
import { isBlank } from "./games.js";
import { refuse } from "./messages.js";

document.addEventListener("click", (event) => {
  // Links that htmx handles are dealt with in winning-conditions-link.js.
  if (!event.target.closest(".aids a:not([hx-get])") || !(isBlank() || isOffline())) return;
  event.preventDefault();
  refuse({ code: "needsNetwork" });
});
