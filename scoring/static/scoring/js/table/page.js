// The scripts that the table page loads first, and other pages with a form of a game. It is a bundle
// (`tichu_score/bundles.py`): a page that loads it must not load one of its modules by itself.

import "../shared/tap-guard.js";
import "./submit.js";
import "./round-entry.js";
import "../live/updates.js";
