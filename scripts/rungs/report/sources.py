"""A variant's source file: where it is, its idea (the comment at its top), its lines with light colouring, and how they
differ from those of the variant that it improves."""

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
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
    lines: list   # of the text, as plain text
    cut: bool

    @property
    def code(self) -> int:
        """Number of the first line behind the comment at the top."""
        return next((number for number, line in enumerate(self.lines) if not line.startswith("//")), 0)

    @property
    def html(self) -> list[str]:
        """The lines, escaped and coloured."""
        return str(coloured("\n".join(self.lines))).split("\n")


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


def difference(old: Source, new: Source) -> list[list[int]]:
    """[[from, to, from, to]]: the ranges of the old and the new lines that take each other's place; outside of them the
    two are equal. The comments at the top are left out: they tell each file's idea."""
    before, after = old.code, new.code
    places = SequenceMatcher(None, old.lines[before:], new.lines[after:], autojunk=False).get_opcodes()
    return [[a + before, b + before, c + after, d + after] for kind, a, b, c, d in places if kind != "equal"]


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

    def sentence(self, commits: Iterable[str], case: str, variant: str) -> str:
        """Whether the source is still the one that was measured at these commits, in words."""
        known = [self.since(commit, case, variant) for commit in commits]
        if any(known):
            return "This file has changed since it was measured; headers that it includes may have, too."
        if known and all(changed is False for changed in known):
            return "This file is as it was measured; headers that it includes may have changed."
        return "Whether this file is as it was measured cannot be told."

    def _ask(self, commit: str) -> set[str] | None:
        command = ["git", "-C", str(self._cases), "diff", "--name-only", "--relative", "-z", commit, "--", "."]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=GIT_SECONDS)
        except (OSError, subprocess.SubprocessError):
            return None
        return set(done.stdout.split("\0"))
