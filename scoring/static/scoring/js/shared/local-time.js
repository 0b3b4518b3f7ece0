// Shows times by the clock of the phone that reads them, in the format that the server wrote them in.

const months = new Intl.DateTimeFormat(document.documentElement.lang, { month: "short" });
const twoDigits = (number) => String(number).padStart(2, "0");

// What the letters of Django's formats stand for, as far as tichu_score/formats uses them.
const letters = {
  j: (date) => date.getDate(),
  M: (date) => months.format(date),
  b: (date) => months.format(date).toLocaleLowerCase(),
  Y: (date) => date.getFullYear(),
  H: (date) => twoDigits(date.getHours()),
  i: (date) => twoDigits(date.getMinutes()),
};

for (const time of document.querySelectorAll("time[data-format]")) {
  const date = new Date(time.dateTime);
  time.textContent = time.dataset.format.replace(/[a-z]/gi, (letter) => letters[letter](date));
}
