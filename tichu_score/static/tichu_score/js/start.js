// The first script of every page. It runs before the page is drawn, applies the settings of this device, and registers
// the service worker. Both are in one file, because most bytes of a file of this size are headers.

{
  // The settings are words of one attribute of the page, which styles and scripts read.
  const root = document.documentElement;
  const applySettings = () => {
    try {
      root.dataset.device = localStorage.device ?? "";
    } catch {
      // Without localStorage, the page of the settings sets the attribute for itself.
    }
  };
  applySettings();
  // Again when the browser goes back to a page, perhaps from the page of the settings.
  addEventListener("pageshow", () => {
    applySettings();
    if (document.querySelector("[data-device~=caller] #table")) import("../../scoring/js/table/caller.js").catch(() => {});
  });
}

// Lets the service worker cache pages, and cache this page again when it shows a newer version of its game.
{
  const { serviceWorker, storage } = navigator;
  const version = () => document.querySelector("[data-version]")?.dataset.version;
  const tell = async (what) => (await serviceWorker.ready).active.postMessage([what, location.pathname]);
  let cachedVersion;

  if (serviceWorker) {
    addEventListener("DOMContentLoaded", () => {
      cachedVersion = version();
    });
    addEventListener("load", () => {
      const { href } = document.querySelector("[rel=manifest]");
      serviceWorker.register(new URL("sw.js", href), { type: "module" }).catch(() => {});
      tell("keep");
      setInterval(() => {
        if (cachedVersion === version()) return;
        cachedVersion = version();
        tell("renew");
        // Only once in a tab, because some browsers ask the person. WebKitGTK has no `storage`.
        sessionStorage.persist ??= storage?.persist();
      }, 2000);
    });
  }
}
