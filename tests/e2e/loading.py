"""Finds out which files a page has loaded, and which ones it needs without a network."""

from playwright.sync_api import Page

# The address of the first file that has come whose address has this in it.
FILE_WITH = """part => performance.getEntriesByType("resource")
  .map(({ name }) => name).find(name => name.includes(part))"""

# Once scripts and messages have come, the page opens the store of what is unsent. Playwright's
# `wait_for_function` takes a promise for an answer: it does not ask again.
UNTIL_STORE_IS_OPEN = """async () => {
  const isOpen = async () =>
    (await indexedDB.databases()).some(({ name }) => name === "tichu-score");
  while (!await isOpen()) await new Promise(done => setTimeout(done, 20));
  return true;
}"""

# A style that is still on its way when the network goes does not come.
MAIN_IS_STYLED = """() => !navigator.onLine
  || [...document.querySelectorAll("main link")].every(link => link.sheet)"""

# The messages about unsent changes come with the stylesheets of what they hold.
MESSAGES_ARE_STYLED = """() => {
  const links = [...document.querySelectorAll("link[rel=stylesheet]")];
  return links.some(({ href }) => href.includes("amend")) && links.every(({ sheet }) => sheet);
}"""

# Once the queue has been read, its link says how much there is, none included.
HAS_QUEUE = "() => document.getElementById('unsent-count').textContent"


def load_offline_scripts(page: Page) -> None:
    """Load the scripts that a page needs without a network, as its first touch does."""
    page.evaluate("dispatchEvent(new Event('pointerdown'))")
    module = page.wait_for_function(FILE_WITH, arg="/js/offline/table.").json_value()
    page.evaluate("module => import(module).then(() => {})", module)  # with all it imports
    page.wait_for_function(UNTIL_STORE_IS_OPEN)
