// The messages of the page, in its language.

const messages = () => document.getElementById("messages")?.dataset ?? {};

// Which of its forms a message has for a number: by the rule of the language, as the form of each number up to 199.
// After these the last hundred repeat, and what is the last form for all of the rest is there once.
const formFor = (number) => {
  const rule = messages().plurals ?? "0";
  return rule[number < 200 ? number : 100 + (number % 100)] ?? rule.at(-1);
};

// A message about so many.
export const sayCount = (name, n) => say(`${name}-${formFor(n)}`, { n });

// A message with names and numbers put in.
export const say = (name, values = {}) => {
  const message = messages()[name] ?? messages()[name.toLowerCase()] ?? name;
  return message.replace(/\{(\w+)\}/g, (_, value) => values[value]);
};
