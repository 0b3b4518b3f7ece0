// Makes addresses of the site, which may be under a path of its host (`PATH_PREFIX`).

// This path, with a slash at its end. The service worker reads it from its scope, a page from the link to the manifest.
const root = () =>
  globalThis.registration?.scope.replace(location.origin, "") ??
  document.querySelector("[rel=manifest]").getAttribute("href").replace(/manifest\.webmanifest.*/, "");

// The address of this path below the root of the site.
export const address = (path) => root() + path;

export const tableAddress = (game) => address(`t/${game}/`);

// The key of the game in the path of its page; "" for other pages, such as the blank table.
export const gameOf = (path) => path.match(/\/t\/([^/]+)\//)?.[1] ?? "";
