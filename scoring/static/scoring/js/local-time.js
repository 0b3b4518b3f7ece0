// Shows times by the clock of the phone that reads them.

const formats = {
  day: new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
  time: new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" }),
};

const thisYear = new Date().getFullYear();

for (const time of document.querySelectorAll("time[data-local]")) {
  const moment = new Date(time.dateTime);
  const year = moment.getFullYear() === thisYear ? "" : ` ${moment.getFullYear()}`;
  time.textContent = formats[time.dataset.local].format(moment) + year;
}
