// What every page begins with, before it is drawn: the settings of this device, and the service worker. One
// file, since of a file so small most bytes are headers.

{
  // The settings are words of one attribute, which styles and scripts ask for.
  const root = document.documentElement;
  const applySettings = () => {
    try {
      root.dataset.device = localStorage.device ?? "";
    } catch {
      // Where nothing can be stored, the page of the settings has set its own.
    }
  };
  applySettings();
  // Also where the browser comes back to a page from that of the settings.
  addEventListener("pageshow", () => {
    applySettings();
    if (root.matches("[data-device~=caller]:has(#table)")) import("../../scoring/js/table/caller.js").catch(() => {});
  });
}

// Has pages kept for times without a network, and this one again when it shows something new.
{
  const { serviceWorker, storage } = navigator;
  const version = () => document.querySelector("[data-version]")?.dataset.version;
  const tell = async (what) => (await serviceWorker.ready).active.postMessage([what, location.pathname]);
  let kept;

  if (serviceWorker) {
    addEventListener("DOMContentLoaded", () => {
      kept = version();
    });
    addEventListener("load", () => {
      const { href } = document.querySelector("[rel=manifest]");
      serviceWorker.register(new URL("sw.js", href), { type: "module" }).catch(() => {});
      tell("keep");
      setInterval(() => {
        if (kept === version()) return;
        kept = version();
        tell("renew");
        // Once: there are browsers that ask a person.
        sessionStorage.persist ??= storage.persist();
      }, 2000);
    });
  }
}
