// Keys on the form of a round. The seats are one stop of the Tab key, and the pad is another one. In each of them,
// arrow keys move the focus. In the seats, 1 to 4 tick a player. In the pad, typed digits move the focus to their key,
// and Enter records.

const GROUPS = ".seats, .pad";

const members = (group) => [...group.querySelectorAll("input, button")].filter((each) => each.getClientRects().length);

// Leave a group by the Tab key. Until the browser has found the next stop, the other members cannot get the focus.
const leave = (group, current) => {
  const others = members(group).filter((each) => each !== current);
  for (const each of others) each.tabIndex = -1;
  setTimeout(() => others.forEach((each) => each.removeAttribute("tabindex")));
};

const centre = (member) => {
  const { x, y, width, height } = (member.closest("label") ?? member).getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

// The nearest member above or below.
const nearest = (group, current, down) => {
  const from = centre(current);
  const distance = ({ at }) => Math.abs(at.x - from.x) + Math.abs(at.y - from.y);
  return members(group)
    .map((member) => ({ member, at: centre(member) }))
    .filter(({ at }) => (at.y - from.y) * down > 1)
    .sort((one, other) => distance(one) - distance(other))[0]?.member;
};

const beside = (group, current, step) => members(group)[members(group).indexOf(current) + step];

const STEPS = {
  ArrowRight: (...where) => beside(...where, 1),
  ArrowLeft: (...where) => beside(...where, -1),
  ArrowDown: (...where) => nearest(...where, 1),
  ArrowUp: (...where) => nearest(...where, -1),
  Home: (group) => members(group)[0],
  End: (group) => members(group).at(-1),
};

// Tick or untick the player with this number. A button, which would record a double win, only gets the focus.
const tickSeat = (group, number) => {
  const [box] = members(group.querySelectorAll(".seat")[number - 1]);
  box?.focus();
  if (box?.type !== "submit") box?.click();
};

let typed = "";
const findKey = (group) => members(group).find(({ value }) => value.startsWith(typed));
const type = (group, character) => {
  typed += character;
  if (!findKey(group)) typed = character;
  findKey(group)?.focus();
};

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const group = target.closest(GROUPS);
  if (!group || event.altKey || event.ctrlKey || event.metaKey) return;
  if (key === "Tab") leave(group, target);
  if (group.matches(".seats") && /^[1-4]$/.test(key)) tickSeat(group, Number(key));
  if (group.matches(".pad") && /^[-0-9]$/.test(key)) type(group, key);
  if (!(key in STEPS)) return;
  event.preventDefault();
  STEPS[key](group, target)?.focus();
});
