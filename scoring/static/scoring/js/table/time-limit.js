// Shows the time until which a game with a time limit goes on. After that time it shows the form that ends the game.

// The time of day with the hours 0 to 23, as the server writes it in every language.
const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

// Whether the totals on the screen are a tie, and this game goes on after a tie.
const isTie = (limit) => {
  const { A, B } = JSON.parse(document.getElementById("score").dataset.standing).totals;
  return "playsOn" in limit.dataset && A === B;
};

const update = () => {
  const limit = document.querySelector(".time-limit");
  if (!limit) return;
  const until = new Date(limit.dataset.until);
  limit.querySelector("time").textContent = clock.format(until);
  const isOver = Date.now() >= until;
  const playsOn = isTie(limit);
  limit.querySelector("form").hidden = !isOver || playsOn;
  limit.querySelector(".tie").hidden = !isOver || !playsOn;
};

document.addEventListener("htmx:after:swap", update);
document.addEventListener("visibilitychange", update);
setInterval(update, 5000);
update();

document.addEventListener("submit", ({ target: form }) => {
  // The form says which round was the last one, and rounds may have been recorded since it was put on the page.
  if (form.matches(".time-limit form")) form.elements.namedItem("after").value = document.getElementById("after").value;
});
