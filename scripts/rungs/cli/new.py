"""`rungs new`. The standard library alone."""

import argparse
import ast
import re
from itertools import dropwhile
from pathlib import Path

from rungs.data import checkout
from rungs.data.errors import BadUsage, nearest, put
from rungs.data.files import write_whole

DESCRIPTION = "Writes a file to start a variant from: a copy of the first rung of the case's ladder, correct as it is."
SUFFIXES = {"host": ".cpp", "gpu": ".cu"}  # of other places: .py
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
_IMPROVES = re.compile(r'\bimproves *= *"([^"]*)"')
_TEXTS = r'\{?(?:\s*"(?:[^"\\]|\\.)*",?)+\}?,?|[\w:]+,'
_SAID = re.compile(rf"\s*\.(?:improves|technique|step|no_technique|idea)\s*=\s*(?:{_TEXTS})")
_BEGIN = re.compile(r"(const rungs::Variant<[^;]*?\{\{)|@rungs\.variant\(")  # of a variant in C++ or Python
_COMMENT = "So far a copy of {improves}: say here what it does differently, and why that should be faster."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="CASE/PLACE/NAME", help="of the new variant: stitch/gpu/mine; a place is a "
                        "folder of the case: host, gpu, or one of kernels in Python")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write (default: where its name says, "
                        "below the cases/ of the project around the current folder; without one, NAME here)")


def run(options: argparse.Namespace) -> int:
    if not (cases := checkout.find(checkout.CASES)):
        raise BadUsage("there are no cases here; expected a project with a folder cases/ as the current folder")
    if len(parts := options.name.split("/")) != 3 or not all(map(_NAME.fullmatch, parts)):
        raise BadUsage(f"{options.name!r} is no name; expected CASE/PLACE/NAME, such as stitch/gpu/mine")
    case, place, name = parts
    files = {path: text for path in sorted(cases.glob("*/*/*")) if path.suffix == SUFFIXES.get(path.parent.name, ".py")
             and path.parent.name != "peer" and _BEGIN.search(text := path.read_text(encoding="utf-8"))}
    if case not in (known := sorted({path.parts[-3] for path in files})):
        raise BadUsage(f"there is no case {case!r}; nearest is {nearest(case, known or [''])}")
    if place not in (places := sorted({path.parts[-2] for path in files if path.parts[-3] == case})):
        raise BadUsage(f"case {case} has no variant in {place} to start from; expected {' or '.join(places)}")
    start = first_rung({path: text for path, text in files.items() if path.parts[-3:-1] == (case, place)})
    home = cases / case / place if Path.cwd().is_relative_to(cases.parent) else Path()
    out = options.out or home / f"{name}{start.suffix}"
    if out.suffix != start.suffix or out.exists():
        raise BadUsage(f"{out}: expected a file that is not there yet, whose name ends in {start.suffix}")
    below = f"{place}/{start.stem}"
    said = {"improves": below, "no_technique": "a copy so far", "idea": f"a copy of {below} so far"}
    write_whole(out, (_python if start.suffix == ".py" else _cpp)(files[start], options.name, said))
    put(f"{out}: a copy of {case}/{below}\n")
    return 0


def first_rung(files: dict[Path, str]) -> Path:
    """Of a place's files and their texts the one that improves none of them; of several, that which most improve."""
    improves = {path: said[1] if (said := _IMPROVES.search(text)) else "" for path, text in files.items()}
    named = {f"{path.parent.name}/{path.stem}" for path in files}
    return max((path for path in files if improves[path] not in named),
               key=lambda path: list(improves.values()).count(f"{path.parent.name}/{path.stem}"))


def _cpp(text: str, _: str, said: dict[str, str]) -> str:
    code = "".join(dropwhile(lambda line: line.startswith("//"), text.splitlines(keepends=True)))
    start, begin, end = _BEGIN.split(code, maxsplit=1)
    lines = "".join(f'\n    .{name} = "{words}",' for name, words in said.items())
    return f"// {_COMMENT.format(**said)}\n{start}{begin}{lines}{_SAID.sub('', end)}"


def _python(text: str, name: str, said: dict[str, str]) -> str:
    tree, lines = ast.parse(text), text.splitlines()
    call = next(node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func)
                == "rungs.variant")
    kept = {one.arg: ast.unparse(one.value) for one in call.keywords if one.arg not in (*said, "technique", "step")}
    words = [f'"{name}"', *(f"{key}={value}" for key, value in kept.items()),
             *(f'{key}="{value}"' for key, value in said.items())]
    lines[call.lineno - 1:call.end_lineno] = [f"@rungs.variant({f',{chr(10)}               '.join(words)})"]
    rest = lines[tree.body[1 if ast.get_docstring(tree) else 0].lineno - 1:]
    return "\n".join([f'"""{_COMMENT.format(**said)}"""', "", *rest]) + "\n"
