"""Reads the rows that `bench` writes and turns them into plots, tables, comparisons and a page.

The scripts use packages that scripts/install_dependencies.sh puts into .venv, and are to work when called by their
names. So whichever of them is started by a Python without these packages goes on in the one of .venv; where there is
none, what is missing is one line.
"""

import importlib.util
import os
import sys
from pathlib import Path

_SCRIPTS = Path(__file__).resolve().parents[1]
_PACKAGES = ("numpy", "pandas", "scipy", "matplotlib", "jinja2")


def _go_on_in_venv():
    python = _SCRIPTS.parent / ".venv" / "bin" / "python"
    started = Path(sys.argv[0])
    ours = started.suffix == ".py" and started.resolve().parent == _SCRIPTS
    lacking = [name for name in _PACKAGES if importlib.util.find_spec(name) is None]
    if ours and lacking and python.exists() and Path(sys.prefix) != python.parents[1]:
        os.execv(python, [str(python), *sys.argv])


def _say_what_is_missing(kind, error, trace):
    if issubclass(kind, ModuleNotFoundError) and error.name in _PACKAGES:
        print(f"{Path(sys.argv[0]).name}: {error.name} is missing; scripts/install_dependencies.sh installs it",
              file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


_go_on_in_venv()
sys.excepthook = _say_what_is_missing
