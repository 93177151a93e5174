"""The program `engrave` as its users meet it: it lies next to the bench that RUNGS_BENCH names."""

import hashlib
import re
import subprocess
from pathlib import Path

import command_line
import pytest

MIB = 1 << 20
LEAF = 4096
ENTRY = 32  # bytes of a record for each block


def program():
    path = Path(command_line.program()).parent / "engrave"
    if not path.is_file():
        pytest.skip(f"no {path.name} next to bench: it is not built, or the build has no OpenSSL")
    return str(path)


def call(cwd, *words, timeout=60, **more):
    return subprocess.run([program(), *map(str, words)], cwd=cwd, timeout=timeout, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False, **more)


def facts(result):
    """{name: text} of what it prints."""
    assert result.returncode == 0, result.stderr
    return dict(line.split(maxsplit=1) for line in result.stdout.splitlines())


def made(cwd, *words, **more):
    return facts(call(cwd, *words, **more))


def refused(result, code, *texts):
    assert (result.returncode, result.stdout) == (code, ""), result.stderr
    assert re.fullmatch("engrave: .*\n", result.stderr)
    for text in texts:
        assert text in result.stderr, result.stderr
    return result.stderr


def digest(data):
    """The image's digest by its definition."""
    def sha(some):
        return hashlib.sha256(some).digest()
    blocks = [data[at:at + MIB] for at in range(0, len(data), MIB)]
    leaves = [b"".join(sha(block[at:at + LEAF]) for at in range(0, len(block), LEAF)) for block in blocks]
    return sha(b"".join(map(sha, leaves))).hex()


def recorded(output, band="1-of-1"):
    """How many blocks a band's record has."""
    return len(Path(f"{output}.band-{band}.digests").read_bytes().partition(b"\n")[2]) // ENTRY
