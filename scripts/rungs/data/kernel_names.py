"""Short names of kernels: 'tree<0>' of 'void (anonymous namespace)::tree<(reduce::Op)0>(unsigned int*, ...)'."""

import itertools
import re

LONG = 30  # letters of a template argument; CUB's policies have hundreds

_NAMESPACES = re.compile(r"\b\w+::")
_INNERMOST = re.compile(r"<[^<>]*>")
_CAST = re.compile(r"\(\w+\)(?=-?\d)")  # of '(reduce::Op)0', once its namespace is gone


def _pieces(text: str) -> list[str]:
    """Cuts text at the commas that stand in no angle bracket."""
    commas = [place for place, letter in enumerate(text) if letter == ","
              and text.count("<", 0, place) == text.count(">", 0, place)]
    return [text[start + 1:end] for start, end in itertools.pairwise([-1, *commas, len(text)])]


def _bare(text: str) -> str:
    """A name or type without namespaces and casts; a long one also without template arguments of its own."""
    text = _CAST.sub("", _NAMESPACES.sub("", text)).replace("> >", ">>").strip()
    while len(text) > LONG and (nested := _INNERMOST.search(text)):
        text = _NAMESPACES.sub("", text.replace(nested[0], ""))
    return text


def parts(demangled: str) -> tuple:
    """The plain name of a function, and its template arguments, all without namespaces."""
    text = demangled.replace("(anonymous namespace)::", "")
    head = text
    for end in (place for place, letter in enumerate(text) if letter == "("):
        head = text[:end]
        if head.count("<") == head.count(">"):  # else the bracket is a cast within the template arguments
            break
    plain, template, arguments = head.partition("<")
    listed = tuple(map(_bare, _pieces(arguments.rpartition(">")[0]))) if template else ()
    return _bare(plain).split(" ")[-1], listed


def shorten(demangled: list[str]) -> list[str]:
    """Short names for the kernels of one file, in their order, no two alike.

    A name that several have gets those template arguments in which they differ; what is still alike a number."""
    split = [parts(name) for name in demangled]
    short = []
    for plain, arguments in split:
        others = [other for name, other in split if name == plain]
        differs = [len({other[place:place + 1] for other in others}) > 1 for place in range(len(arguments))]
        telling = [argument for argument, tells in zip(arguments, differs) if tells]
        short.append(f"{plain}<{', '.join(telling)}>" if telling else plain)
    ranks = sorted(range(len(short)), key=lambda place: demangled[place])
    numbered = list(short)
    for name in {name for name in short if short.count(name) > 1}:
        for number, place in enumerate((place for place in ranks if short[place] == name), 1):
            numbered[place] = f"{name}#{number}"
    return numbered


def whole(demangled: str) -> str:
    """'tree<0>': the plain name with all its template arguments, as tools write them in their own ways."""
    plain, arguments = parts(demangled)
    return f"{plain}<{', '.join(map(_plain_argument, arguments))}>" if arguments else plain


def is_of(short: str, launched: str) -> bool:
    """Whether a name of `shorten` can be that of a kernel whose `whole` name is known: it has all arguments that tell
    the short one from the others of its file."""
    (plain, telling), (name, arguments) = parts(short.partition("#")[0]), parts(launched)
    return plain == name and set(map(_plain_argument, telling)) <= set(arguments)


def _plain_argument(text: str) -> str:
    """'1' of 'true', '1920' of '1920u' and '(unsigned int)1920'."""
    bare = re.sub(r"^\([\w ]+\)(?=-?\d)|(?<=\d)[uUlL]+$", "", text)
    return {"false": "0", "true": "1"}.get(bare, bare)
