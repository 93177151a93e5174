"""What rows say of the machine: the same words as bench's (harness/output/provenance.cpp, harness/cuda/device.cpp)."""

import ctypes
import platform
import re
from pathlib import Path
from typing import Any

DRIVER_FILE = Path("/proc/driver/nvidia/version")
CPU_FILE = Path("/proc/cpuinfo")
MEMORY_FILE = Path("/proc/meminfo")


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


def cpu_name() -> str:
    found = re.search(r"^model name\s*: (.*)$", _text(CPU_FILE), re.MULTILINE)
    return found[1].strip() if found else "unknown CPU"


def free_bytes() -> Any:
    """Bytes of host memory that can be had; a large number where the system does not say."""
    found = re.search(r"^MemAvailable:\s*(\d+) kB$", _text(MEMORY_FILE), re.MULTILINE)
    return int(found[1]) << 10 if found else 1 << 62


def cuda_version(number: int) -> str:
    """13000 as '13.0'."""
    return f"{number // 1000}.{number % 1000 // 10}"


def driver_cuda() -> Any:
    """The newest CUDA that the driver takes, as 13000 for 13.0; 0 where the driver does not say."""
    number = ctypes.c_int(0)
    try:
        ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(number))
    except (OSError, AttributeError):
        return 0
    return number.value


def driver(cuda_number: int) -> str:
    """'580.65.06 for CUDA 13.0': the driver's own number, which CUDA does not tell, and the newest CUDA it takes."""
    found = re.search(r"\b\d+\.\d+(\.\d+)?\b", _text(DRIVER_FILE))
    return (found[0] + " for " if found else "") + "CUDA " + cuda_version(cuda_number)


def uuid(text: bytes | str) -> str:
    """A GPU's name among all: 'GPU-' and 32 digits in five groups, of 16 bytes or of any text with the digits."""
    digits = text.hex() if isinstance(text, bytes) else re.sub(r"[^0-9a-f]", "", str(text).lower().removeprefix("gpu-"))
    groups = [digits[start:end] for start, end in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32))]
    return "GPU-" + "-".join(groups) if len(digits) == 32 else ""


def versions(title: str, version: str) -> str:
    """For the column `compiler`: 'CuPy 13.6.0, Python 3.12.3'. No compiler of ours made what is timed."""
    return f"{title} {version}, Python {platform.python_version()}"
