// What the table page loads first, and what pages with forms of a game load. It is a bundle
// (`tichu_score/bundles.py`): a page must not load anything of it beside it.

import "../shared/tap-guard.js";
import "./submit.js";
import "./round-entry.js";
import "../live/updates.js";
