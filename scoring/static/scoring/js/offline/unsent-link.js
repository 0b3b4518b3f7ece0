// On the page that says that an address was not found: links to the unsent changes of this phone, which may be of a
// table that was there.

import { read } from "./store.js";

const { items } = await read();
document.getElementById("unsent-link").hidden = !items.length;
