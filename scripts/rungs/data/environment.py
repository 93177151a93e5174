"""What a rows.environment.csv says of the machine that measured."""

from pathlib import Path
from typing import Any

from rungs.data.errors import RowsError
from rungs.data.records import DEVICE, read_table, shown

HEADER = ["backend", "name", "value", DEVICE]


def read(path: Path, device: str = "") -> dict[tuple, tuple]:
    """Returns {(backend, name): (value, line)}, the value as text; {} where there is no such file. Of several GPUs the
    lines of `device` (a UUID) count, or where it is '' those of the first. Of two lines for one name the later counts.
    Raises RowsError."""
    lines = read_table(path, HEADER, optional=True)
    device = device or next((uuid for _, (*_, uuid) in lines if uuid), "")
    return {(backend, name): (value, line) for line, (backend, name, value, uuid) in lines if uuid in ("", device)}


def l2_bytes(path: Path, machine: Any) -> int | None:
    """Bytes of the L2 of a rows.Machine's GPU, or None where the file does not say, or is of another GPU."""
    facts = read(path, machine.uuid)
    text, line = facts.get(("cuda", "l2_bytes"), ("", 0))
    uuid, _ = facts.get(("cuda", "device_uuid"), ("", 0))
    if not text or not machine.uuid or uuid != machine.uuid:
        return None
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 2**63:
        raise RowsError(f"{path}:{line}: l2_bytes is {shown(text)}; expected a number of bytes above 0")
    return int(text)
