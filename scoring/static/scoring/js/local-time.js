// Shows times by the clock of the phone that reads them.

const formats = {
  day: new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "long", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" }),
  time: new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" }),
};

for (const time of document.querySelectorAll("time[data-local]")) {
  time.textContent = formats[time.dataset.local].format(new Date(time.dateTime));
}
