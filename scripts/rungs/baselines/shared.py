"""What peers of several libraries share: the cases' own facts, and the shapes of their inputs."""

from typing import Any

import numpy as np

FILL_VALUE = 0x5A5A5A5A  # cases/fill/case.hpp
BORDER_TOO = "filters the border too, which is not compared"


def pattern(p: Any, inputs: Any) -> Any:
    """Stitch's repeating pattern, a square of floats."""
    side = int(p.params["repeater"])
    return inputs["repeater"].view(np.float32).reshape(side, side)


def whole_patterns(p: Any) -> Any:
    """How many patterns, down and across, cover a problem of stitch."""
    side = int(p.params["repeater"])
    return -(-p.height // side), -(-p.width // side)


def no_white_pixel(p: Any) -> Any:
    """Why a distance transform cannot do a problem: '' where it can."""
    return "has no nearest pixel to find in an empty mask" if p.params["mask"] == "empty" else ""
