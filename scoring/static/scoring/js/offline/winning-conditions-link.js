// Answers *What do we need?* without the server while there are unsent changes, or if there is no network.

import { fieldsOfEntry } from "./entry.js";
import { ofPage } from "./games.js";
import { refuse } from "./messages.js";
import { mustQueue } from "./pending.js";
import { factsOf } from "./rounds.js";
import { standing } from "./screen.js";

const showWinningConditions = async () => {
  const { fill } = await import("./winning-conditions.js");
  const { calls } = factsOf(fieldsOfEntry());
  const { dataset } = document.getElementById("winning-condition-messages");
  fill(document.getElementById("winning-conditions"), ofPage(), standing(), calls, dataset);
};

document.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest('.aids a[href$="/winning-conditions/"]') || !mustQueue()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    showWinningConditions().catch(() => refuse({ code: "needsNetwork" }));
  },
  true,
);
