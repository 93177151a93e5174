"""A variant's source file: where it is, its idea (the comment at its top), and its text with light colouring."""

import subprocess
from dataclasses import dataclass
from itertools import groupby, takewhile
from pathlib import Path

from markupsafe import Markup, escape
from pygments.lexers import CppLexer
from pygments.token import Comment, Keyword, Literal, Name

from rungs.report.names import is_plain_path

SUFFIXES = (".cu", ".cpp")
LONGEST = 100_000  # characters; what is longer is cut
GIT_SECONDS = 10

# More kinds would colour nearly every word. A token's element is that of the first kind it belongs to; short ones,
# since a page has thousands (page.css gives them their colours).
_KINDS = ((Comment.Preproc, "em"), (Comment, "i"), (Literal.String, "var"), (Literal.Number, "var"),
          (Keyword, "b"), (Name.Builtin, "b"))


@dataclass(frozen=True)
class Source:
    """One file."""

    path: str     # 'cases/stitch/gpu/modulo.cu'
    idea: list    # paragraphs of the comment at its top
    html: Markup  # the text, escaped
    cut: bool


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
    return Source(f"{Path(cases).name}/{case}/{variant}{path.suffix}", idea_of(text), coloured(shown), shown != text)


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
    """C++ as HTML: everything escaped, comments, keywords and literals in elements of their own."""
    parts = []
    for token, word in CppLexer(stripnl=False).get_tokens(text):
        name = next((name for kind, name in _KINDS if token in kind), "")
        parts.append(Markup("<{0}>{1}</{0}>").format(name, word) if name and word.strip() else escape(word))
    return Markup("").join(parts)


class Changes:
    """Whether a file of the cases is still what it was at the commit that was measured, by git."""

    def __init__(self, cases: Path) -> None:
        self._cases = Path(cases).resolve()
        self._changed = {}  # commit -> names of changed files below the cases, or None where git cannot tell

    def since(self, commit: str, case: str, variant: str) -> bool | None:
        """True, False, or None where it cannot be told (no git, an unknown commit, a dirty tree)."""
        path = file_of(case, variant, self._cases)
        if path is None or not commit or not commit.isalnum():
            return None
        if commit not in self._changed:
            self._changed[commit] = self._ask(commit)
        changed = self._changed[commit]
        return None if changed is None else str(path.relative_to(self._cases)) in changed

    def _ask(self, commit: str) -> set[str] | None:
        command = ["git", "-C", str(self._cases), "diff", "--name-only", "--relative", "-z", commit, "--", "."]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=GIT_SECONDS)
        except (OSError, subprocess.SubprocessError):
            return None
        return set(done.stdout.split("\0"))
