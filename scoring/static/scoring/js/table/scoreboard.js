// Table mode, for a television or a phone in the middle of the table: keeps the screen on, shows the time since the
// round began, and switches to the next game.

import { backoff } from "../shared/backoff.js";

// If there is no wake lock, the screen is turned off as usual.
const stayAwake = async () => {
  if (document.hidden || !("wakeLock" in navigator)) return;
  await navigator.wakeLock.request("screen").catch(() => {});
};

const tick = () => {
  for (const clock of document.querySelectorAll(".clock")) {
    const seconds = Math.max(0, Math.floor((Date.now() - new Date(clock.dateTime)) / 1000));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const pair = (number) => String(number).padStart(2, "0");
    clock.textContent = `${hours ? `${hours}:` : ""}${pair(minutes)}:${pair(seconds % 60)}`;
  }
};

// Whether to switch to the next game without a tap. False if a person has just opened a finished game to see it.
const [arrival] = performance.getEntriesByType("navigation");
let follows = arrival.type === "reload";

// Show the next game on this page, because a browser ends full screen when it opens another page.
const show = (page, address) => {
  history.replaceState(null, "", address);
  document.title = page.title;
  for (const link of [".back", ".invitation"]) {
    document.querySelector(link)?.replaceWith(...page.querySelectorAll(link));
  }
  htmx.swap({ target: "#table", text: page.getElementById("table").outerHTML, swap: "outerHTML" });
  dispatchEvent(new Event("game-replaced"));
};

const RETRY_DELAY = 2000; // milliseconds until the first retry
let failures = 0;
let retry = null;
let fetching = false;
const follow = async () => {
  const next = document.querySelector("[data-follow]");
  if (!follows || !next || fetching || document.hidden) return;
  clearTimeout(retry);
  fetching = true;
  try {
    const answer = await fetch(next.href, { signal: AbortSignal.timeout(15000) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("#table.board")) throw new Error("the next game was not answered");
    fetching = false;
    failures = 0;
    if (next.isConnected) show(page, answer.url);
    else follow(); // a board has replaced the link meanwhile, so it is read again
  } catch {
    fetching = false;
    retry = setTimeout(follow, backoff(RETRY_DELAY, failures));
    failures += 1;
  }
};

// The version of the game on the screen. The phone vibrates when it changes, but not for the round in progress.
const shown = () => document.querySelector("[data-version]").dataset.version;
let version = shown();
document.addEventListener("htmx:after:swap", () => {
  tick();
  follows = true;
  follow();
  if (version === shown()) return;
  version = shown();
  if (document.documentElement.matches("[data-device~=no-vibration]")) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
});
document.addEventListener("visibilitychange", () => {
  stayAwake();
  follow();
});
setInterval(tick, 1000);
stayAwake();
tick();
follow();

// Full screen, if the browser supports it
const fullScreen = document.getElementById("full-screen");
fullScreen.hidden = !document.fullscreenEnabled;
fullScreen.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
});
document.addEventListener("fullscreenchange", () => {
  fullScreen.ariaPressed = String(Boolean(document.fullscreenElement));
});
