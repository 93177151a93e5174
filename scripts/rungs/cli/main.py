"""The command `rungs`. Packages beyond the standard library are imported only by the subcommand that needs them."""

import argparse
import importlib
import re
import sys
import textwrap
import warnings
from functools import partial
from typing import NoReturn

from rungs import __version__
from rungs.data.errors import BadUsage, BrokenRows, UserError, complain, drop, is_it, one_line, prepare, put

# In the order of `rungs --help`.
GROUPS = {
    "run": {
        "new": "write a file to start a variant from",
        "try": "one kernel's file: is it right, and is it faster?",
        "why": "take less of one resource at a time from a kernel: what does that cost?",
        "bench": "run bench with variants that are written in Python",
        "serve": "let programs that search for kernels try them (Model Context Protocol)",
        "measure": "measure everything on this machine into one folder",
        "fleet": "put parts of one run into one folder"},
    "read results": {
        "techniques": "which optimisation is worth what, when it stops paying, and against which limit",
        "report": "write one HTML page on one or more runs",
        "plot": "draw ladders and sweeps of a rows.csv",
        "compare": "compare two runs: faster, slower, same or cannot tell"},
    "check": {
        "static": "registers, spills, occupancy and instructions of compiled kernels",
        "ncu": "profile every GPU variant with Nsight Compute",
        "check": "compare bench's clock with Nsight Compute's, NVBench's and Triton's"},
    "for maintainers of a tree with documents and tables": {
        "claims": "compare the documents' claims with measured rows",
        "tables": "fill the generated tables of Markdown files, or check them"}}
COMMANDS = {name: what for group in GROUPS.values() for name, what in group.items()}
# The parts of a command, each a module of cli/parts.
PARTS = {"fleet": {"join": "put one run that several machines measured, each some parts, into one folder"},
         "check": {"clocks": "time kernels with NVBench and with Triton's do_bench",
                   "ncu": "compare event times with Nsight Compute's"}}
COLUMNS = 100  # at most, of a text of help without lists and tables
ROWS = "Works on the rows that `bench --out rows.csv` writes."


class Parser(argparse.ArgumentParser):
    """One that refuses with one line, as everything else does."""

    def error(self, message: str) -> NoReturn:
        """Raises BadUsage; of an option that there is none of, it names the nearest."""
        unknown = message.partition("unrecognized arguments: ")[2].partition("=")[0].partition(" ")[0]
        nearest = is_it(unknown, self._option_string_actions) if unknown.startswith("--") else ""
        raise BadUsage(f"{message}{nearest}; see {self.prog} --help")


def overview(program: str, what: str, groups: dict[str, dict[str, str]]) -> str:
    """The text of `rungs --help`, or of a command with parts."""
    width = max(len(name) for listed in groups.values() for name in listed)
    lines = []
    for title, listed in groups.items():
        lines += ["", f"{title}:", *(textwrap.fill(f"  {name:<{width}}  {text}", COLUMNS,
                                                   subsequent_indent=" " * (width + 4))
                                     for name, text in listed.items())]
    return "\n".join([f"usage: {program} COMMAND ...", "", what, *lines, "",
                      f"`{program} COMMAND --help` describes each. `rungs --version` prints the version.",
                      _exit_codes({1: "the command found something wrong"}, "")])


def main(arguments: list[str] | None = None) -> int:
    """Runs a command line and returns its exit code."""
    name, *rest = (sys.argv[1:] if arguments is None else list(arguments)) or ["--help"]
    prepare()
    code, why = 2, ""
    broken: dict[str, None] = {}  # each line once
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", BrokenRows)
            show, warnings.showwarning = warnings.showwarning, lambda message, category, *more: (
                broken.update({str(message): None}) if category is BrokenRows else show(message, category, *more))
            code = _run(name, rest)
    except BrokenPipeError:
        drop()
        return 0
    except SystemExit as end:  # of --help
        code = int(end.code or 0)
    except ImportError as error:
        package = (error.name or "rungs").partition(".")[0]
        if package == "rungs":
            raise
        missing = "is missing" if isinstance(error, ModuleNotFoundError) else f"is broken ({one_line(error, 120)})"
        why = (f"the Python package {package} {missing}; run scripts/install_dependencies.sh in a checkout, or install "
               "the wheel with its dependencies")
    except UserError as error:
        why = str(error)
    except OSError as error:
        why = f"{error.filename}: {error.strerror}" if error.filename is not None else str(error)
    except RuntimeError as error:
        if "Symlink loop" not in str(error):
            raise
        why = str(error)
    try:
        put("")
    except BadUsage as error:
        code, why = 2, why or str(error)
    for line in [why] if why else broken:
        complain(name, line)
    return code


def _run(name: str, words: list[str]) -> int:
    if name in ("-h", "--help", "--version"):
        print(f"rungs {__version__}" if name == "--version" else overview("rungs", ROWS, GROUPS))
        return 0
    if name not in COMMANDS:
        complain("", f"no command {name!r}; expected {', '.join(COMMANDS)}{is_it(name, COMMANDS)}")
        return 2
    module, program = name, f"rungs {name}"
    if parts := PARTS.get(name, {}):
        part, *words = words or [""]
        if part in ("-h", "--help"):
            print(overview(program, f"To {COMMANDS[name]}.", {"commands": parts}))
            return 0
        if part not in parts:
            why = f"no part {part!r}" if part else "no part given"
            raise BadUsage(f"{why}; expected {' or '.join(parts)}{is_it(part, parts)}, see {program} --help")
        module, program = f"parts.{name}_{part}", f"{program} {part}"
    command = importlib.import_module(f"rungs.cli.{module}")
    codes = _exit_codes(getattr(command, "EXIT_CODES", {}), getattr(command, "INTERRUPTED", ""))
    parser = Parser(prog=program, description=narrow(command.DESCRIPTION), allow_abbrev=False,
                    epilog=narrow(f"{getattr(command, 'EPILOG', '')}\n\n{codes}".strip()),
                    formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=COLUMNS))
    command.add_arguments(parser)
    if getattr(command, "PASSES_ON", False):
        own = words[:words.index("--")] if "--" in words else words
        options, others = parser.parse_known_args(own)
        options.words = others + words[len(own):]
    else:
        options = parser.parse_args(words)
    try:
        return command.run(options)
    except KeyboardInterrupt:
        complain(name, f"ended by Ctrl-C{getattr(command, 'INTERRUPTED', '')}")
        return 130


def _exit_codes(own: dict[int, str], interrupted: str) -> str:
    """What each exit code says; `own` of a command, in place of what is said of all."""
    codes = {0: "success", 2: "bad usage or bad input", 130: f"ended by Ctrl-C{interrupted}", **own}
    return textwrap.fill(f"Exit codes: {', '.join(f'{code} {codes[code]}' for code in sorted(codes))}.", COLUMNS)


def narrow(text: str) -> str:
    """A text of help in lines of COLUMNS at most; what has lists or tables stays as it is."""
    as_it_is = re.compile(r"^[ -]|\w {2,}\w", re.MULTILINE)
    return "\n\n".join(part if as_it_is.search(part) or max(map(len, part.split("\n"))) <= COLUMNS
                       else textwrap.fill(part, COLUMNS, break_on_hyphens=False) for part in text.split("\n\n"))
