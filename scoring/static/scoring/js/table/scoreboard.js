// Table mode: stays awake, keeps the time of the round, and goes on to the next game.

// Where the browser offers no wake lock, or refuses it, the screen goes dark as it always does.
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

// Nobody stands at a television to tap. Who opens an ended game by himself wants to see that one.
const follow = () => {
  const next = document.querySelector("[data-follow]");
  if (next) location.replace(next.href);
};
const [arrival] = performance.getEntriesByType("navigation");
if (arrival.type === "reload") follow();

// Where only the round in progress has changed, nothing is new here.
const shown = () => document.querySelector("[data-version]").dataset.version;
let version = shown();
document.addEventListener("htmx:after:swap", () => {
  tick();
  follow();
  if (version === shown()) return;
  version = shown();
  if (document.documentElement.matches("[data-device~=no-vibration]")) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
});
document.addEventListener("visibilitychange", stayAwake);
setInterval(tick, 1000);
stayAwake();
tick();
