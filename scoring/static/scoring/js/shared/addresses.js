// Addresses that scripts make themselves: the site may be under a path of its host.

// That path, with a slash at its end: a worker knows it by its scope, and a page by its manifest.
const root = () =>
  globalThis.registration?.scope.replace(location.origin, "") ??
  document.querySelector("[rel=manifest]").getAttribute("href").replace(/manifest\.webmanifest.*/, "");

export const address = (path) => root() + path;

export const tableAddress = (game) => address(`t/${game}/`);

// The key of the game whose page has this path; empty for any other page, as the blank one.
export const gameOf = (path) => path.match(/\/t\/([^/]+)\//)?.[1] ?? "";
