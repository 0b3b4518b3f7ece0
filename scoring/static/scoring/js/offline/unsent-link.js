// Links to the unsent changes of this phone on the page that says that an address was not found. They may belong to a
// table that had this address.

import { read } from "./store.js";

const { items } = await read();
document.getElementById("unsent-link").hidden = !items.length;
