"""Scripts that find layout errors on a page."""

from playwright.sync_api import Page

NARROWEST = 320  # CSS pixels

# Whether all stylesheets are loaded, including those that an answer has added to the page.
IS_STYLED = """() => document.readyState !== "loading"
  && [...document.querySelectorAll("link[rel=stylesheet]")].every(each => each.sheet)"""


def wait_until_styled(page: Page) -> None:
    """Wait until all stylesheets are loaded. If they are loaded already, this does not wait for
    a frame."""
    if not page.evaluate(IS_STYLED):
        page.wait_for_function(IS_STYLED)


HAS_SIZE = """([width, height]) =>
  matchMedia(`(width: ${width}px) and (height: ${height}px)`).matches"""


def resize(page: Page, width: int, height: int) -> None:
    """Resize the window, and wait until the page, or the one that it is being left for, has
    this size: on a busy machine the browser answers before. A blank page does not ask for the
    width of the window, and never has it."""
    page.set_viewport_size({"width": width, "height": height})
    if page.url != "about:blank":
        page.wait_for_function(HAS_SIZE, arg=[width, height])


# Whether text is for screen readers only.
UNSEEN = """const unseen = each =>
    each && (getComputedStyle(each).clipPath === "inset(50%)" || unseen(each.parentElement));"""

# Elements that extend beyond the window, and texts that overflow their box. Elements inside of
# `scrolling`, a selector, are ignored, because they scroll in their own box.
STICKING_OUT = f"""([width, scrolling]) => {{
  {UNSEEN}
  const texts = "a, button, label, b, small, td, th, h1, h2, p";
  const spills = each => {{
    const {{ display, overflowX }} = getComputedStyle(each);
    return display !== "inline" && overflowX === "visible"
      && each.scrollWidth > each.clientWidth + 1;
  }};
  return [...document.body.querySelectorAll("*")]
    .filter(each => each.checkVisibility() && !unseen(each) && !each.closest("svg, option"))
    .filter(each => !each.parentElement.closest(scrolling))
    .filter(each => each.getBoundingClientRect().right > width + 0.5
      || each.matches(texts) && spills(each))
    .map(each => each.outerHTML.slice(0, 120));
}}"""

# Texts that cover each other. Letters fill the middle half of the height of a line. Elements
# that are fixed to the window cover the page on purpose, so they are ignored. If a text is
# clipped, only its visible part counts.
OVERLAPPING = f"""() => {{
  {UNSEEN}
  const drawn = ({{ left, right, top, bottom }}, holder) => {{
    for (let each = holder; each; each = each.parentElement) {{
      if (getComputedStyle(each).overflowY === "visible") continue;
      const box = each.getBoundingClientRect();
      left = Math.max(left, box.left), right = Math.min(right, box.right);
      top = Math.max(top, box.top), bottom = Math.min(bottom, box.bottom);
    }}
    return {{ left, right, top, bottom }};
  }};
  const fixed = each => each
    && (getComputedStyle(each).position === "fixed" || fixed(each.parentElement));
  const boxes = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {{
    const {{ currentNode: node }} = texts, {{ parentElement: holder }} = node;
    if (!node.data.trim() || !holder.checkVisibility() || fixed(holder)) continue;
    if (unseen(holder) || holder.closest("svg, option, template")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const {{ left, right, top, bottom }} of range.getClientRects()) {{
      const quarter = (bottom - top) / 4;
      if (right - left <= 1) continue;
      const letters = {{ left, right, top: top + quarter, bottom: bottom - quarter }};
      boxes.push({{ node, ...drawn(letters, holder) }});
    }}
  }}
  const meet = (one, other) => one.node !== other.node
    && Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const text = ({{ node }}) => node.data.trim();
  const found = new Set();
  for (const [place, one] of boxes.entries())
    for (const other of boxes.slice(place + 1))
      if (meet(one, other)) found.add(`${{text(one)}} | ${{text(other)}}`);
  return [...found];
}}"""

# Text that is clipped by the box around it.
CUT = f"""() => {{
  {UNSEEN}
  return [...document.body.querySelectorAll("*")]
    .filter(each => each.checkVisibility() && !unseen(each))
    .filter(each => !each.closest("svg, option, select, input, textarea"))
    .filter(each => {{
      const {{ overflowX, overflowY }} = getComputedStyle(each);
      return overflowY !== "visible" && each.scrollHeight > 1.3 * each.clientHeight
        || overflowX === "hidden" && each.scrollWidth > each.clientWidth + 1;
    }})
    .map(each => each.outerHTML.slice(0, 120));
}}"""

# Text that is smaller than 16 pixels. Charts are ignored, because they are scaled as a whole.
# Text that is hidden from screen readers is ignored, because the same is said beside it.
SMALL = f"""() => {{
  {UNSEEN}
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {{
    const {{ data, parentElement: holder }} = texts.currentNode;
    if (!data.trim() || !holder.checkVisibility() || unseen(holder)) continue;
    if (holder.closest("svg, option, template, [aria-hidden=true]")) continue;
    const size = parseFloat(getComputedStyle(holder).fontSize);
    if (size < 15.99) found.add(`${{size}}: ${{holder.outerHTML.slice(0, 120)}}`);
  }}
  return [...found];
}}"""
