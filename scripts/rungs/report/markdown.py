"""The few marks of Markdown that a README's paragraph has, as HTML that can do nothing: code, strong, emphasis."""

import re

from markupsafe import Markup, escape

_CODE = re.compile(r"(`+)(.+?)\1")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_STRONG = re.compile(r"\*\*(\S(?:.*?\S)?)\*\*")
_EMPHASIS = re.compile(r"(?<![\w*])\*(\S(?:.*?\S)?)\*(?![\w*])")


def first_paragraph(text: str) -> str:
    """The first paragraph of a Markdown text that is no heading, as one line of Markdown; '' where there is none."""
    for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n")):
        lines = [line.strip() for line in block.splitlines() if line.strip() and not line.lstrip().startswith("#")]
        if lines and not lines[0].startswith(("<!--", "|", "```", "![")):
            return " ".join(lines)
    return ""


def inline(text: str) -> Markup:
    """A line of Markdown as HTML. All else than the few marks is escaped; of a link its words stay."""
    parts, end = [], 0
    for found in _CODE.finditer(text):
        parts += [_marks(text[end:found.start()]), Markup("<code>{}</code>").format(found[2].strip())]
        end = found.end()
    return Markup("").join([*parts, _marks(text[end:])])


def _marks(text: str) -> Markup:
    text = str(escape(_LINK.sub(r"\1", text)))
    text = _STRONG.sub(r"<strong>\1</strong>", text)
    return Markup(_EMPHASIS.sub(r"<em>\1</em>", text))
