// Makes an item of the queue from the form of a round, and queues it.

import { ofPage } from "./games.js";
import * as pending from "./pending.js";
import { PROGRESS } from "./reducer.js";
import { userFields, withPlayers } from "./rounds.js";
import * as store from "./store.js";

let makeKey = null;
// Let `newKey` make its keys by this function.
export const setKeyFactory = (make) => (makeKey = make);
export const newKey = () => makeKey();

export const itemOf = (form, fields, key, verb = "record") => {
  const sent = new Map(fields);
  const { names } = withPlayers(ofPage(), fields);
  const { key: game, names: seated, rotation, ...rules } = ofPage();
  const path = new URL(form.action).pathname;
  return {
    key,
    verb,
    game,
    names,
    rules,
    path: verb === PROGRESS ? path.replace(/rounds\/$/, "progress/") : path,
    token: sent.get("csrfmiddlewaretoken"),
    after: Number(sent.get("after")),
    fields: userFields(fields),
  };
};

// `enqueue` queues an item. `amend` gives the unsent item with this id the fields of another item, and its key if it
// has to be sent as a separate change.
export const enqueue = (item) =>
  store.dispatch({ type: "enqueue", item, version: pending.version(), now: Date.now() });
export const amend = (id, { key, fields }) => store.dispatch({ type: "amend", id, key, fields, now: Date.now() });
