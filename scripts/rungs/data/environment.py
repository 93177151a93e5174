"""What a rows.environment.csv says of the machine that measured."""

from pathlib import Path

from rungs.data.records import DEVICE, read_table

HEADER = ["backend", "name", "value", DEVICE]


def read(path: Path, device: str = "") -> dict[tuple, str]:
    """Returns {(backend, name): value as text}; {} where there is no such file. Of several GPUs the
    lines of `device` (a UUID) count, or where it is '' those of the first. Of two lines for one name the later counts.
    Raises RowsError."""
    lines = read_table(path, HEADER, optional=True)
    device = device or next((uuid for _, (*_, uuid) in lines if uuid), "")
    return {(backend, name): value for _, (backend, name, value, uuid) in lines if uuid in ("", device)}
