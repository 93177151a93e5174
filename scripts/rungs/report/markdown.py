"""The first paragraph of a README as HTML that can do nothing: code, strong and emphasis stay, of a link its words."""

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

_PARSER = MarkdownIt("commonmark").enable("table").disable(["entity", "autolink"])
_MARKS = {f"{name}_{end}": Markup(f"<{slash}{name}>") for name in ("em", "strong")
          for end, slash in (("open", ""), ("close", "/"))}


def first_paragraph(text: str) -> Markup:
    """The first paragraph that is more than a picture; empty where there is none."""
    tokens = _PARSER.parse(text)
    for opening, inline in zip(tokens, tokens[1:]):
        parts = inline.children or []
        if opening.type == "paragraph_open" and opening.level == 0 and parts and parts[0].type != "image":
            return Markup("").join(map(_html, parts))
    return Markup("")


def _html(token: Token) -> Markup:
    if token.type == "code_inline":
        return Markup("<code>{}</code>").format(token.content)
    return _MARKS.get(token.type) or (Markup(" ") if token.type == "softbreak" else escape(token.content))
