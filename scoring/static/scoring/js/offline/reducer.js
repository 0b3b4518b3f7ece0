// The queue of unsent changes of this phone, as a pure reducer: reduce(state, event). The table of
// states and events is in docs/architecture.md ("Offline states").
//
// A state has the `items` in order, the `next` id, and the number of the last round that the server has
// `acknowledged` in each game. An item has an `id`, the `key` of its submission, its `game`, its `verb`
// (record, tell, amend, remove, start, rematch), the `path` and `fields` of its form, and a `status`. What
// a round is said to score follows from the `rules` of its game; of earlier releases, the book's.
// A round that a person has left to another phone's has in `leftTo` what the event "resolve" said of that.
// A round that is recorded behind another unsent one has that one's id (`behind`) instead of the number
// that it follows (`after`); what amends or removes an unsent round has that one's id (`of`).

export const empty = { items: [], next: 1, acknowledged: {} };

// What each status says of its item: a person has to decide about it (`isStuck`); the server may have it, though
// no answer has said so (`mayHaveArrived`); the server does not have it, so it is amended in place (`isEditable`).
export const STATUSES = {
  queued: { isEditable: true },
  sending: { mayHaveArrived: true },
  uncertain: { mayHaveArrived: true },
  conflict: { isStuck: true },
  withdrawn: { mayHaveArrived: true },
  rejected: { isStuck: true, isEditable: true },
  orphaned: { isStuck: true },
};

// An item may have a status that only a later release knows.
const traitsOf = ({ status }) => STATUSES[status] ?? {};
export const isStuck = (item) => Boolean(traitsOf(item).isStuck);
const mayHaveArrived = (item) => Boolean(traitsOf(item).mayHaveArrived);
const isEditable = (item) => Boolean(traitsOf(item).isEditable);

// Milliseconds until an answer counts as lost.
export const ANSWER_TIMEOUT = 10000;

// Whether a page has sent the item and waits for its answer, `until` this time. No page waits longer than the
// timeout: a later time was stored before the clock was set back.
export const isInFlight = ({ status, until = 0 }, now) =>
  status === "sending" && now < until && until <= now + ANSWER_TIMEOUT;

const byKey = ({ items }, key) => items.find((item) => item.key === key);
const byId = ({ items }, id) => items.find((item) => item.id === id);

// The state with each item as `change` returns it; those that it returns nothing for are gone.
const map = (state, change) => ({ ...state, items: state.items.map(change).filter(Boolean) });
const replace = (state, item) => map(state, (each) => (each.id === item.id ? item : each));
const append = (state, item) => ({ ...state, items: [...state.items, { id: state.next, ...item }], next: state.next + 1 });

// The state without an item and the changes of it. What was recorded behind it follows what it followed, or the
// round with the number `after`.
const drop = (state, { id, behind, ...item }, after = item.seq ?? item.after) =>
  map(state, (each) => {
    if (each.behind === id) return { ...each, behind, after };
    return each.id !== id && each.of !== id && each;
  });

// The rounds that an answer shows beside the item in conflict, by their versions; undefined where it shows none.
const versionsOfTheirs = (answer) => /data-theirs="([^"]*)"/.exec(answer)?.[1];

// A reducer that sets this status, of items that `appliesTo` is true of. Stores the `answer` with the item, to be
// shown, and its language.
const setStatus = (status, appliesTo = () => true) => (state, { key, answer, language }) => {
  const item = byKey(state, key);
  if (!item || !appliesTo(item)) return state;
  const answered = answer === undefined ? {} : { answer, language };
  return replace(state, { ...item, status, until: undefined, ...answered });
};

// An item that amends or removes the given one once that has been sent.
const appendChange = (state, { id, game, names, rules, path, token, seq, seen, after, behind }, { key, now }, verb, fields) =>
  append(state, { of: id, game, names, rules, path, token, seq, seen, after, behind, at: now, key, verb, fields, status: "queued" });

// Whether what is ticked by one progress is all that is ticked by another one, or more.
const ticks = ({ fields }) => fields.filter(([name]) => !["known", "told"].includes(name)).map(String);
const saysAll = (item, other) => ticks(other).every((tick) => ticks(item).includes(tick));

// What a round follows, or is behind; where that is removed before the round is sent, what the removed one
// followed.
const skipRemoved = (items, follows) => {
  const isRemoval = ({ verb, of, seq }) =>
    verb === "remove" && (follows.behind ? of === follows.behind : seq && seq === follows.after);
  const removal = items.find(isRemoval);
  return removal ? skipRemoved(items, { after: removal.after, behind: removal.behind }) : follows;
};

const reducers = {
  // Put a submission behind all others; the same key again is the same. The page that it was tapped on
  // showed the game's `version`: what was acknowledged since, it follows.
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
    const progress = ofGame.filter((each) => each.verb === "tell" && isSameRound(each));
    // What was refused would be refused again: a person hears of it once.
    if (verb === "tell" && progress.some((each) => isStuck(each) && saysAll(each, item) && saysAll(item, each))) return state;
    // A round and a later progress say all that an earlier progress of that round said. A person has to see what is
    // stuck of it first, unless that will be answered with the rest.
    const isSuperseded = (each) => progress.includes(each) && (!isStuck(each) || (verb === "tell" && saysAll(item, each)));
    const remaining = ["record", "tell"].includes(verb) ? map(state, (each) => !isSuperseded(each) && each) : state;
    return append(remaining, { at: now, status: "queued", ...item, ...follows });
  },

  // Give an unsent item other fields. One that the server may have is amended after it. Throws
  // RangeError where it is unsent no more.
  amend(state, event) {
    const item = byId(state, event.id);
    if (!item) throw new RangeError("This is not unsent any more.");
    const { names = item.names, fields } = event;
    const last = state.items.findLast(({ of, verb }) => of === item.id && verb === "amend") ?? item;
    if (!isEditable(last)) return appendChange(state, item, event, "amend", fields);
    return replace(state, { ...last, names, fields, status: "queued", answer: undefined });
  },

  // Take an unsent round away. One that the server may have is removed after it.
  remove(state, event) {
    const item = byId(state, event.id);
    if (!item) return state;
    if (!mayHaveArrived(item)) return drop(state, item);
    const others = map(state, (each) => !(each.of === item.id && each.status === "queued") && each);
    return appendChange(others, item, event, "remove", []);
  },

  // A person does not want it, or the page that sent it has shown what became of it.
  discard(state, { key }) {
    const item = byKey(state, key);
    return item ? drop(state, item) : state;
  },

  // It is on its way; what a person has to decide about, or has left to theirs, stays that until answered.
  send: setStatus("sending", (item) => !isStuck(item) && item.status !== "withdrawn"),

  // No answer will come to what was sent.
  lose: setStatus("uncertain", ({ status }) => status === "sending"),

  // The server has it, as the change of this number; its game may have another key there. What comes
  // behind now knows its number.
  acknowledge(state, { item, number, game = item.game }) {
    const stored = byId(state, item.id);
    // A person may have decided while it was on its way: to amend theirs, which is still to be done, or to record
    // it all the same, which this has done.
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

  // A page that sends a round itself knows of no other page: what it said that its round is `after` may be less than
  // is stored. Sent again with that, the round would be recorded without a decision. What a person has left to
  // theirs is gone where those stand as the person saw them; else it is a conflict with what stands now. An answer to
  // what was sent before the person decided (not `withdrawn`) says nothing of that.
  conflict(state, { after, withdrawn, ...event }) {
    const item = byKey(state, event.key);
    if (!item) return state;
    const { status, leftTo } = item;
    if (status === "withdrawn") {
      if (!withdrawn) return state;
      if (leftTo.theirs === versionsOfTheirs(event.answer)) return drop(state, item, leftTo.seq);
    }
    const stuck = setStatus("conflict")(state, event);
    return after === undefined ? stuck : replace(stuck, { ...byKey(stuck, event.key), after, behind: undefined });
  },

  reject: setStatus("rejected"),
  orphan: setStatus("orphaned"),

  // A person has decided about a round where somebody was faster: to send it as `decision` says, with a key of its
  // own; to leave the sheet as it is, whose last round is `seq`; or to keep `theirs`, the first of which is `seq`. They
  // may have been taken back meanwhile: so it is sent once more as it was, and gone when the answer has them.
  resolve(state, { id, seq, theirs, decision }) {
    const item = byId(state, id);
    if (!item) return state;
    if (theirs) return replace(state, { ...item, status: "withdrawn", leftTo: { seq, theirs } });
    if (!decision) return drop(state, item, seq);
    return replace(state, { ...item, status: "queued", answer: undefined, behind: undefined, ...decision });
  },
};

export const reduce = (state, event) => reducers[event.type](state, event);

// The item to be sent next: the first one whose game none of the `blocked` items belongs to.
export const nextToSend = ({ items }, blocked) =>
  items.find(({ game, needs }) => !blocked.has(game) && !blocked.has(needs));

// An item as earlier releases stored it: by `tried`, by the time when it was `flying`, and by `state`.
const STATES = { asks: "conflict", refused: "rejected", gone: "orphaned" };
export const readItem = (stored) => {
  if (stored.status) return stored;
  const { tried, flying, state, ...item } = stored;
  if (state) return { ...item, status: STATES[state] };
  if (flying) return { ...item, status: "sending", until: flying + ANSWER_TIMEOUT };
  return { ...item, status: tried ? "uncertain" : "queued" };
};
