// A phone that is looked at again shows the table as it is now.

// Where to ask what changed since the table on screen; nowhere while a round is tapped in, or what
// was tapped is not told yet.
const address = () => {
  const table = document.querySelector("#table[data-board]");
  if (!table || table.querySelector(".place input:checked, [data-untold]")) return null;
  return `${table.dataset.board}?seen=${table.querySelector("[data-version]").dataset.version}`;
};

const look = () => {
  const path = document.hidden ? null : address();
  if (path) htmx.ajax("GET", path, { target: "#table", swap: "outerHTML" });
};

// An answer that comes late must not tear ticked boxes, nor replace what is newer.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { path } = event.detail.requestConfig;
  if (path.includes("/board/?") && path !== address()) event.preventDefault();
});

document.addEventListener("visibilitychange", look);
addEventListener("online", look);
addEventListener("pageshow", ({ persisted }) => {
  // What a browser goes back to, or opens again, may be older than what it last showed.
  const [arrival] = performance.getEntriesByType("navigation");
  if (persisted || arrival.type !== "navigate") look();
});
