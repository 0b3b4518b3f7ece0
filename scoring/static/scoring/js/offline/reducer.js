// The queue of unsent changes of this phone, as a pure reducer: reduce(state, event) returns the next state. `store.js`
// stores it. A table in docs/architecture.md ("Offline states") lists the effect of each event on each status.
//
// A state:
//   items         the unsent changes, in the order in which they are sent
//   next          the id of the next item
//   acknowledged  by the key of a game, the number of the last round of this phone that the server has
//
// An item:
//   id            its number on this phone
//   key           the idempotency key of its submission
//   game          the key of its game
//   verb          record, PROGRESS, amend, remove, start, rematch
//   path, fields  the address and the fields of its form; `token` is the CSRF token of the page
//   status        one of STATUSES
//   names, rules  the players and the rules, to describe what a round scores; an item of an earlier release has no
//                 `rules`, which means those of the rule book
//   after         the number of the round that this one follows; or, if that one is unsent too,
//   behind        its id
//   of            if this amends or removes an unsent round: the id of that one
//   seq, seen     if this amends or removes a round: its number, and the version of it that the person saw
//   needs         the key of the game that has to be on the server first
//   until         while sending: when the page gives up
//   answer        the answer by which the server refused it, and the `language` of that answer
//   leftTo        if the person kept another phone's round: the values of the event "resolve" for that round

export const empty = { items: [], next: 1, acknowledged: {} };

// The verb of the progress of a round. It is stored, so it must be the word that earlier releases know.
export const PROGRESS = "tell";
export const isProgress = ({ verb }) => verb === PROGRESS;

// Whether an item starts a game.
export const isStart = ({ verb }) => ["start", "rematch"].includes(verb);

// The statuses, and the properties of an item with each status. `isStuck`: a person has to decide about it.
// `mayHaveArrived`: the server may have it, although no answer has confirmed that. `isEditable`: the server does not
// have it, so it can be amended in place.
export const STATUSES = {
  queued: { isEditable: true },
  sending: { mayHaveArrived: true },
  uncertain: { mayHaveArrived: true },
  conflict: { isStuck: true },
  withdrawn: { mayHaveArrived: true },
  rejected: { isStuck: true, isEditable: true },
  orphaned: { isStuck: true },
};

// A later release may have stored an item with a status that this one does not know.
const traitsOf = ({ status }) => STATUSES[status] ?? {};
export const isStuck = (item) => Boolean(traitsOf(item).isStuck);
const mayHaveArrived = (item) => Boolean(traitsOf(item).mayHaveArrived);
const isEditable = (item) => Boolean(traitsOf(item).isEditable);

// Milliseconds until an answer counts as lost.
export const ANSWER_TIMEOUT = 10000;

// Whether a page has sent the item and still waits for its answer. No page waits longer than the timeout: if `until` is
// later than that, the clock of the phone has been set back since it was stored.
export const isInFlight = ({ status, until = 0 }, now) =>
  status === "sending" && now < until && until <= now + ANSWER_TIMEOUT;

const byKey = ({ items }, key) => items.find((item) => item.key === key);
const byId = ({ items }, id) => items.find((item) => item.id === id);

// The state with each item replaced by the result of `change`, or removed if that is falsy.
const map = (state, change) => ({ ...state, items: state.items.map(change).filter(Boolean) });
const replace = (state, item) => map(state, (each) => (each.id === item.id ? item : each));
const append = (state, item) => ({ ...state, items: [...state.items, { id: state.next, ...item }], next: state.next + 1 });

// The state without this item and without the items that change it. A round behind it then follows the round with the
// number `after`, by default the round that this item followed.
const drop = (state, { id, behind, ...item }, after = item.seq ?? item.after) =>
  map(state, (each) => {
    if (each.behind === id) return { ...each, behind, after };
    return each.id !== id && each.of !== id && each;
  });

// The versions of the rounds of another phone that the answer shows, as one text; undefined if it shows none.
const versionsOfTheirs = (answer) => /data-theirs="([^"]*)"/.exec(answer)?.[1];

// Return a reducer that sets this status on the item with the event's key, if `appliesTo` holds for it. It also
// stores the `answer` of the event, if there is one, to be shown.
const setStatus = (status, appliesTo = () => true) => (state, { key, answer, language }) => {
  const item = byKey(state, key);
  if (!item || !appliesTo(item)) return state;
  const answered = answer === undefined ? {} : { answer, language };
  return replace(state, { ...item, status, until: undefined, ...answered });
};

// The state with one more item, which amends or removes the given item after the given item has been sent.
const appendChange = (state, { id, game, names, rules, path, token, seq, seen, after, behind }, { key, now }, verb, fields) =>
  append(state, { of: id, game, names, rules, path, token, seq, seen, after, behind, at: now, key, verb, fields, status: "queued" });

// The ticks of a progress, and whether one progress has all the ticks of another one.
const ticks = ({ fields }) => fields.filter(([name]) => !["known", "told"].includes(name)).map(String);
const hasAllTicks = (item, other) => ticks(other).every((tick) => ticks(item).includes(tick));

// The round that a new round follows ({ after } or { behind }). If the queue removes that round first, the new round
// follows the round that the removed one followed.
const skipRemoved = (items, follows) => {
  const isRemoval = ({ verb, of, seq }) =>
    verb === "remove" && (follows.behind ? of === follows.behind : seq && seq === follows.after);
  const removal = items.find(isRemoval);
  return removal ? skipRemoved(items, { after: removal.after, behind: removal.behind }) : follows;
};

const reducers = {
  // Append a submission, or update the item that already has its key. The page of the tap showed the `version` of the
  // game. A round of this phone that has been acknowledged since precedes the submission.
  enqueue(state, { item, version, now }) {
    const known = byKey(state, item.key);
    if (known) return replace(state, { ...known, ...item });
    const { game, verb } = item;
    const number = state.acknowledged[game];
    const ofGame = state.items.filter((each) => each.game === game);
    const before = ofGame.findLast((each) => each.verb === "record");
    const after = number > version ? number : item.after;
    const follows = skipRemoved(ofGame, { after, behind: before?.id });
    // Behind an unsent round it does not matter what the table showed.
    const isSameRound = ({ after: last, behind }) => behind === follows.behind && (behind || last === follows.after);
    const progress = ofGame.filter((each) => isProgress(each) && isSameRound(each));
    // The server has refused this very progress, or has found it in conflict. It would do so again, and one message is
    // enough.
    if (isProgress(item) && progress.some((each) => isStuck(each) && hasAllTicks(each, item) && hasAllTicks(item, each))) return state;
    // A round, or a later progress of it, replaces an earlier progress, as it has all the ticks of that. An earlier
    // one that is stuck stays, so that the person sees why, unless a later progress that has all its ticks gets the same
    // answer.
    const isSuperseded = (each) => progress.includes(each) && (!isStuck(each) || (isProgress(item) && hasAllTicks(item, each)));
    const remaining = ["record", PROGRESS].includes(verb) ? map(state, (each) => !isSuperseded(each) && each) : state;
    return append(remaining, { at: now, status: "queued", ...item, ...follows });
  },

  // Give an unsent item other fields. If the server may have it, another item amends it afterwards. Throws RangeError
  // if it is no longer unsent.
  amend(state, event) {
    const item = byId(state, event.id);
    if (!item) throw new RangeError("This is not unsent any more.");
    const { names = item.names, fields } = event;
    const last = state.items.findLast(({ of, verb }) => of === item.id && verb === "amend") ?? item;
    if (!isEditable(last)) return appendChange(state, item, event, "amend", fields);
    return replace(state, { ...last, names, fields, status: "queued", answer: undefined });
  },

  // Remove an unsent round. If the server may have it, another item removes it there afterwards.
  remove(state, event) {
    const item = byId(state, event.id);
    if (!item) return state;
    if (!mayHaveArrived(item)) return drop(state, item);
    const others = map(state, (each) => !(each.of === item.id && each.status === "queued") && each);
    return appendChange(others, item, event, "remove", []);
  },

  // Drop an item that a person does not want, or whose answer the page that sent it has shown.
  discard(state, { key }) {
    const item = byKey(state, key);
    return item ? drop(state, item) : state;
  },

  // A page sends the item. A stuck or withdrawn item is sent too, but its status does not change before the answer.
  send: setStatus("sending", (item) => !isStuck(item) && item.status !== "withdrawn"),

  // The answer is lost.
  lose: setStatus("uncertain", ({ status }) => status === "sending"),

  // The server has stored the item as the change with this number. `game` is the key of its game on the server if that
  // differs. Items that refer to the item by its id now refer to it by its number.
  acknowledge(state, { item, number, game = item.game }) {
    const stored = byId(state, item.id);
    // The person may have decided about a conflict while the item was being sent, so that it has a new key. If the
    // decision amends another phone's round, it is still to be sent. If the decision records this round nevertheless,
    // that has just been done.
    if (stored && stored.key !== item.key && stored.verb !== "record") return state;
    const seq = item.seq ?? number;
    const acknowledged = { ...state.acknowledged };
    const last = acknowledged[game] ?? 0;
    if (item.verb === "record") acknowledged[game] = Math.max(number, last);
    else if (item.verb === "remove" && last === seq) acknowledged[game] = item.after;
    return map({ ...state, acknowledged }, (each) => {
      if (each.id === item.id) return null;
      const next = { ...each };
      if (game !== item.game) {
        next.path = each.path?.replace(item.game, game);
        if (each.game === item.game) next.game = game;
        if (each.needs === item.game) next.needs = game;
      }
      if (item.verb === "remove" && each.game === item.game && each.after === seq) next.after = item.after;
      if (each.behind === item.id) Object.assign(next, { behind: undefined, after: seq });
      if (each.of === (item.of ?? item.id)) Object.assign(next, { seq, seen: number });
      return next;
    });
  },

  // The server has refused the item because another change came first. `after` is given if the page itself sent the
  // round: it is the number of the round that it followed there. Another page may have stored a higher number since; if
  // the round were sent with that number, it would be recorded without a decision. `theirs` is given if the item was
  // sent after the person had kept another phone's rounds: it is the versions of these rounds. If they are still as the
  // person saw them, the item is dropped. If not, it is in conflict with the present rounds. The answer to a submission
  // from before the latest decision of the person is ignored.
  conflict(state, { after, theirs, ...event }) {
    const item = byKey(state, event.key);
    if (!item) return state;
    const { status, leftTo } = item;
    if (status === "withdrawn") {
      if (theirs !== leftTo.theirs) return state;
      if (leftTo.theirs === versionsOfTheirs(event.answer)) return drop(state, item, leftTo.seq);
    }
    const stuck = setStatus("conflict")(state, event);
    return after === undefined ? stuck : replace(stuck, { ...byKey(stuck, event.key), after, behind: undefined });
  },

  reject: setStatus("rejected"),
  orphan: setStatus("orphaned"),

  // A person has decided about a conflict, in one of three ways:
  //   decision    send it with these properties, which include a new key
  //   theirs      keep another phone's rounds, which have these versions; `seq` is the number of the first one. They
  //               may have been undone meanwhile, so the item is sent once more without changes, and dropped if the
  //               answer shows them
  //   neither     leave the score sheet unchanged; `seq` is the number of its last round
  resolve(state, { id, seq, theirs, decision }) {
    const item = byId(state, id);
    if (!item) return state;
    if (theirs) return replace(state, { ...item, status: "withdrawn", leftTo: { seq, theirs } });
    if (!decision) return drop(state, item, seq);
    return replace(state, { ...item, status: "queued", answer: undefined, behind: undefined, ...decision });
  },
};

export const reduce = (state, event) => reducers[event.type](state, event);

// The item to be sent next: the first one whose game, and the game that it needs, are not among the `blocked` games.
export const nextToSend = ({ items }, blocked) =>
  items.find(({ game, needs }) => !blocked.has(game) && !blocked.has(needs));

// Convert a stored item to the present format. Earlier releases had no `status`. They stored whether the item was
// `tried`, the time since which it was `flying`, and a `state` if it was stuck.
const STATES = { asks: "conflict", refused: "rejected", gone: "orphaned" };
export const readItem = (stored) => {
  if (stored.status) return stored;
  const { tried, flying, state, ...item } = stored;
  if (state) return { ...item, status: STATES[state] };
  if (flying) return { ...item, status: "sending", until: flying + ANSWER_TIMEOUT };
  return { ...item, status: tried ? "uncertain" : "queued" };
};
