"""What the page shows of a variant's source file: its idea (the comment at its top) and its lines. Names come from a
CSV, and never lead out of the folder of the cases."""

import re
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import CppLexer


@dataclass(frozen=True)
class Source:
    """One file."""

    path: str     # 'cases/stitch/gpu/modulo.cu'
    lines: list   # of the text, as plain text

    @property
    def code(self) -> int:
        """Number of the first line behind the comment at the top."""
        return next((number for number, line in enumerate(self.lines) if not line.startswith("//")), len(self.lines))

    @property
    def idea(self) -> list[str]:
        """The paragraphs of the comment at the top, without the slashes."""
        words = (line.lstrip("/").strip() for line in self.lines[:self.code])
        return [" ".join(lines) for there, lines in groupby(words, bool) if there]

    @cached_property
    def html(self) -> list[str]:
        """The lines as HTML, all escaped; comments, keywords and literals in elements of pygments' classes c*, k*, m*
        and s*."""
        made = highlight("\n".join(self.lines), CppLexer(stripnl=False), HtmlFormatter(nowrap=True))
        return re.sub(r'<span class="(?![ckms])\w+">(.*?)</span>', r"\1", made).split("\n")[:-1]


@cache
def source_of(case: str, variant: str, cases: Path) -> Source | None:
    """The source of a variant, or None where no file below `cases` has its name. A name from a CSV never leads out."""
    root = cases.resolve()
    for suffix in (".cu", ".cpp"):
        path = root / case / f"{variant}{suffix}"
        try:
            if path.is_file() and path.resolve().is_relative_to(root):
                text = path.read_text(encoding="utf-8", errors="replace")
                return Source(f"{cases.name}/{case}/{variant}{suffix}", text.splitlines())
        except OSError:  # a name may be too long for a file
            continue
    return None
