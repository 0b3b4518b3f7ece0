// What do we need? Answered here while something is unsent, or nobody answers.

import { fieldsOfEntry } from "./entry.js";
import { blankPage, ofPage } from "./games.js";
import { refuse } from "./messages.js";
import { isDetached } from "./pending.js";
import { factsOf } from "./rounds.js";
import { standing } from "./screen.js";

const showWinningConditions = async () => {
  const [{ fill }, page] = await Promise.all([import("../table/winning-conditions.js"), blankPage()]);
  const { calls } = factsOf(fieldsOfEntry());
  fill(document.getElementById("winning-conditions"), ofPage(), standing(), calls, page.getElementById("winning-condition-messages").dataset);
};

document.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest('.aids a[href$="/winning-conditions/"]') || !isDetached()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    showWinningConditions().catch(() => refuse({ code: "needsNetwork" }));
  },
  true,
);
