// Has pages kept for times without a network, and this one again when it shows something new.

const { serviceWorker, storage } = navigator;
const version = () => document.querySelector("[data-version]")?.dataset.version;
const tell = async (what) => (await serviceWorker.ready).active.postMessage([what, location.pathname]);
let kept = version();

if (serviceWorker) {
  addEventListener("load", () => {
    serviceWorker.register("/sw.js", { type: "module" }).catch(() => {});
    tell("keep");
  });
  setInterval(() => {
    if (kept === version()) return;
    kept = version();
    tell("renew");
    // Once: there are browsers that ask a person.
    sessionStorage.persist ??= storage.persist();
  }, 2000);
}
