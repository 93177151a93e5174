"""`python -m rungs`, and in a checkout where nothing is installed `python3 scripts/rungs`."""

import sys
from pathlib import Path

if not __package__:  # the folder itself was run
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from rungs.cli.main import main  # noqa: E402

sys.exit(main())
