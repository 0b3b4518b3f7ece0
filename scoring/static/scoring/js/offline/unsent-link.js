// The page of an address that is not here: it leads to what is unsent on this phone, perhaps for that table.

import { read } from "./store.js";

const { items } = await read();
document.getElementById("unsent-link").hidden = !items.length;
