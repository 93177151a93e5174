"""For scripts of an old name: goes on as `rungs COMMAND`, in .venv where it is there."""

import os
import sys
from pathlib import Path


def run(command: str) -> None:
    """Ends the process with the exit code of the command."""
    program = Path(__file__).resolve().parents[3] / ".venv" / "bin" / "rungs"
    if program.exists():
        os.execv(program, [str(program), command, *sys.argv[1:]])
    from rungs.cli.main import main
    sys.exit(main([command, *sys.argv[1:]]))
