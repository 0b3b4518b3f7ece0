// The messages that the page has for the scripts of the queue, in its language (`unsent_messages.html`).

const messages = () => document.getElementById("messages")?.dataset ?? {};

// The index of the plural form for a number. `plurals` contains the index for each number from 0 to 199 as one digit.
// Further numbers repeat the second hundred. If all remaining digits are equal, `plurals` contains that digit once.
const formFor = (number) => {
  const rule = messages().plurals ?? "0";
  return rule[number < 200 ? number : 100 + (number % 100)] ?? rule.at(-1);
};

// A message about `n` things, in the plural form for that number.
export const sayCount = (name, n) => say(`${name}-${formFor(n)}`, { n });

// A message, with these values in place of its {names}.
export const say = (name, values = {}) => {
  const message = messages()[name] ?? messages()[name.toLowerCase()] ?? name;
  return message.replace(/\{(\w+)\}/g, (_, value) => values[value]);
};
