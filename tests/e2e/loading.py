"""Finds the files that a page has loaded, and loads those that it needs without a network."""

from playwright.sync_api import Page

# The address of the first loaded file whose address contains this text.
FILE_WITH = """part => performance.getEntriesByType("resource")
  .map(({ name }) => name).find(name => name.includes(part))"""

# After the scripts and messages are loaded, the page opens the store of unsent changes. The
# loop is needed because Playwright's `wait_for_function` awaits a promise once and does not
# repeat it.
UNTIL_STORE_IS_OPEN = """async () => {
  const isOpen = async () =>
    (await indexedDB.databases()).some(({ name }) => name === "tichu-score");
  while (!await isOpen()) await new Promise(done => setTimeout(done, 20));
  return true;
}"""

# If the network is disconnected while a stylesheet is loading, the stylesheet never arrives.
MAIN_IS_STYLED = """() => !navigator.onLine
  || [...document.querySelectorAll("main link")].every(link => link.sheet)"""

# The messages about unsent changes are loaded together with the stylesheets of their content.
MESSAGES_ARE_STYLED = """() => {
  const links = [...document.querySelectorAll("link[rel=stylesheet]")];
  return links.some(({ href }) => href.includes("amend")) && links.every(({ sheet }) => sheet);
}"""

# After the queue has been read, its link shows the number of items, also if it is 0.
HAS_QUEUE = "() => document.getElementById('unsent-count').textContent"


def load_offline_scripts(page: Page) -> None:
    """Load the scripts that a page needs without a network, as its first touch does."""
    page.evaluate("dispatchEvent(new Event('pointerdown'))")
    module = page.wait_for_function(FILE_WITH, arg="/js/offline/table.").json_value()
    # with all modules that it imports
    page.evaluate("module => import(module).then(() => {})", module)
    page.wait_for_function(UNTIL_STORE_IS_OPEN)
