"""What the page shows of a case's folder: the first paragraph of its README, and of a variant's source file its idea
(the comment at its top) and its lines with light colouring. Names come from a CSV, and never lead out of the folder."""

import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby, takewhile
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup, escape
from pygments.lexers import CppLexer
from pygments.token import Comment, Keyword, Literal, Name

SUFFIXES = (".cu", ".cpp")
LONGEST = 100_000  # characters; what is longer is cut
GIT_SECONDS = 10

# More kinds would colour nearly every word. A token's element is that of the first kind it belongs to; short ones,
# since a page has thousands (page.css gives them their colours).
_KINDS = ((Comment.Preproc, "em"), (Comment, "i"), (Literal.String, "var"), (Literal.Number, "var"),
          (Keyword, "b"), (Name.Builtin, "b"))

_PLAIN_PATH = re.compile(r"[A-Za-z0-9_][\w.+-]*(/[A-Za-z0-9_][\w.+-]*)*", re.ASCII)
_MARKDOWN = MarkdownIt("commonmark").enable("table").disable(["entity", "autolink", "html_inline"])
_KEPT = ("text", "code_inline", "softbreak", "em_open", "em_close", "strong_open", "strong_close")


def is_plain_path(name: str) -> bool:
    """Whether a case's or variant's name can be a path below a folder: no '..', no root, no odd letters."""
    return bool(_PLAIN_PATH.fullmatch(name))


@cache
def introduction(case: str, cases: Path) -> str:
    """The first paragraph of a case's README as HTML, '' where there is none."""
    path = cases / case / "README.md"
    if not is_plain_path(case) or not path.is_file():
        return ""
    return first_paragraph(path.read_text(encoding="utf-8", errors="replace"))


def first_paragraph(text: str) -> str:
    """The first paragraph of a Markdown text that is more than a picture, as HTML that can do nothing: code, strong and
    emphasis stay, of a link its words. '' where there is none."""
    tokens = _MARKDOWN.parse(text)
    for opening, inline in zip(tokens, tokens[1:]):
        parts = inline.children or []
        if opening.type == "paragraph_open" and opening.level == 0 and parts and parts[0].type != "image":
            kept = [token for token in parts if token.type in _KEPT]
            return _MARKDOWN.renderer.render(kept, _MARKDOWN.options, {})
    return ""


@dataclass(frozen=True)
class Source:
    """One file."""

    path: str     # 'cases/stitch/gpu/modulo.cu'
    idea: list    # paragraphs of the comment at its top
    lines: list   # of the text, as plain text
    cut: bool

    @property
    def code(self) -> int:
        """Number of the first line behind the comment at the top."""
        return next((number for number, line in enumerate(self.lines) if not line.startswith("//")), 0)

    @cached_property
    def html(self) -> list[str]:
        """The lines, escaped and coloured."""
        return str(coloured("\n".join(self.lines))).split("\n")


@cache
def source_of(case: str, variant: str, cases: Path) -> Source | None:
    """The source of a variant, or None where no file below `cases` has its name."""
    path = file_of(case, variant, cases)
    if path is None:
        return None
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    shown = text[:LONGEST]
    return Source(f"{Path(cases).name}/{case}/{variant}{path.suffix}", idea_of(text), shown.splitlines(), shown != text)


def file_of(case: str, variant: str, cases: Path) -> Path | None:
    """The path of a variant's file, or None. A name from a CSV never leads out of the folder."""
    if not is_plain_path(case) or not is_plain_path(variant):
        return None
    root = Path(cases).resolve()
    for suffix in SUFFIXES:
        path = root / case / f"{variant}{suffix}"
        if path.is_file() and path.resolve().is_relative_to(root):
            return path
    return None


def idea_of(text: str) -> list[str]:
    """The comment at the top of a C++ file as a list of paragraphs without the slashes; [] where there is none."""
    comment = takewhile(lambda line: line.startswith("//"), text.splitlines())
    words = (line.lstrip("/").strip() for line in comment)
    return [" ".join(lines) for there, lines in groupby(words, bool) if there]


def coloured(text: str) -> Markup:
    """C++ as HTML: everything escaped, comments, keywords and literals in elements of their own, none over a line's
    end."""
    parts: list[str] = []
    for token, words in CppLexer(stripnl=False, ensurenl=False).get_tokens(text):
        name = next((name for kind, name in _KINDS if token in kind), "")
        lines = [str(escape(word)) for word in words.split("\n")]
        parts.append("\n".join(f"<{name}>{line}</{name}>" if name and line.strip() else line for line in lines))
    return Markup("".join(parts))


def state_of(commits: Iterable[str], case: str, variant: str, cases: Path) -> str:
    """Whether a variant's source is still the one that was measured at these commits, in words."""
    path, root = file_of(case, variant, cases), Path(cases).resolve()
    changed = [changed_since(commit, root) for commit in commits]
    if path and any(str(path.relative_to(root)) in names for names in changed if names):
        return "This file has changed since it was measured; headers that it includes may have, too."
    if path and changed and None not in changed:
        return "This file is as it was measured; headers that it includes may have changed."
    return "Whether this file is as it was measured cannot be told."


@cache
def changed_since(commit: str, cases: Path) -> set[str] | None:
    """The names below `cases` of the files that differ from those of a commit, by git; None where it cannot tell (no
    git, an unknown commit, a dirty tree)."""
    if not commit.isalnum():
        return None
    command = ["git", "-C", str(cases), "diff", "--name-only", "--relative", "-z", commit, "--", "."]
    try:
        done = subprocess.run(command, capture_output=True, errors="replace", check=True, timeout=GIT_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return None
    return set(done.stdout.split("\0"))
