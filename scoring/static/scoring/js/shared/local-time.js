// Shows the times of a page in the time zone of the phone, in the format of the server. For today it shows only the
// time of day.

// The month is formatted together with a day, because in some languages its short form differs next to a day.
const days = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "short" });
const month = (date) => days.formatToParts(date).find(({ type }) => type === "month").value;
const twoDigits = (number) => String(number).padStart(2, "0");

// The meaning of the letters of Django's date formats that tichu_score/formats uses.
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
