"""The GPUs of this host."""

import os
import re
import subprocess


def visible() -> list[str]:
    """The GPUs that a program started here would see."""
    given = os.environ.get("CUDA_VISIBLE_DEVICES")
    if given is not None:
        return [name for name in given.split(",") if name]
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, errors="replace", check=False).stdout
    except OSError:
        return []
    return re.findall(r"^GPU (\d+):", listed, re.MULTILINE)
