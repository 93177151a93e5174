"""The first paragraph of a README as HTML that can do nothing: code, strong and emphasis stay, of a link its words."""

from markdown_it import MarkdownIt
from markupsafe import Markup

_PARSER = MarkdownIt("commonmark").enable("table").disable(["entity", "autolink", "html_inline"])
_KEPT = ("text", "code_inline", "softbreak", "em_open", "em_close", "strong_open", "strong_close")


def first_paragraph(text: str) -> Markup:
    """The first paragraph that is more than a picture; empty where there is none."""
    tokens = _PARSER.parse(text)
    for opening, inline in zip(tokens, tokens[1:]):
        parts = inline.children or []
        if opening.type == "paragraph_open" and opening.level == 0 and parts and parts[0].type != "image":
            kept = [token for token in parts if token.type in _KEPT]
            return Markup(_PARSER.renderer.render(kept, _PARSER.options, {}))
    return Markup("")
