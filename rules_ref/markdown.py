"""Markdown as the reference writes it: no HTML, links to rules by id, cards as code."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from rules_ref.cards import draw
from rules_ref.errors import ContentError


def to_html(text: str, addresses: Mapping[str, str]) -> str:
    """Render a text; `addresses` says where each rule is that a link may name."""
    return str(_parser().render(text, {"addresses": addresses}))


def to_text(text: str) -> tuple[str, ...]:
    """What a text says in plain words, paragraph by paragraph: no cards, and no links, which
    name other rules."""
    lines = [_plain(token.children or []) for token in _parser().parse(text)]
    return tuple(line for line in lines if line)


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
    """A method stands for the kind of token that it is named after."""

    def code_inline(self, tokens: Sequence[Token], idx: int, *_rest: Any) -> str:
        return draw(tokens[idx].content)

    def link_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        addresses: Mapping[str, Any] = env["addresses"]
        target = str(tokens[idx].attrs["href"])
        if not target.startswith("#") or target[1:] not in addresses:
            raise ContentError(f"a link goes to {target!r}, which is no rule")
        tokens[idx].attrs["href"] = addresses[target[1:]]
        return self.renderToken(tokens, idx, options, env)
