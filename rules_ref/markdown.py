"""The Markdown of the reference: no raw HTML, links to rules by id, cards as inline code."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from rules_ref.blocks import Cards, Paragraph, Section, Words
from rules_ref.cards import render_cards
from rules_ref.errors import ContentError


def to_html(text: str, addresses: Mapping[str, str]) -> str:
    """Render Markdown to HTML. `addresses` maps rule ids to URLs. Raises ContentError for a
    link to an unknown rule, or for an unknown card."""
    return str(_parser().render(text, {"addresses": addresses}))


def to_text(text: str) -> tuple[str, ...]:
    """Return the plain text of each paragraph. Cards are left out, and so are the texts of
    links, because they name other rules."""
    lines = [_plain(token.children or []) for token in _parser().parse(text)]
    return tuple(line for line in lines if line)


def to_sections(text: str) -> tuple[Section, ...]:
    """Return the headings, and the text under each: words, cards, and the numbers of list
    items. The text of a link is bold. Text before the first heading is left out."""
    sections: list[Section] = []
    # The next number of each list around a paragraph; 0 for a list without numbers.
    numbers: list[int] = []
    heading = False
    for token in _parser().parse(text):
        if token.type in {"ordered_list_open", "bullet_list_open"}:
            numbers.append(1 if token.type == "ordered_list_open" else 0)
        elif token.type in {"ordered_list_close", "bullet_list_close"}:
            numbers.pop()
        elif token.type in {"heading_open", "heading_close"}:
            heading = token.type == "heading_open"
        elif token.type == "inline" and heading:
            title = "".join(each.content for each in token.children or [])
            sections.append(Section(title, ()))
        elif token.type == "inline" and sections:
            number = numbers[-1] if numbers else 0
            paragraph = Paragraph(tuple(_items(token.children or [])), number)
            sections[-1] = Section(sections[-1].title, (*sections[-1].paragraphs, paragraph))
            if number:
                numbers[-1] += 1
    return tuple(sections)


def _items(tokens: Sequence[Token]) -> Iterator[Words | Cards]:
    """Yield the parts of a line. The text of a link is bold, because it stands out on a page
    too."""
    bold = 0
    for token in tokens:
        if token.type in {"strong_open", "link_open"}:
            bold += 1
        elif token.type in {"strong_close", "link_close"}:
            bold -= 1
        elif token.type == "code_inline":
            yield Cards(tuple(token.content.split()))
        elif token.type in {"text", "softbreak"}:
            yield Words(token.content or " ", bool(bold))


def _plain(tokens: Sequence[Token]) -> str:
    words, linked = "", False
    for token in tokens:
        linked = token.type == "link_open" or (linked and token.type != "link_close")
        if token.type in {"text", "softbreak"} and not linked:
            words += token.content or " "
    return " ".join(words.split())


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer)
    return parser.disable(["image", "html_block", "html_inline"])


class _Renderer(RendererHTML):
    """Each method renders the token type of its name."""

    def code_inline(self, tokens: Sequence[Token], idx: int, *_rest: Any) -> str:
        return render_cards(tokens[idx].content)

    def link_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        addresses: Mapping[str, Any] = env["addresses"]
        target = str(tokens[idx].attrs["href"])
        if not target.startswith("#") or target[1:] not in addresses:
            raise ContentError(f"a link goes to {target!r}, which is no rule")
        tokens[idx].attrs["href"] = addresses[target[1:]]
        return self.renderToken(tokens, idx, options, env)
