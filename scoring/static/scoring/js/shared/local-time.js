// Shows times by the clock of the phone that reads them, in the format that the server wrote them in;
// of what happened today, the time alone, which is at the end of every format.

// With the day, because a month has another short form beside one: "Sept." and "Mai" in German.
const days = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "short" });
const month = (date) => days.formatToParts(date).find(({ type }) => type === "month").value;
const twoDigits = (number) => String(number).padStart(2, "0");

// What the letters of Django's formats stand for, as far as tichu_score/formats uses them.
const letters = {
  j: (date) => date.getDate(),
  M: month,
  N: month,
  Y: (date) => date.getFullYear(),
  H: (date) => twoDigits(date.getHours()),
  i: (date) => twoDigits(date.getMinutes()),
};

const today = new Date().toDateString();
for (const time of document.querySelectorAll("time[data-format]")) {
  const date = new Date(time.dateTime);
  const format = date.toDateString() === today ? "H:i" : time.dataset.format;
  time.textContent = format.replace(/[a-z]/gi, (letter) => letters[letter](date));
}
