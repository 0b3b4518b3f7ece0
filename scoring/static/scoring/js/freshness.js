// A phone that is looked at again shows the table as it is now.

const look = () => {
  const table = document.querySelector("#table[data-board]");
  // Never from under somebody's finger.
  if (document.hidden || !table || table.querySelector("input:checked")) return;
  const seen = document.querySelector("[data-version]").dataset.version;
  htmx.ajax("GET", `${table.dataset.board}?seen=${seen}`, { target: "#table", swap: "outerHTML" });
};

document.addEventListener("visibilitychange", look);
addEventListener("online", look);
addEventListener("pageshow", ({ persisted }) => persisted && look());
