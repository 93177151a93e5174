"""The catalogue of techniques that a variant's step may apply: reference/techniques.csv. The standard library alone.

`scale` says at which of the sizes a step is looked at first: large, small, or bus (the time of copies)."""

from dataclasses import astuple, dataclass
from pathlib import Path

from rungs.data.errors import RowsError
from rungs.data.records import check_id, check_word, read_table

GROUPS = ("less work", "cheaper instructions", "data", "busy GPU", "launches and bus")
SCALES = ("large", "small", "bus")
OWN = Path(__file__).with_name("techniques.csv")
COLUMNS = ["id", "name", "sentence", "group", "scale", "cost", "stops"]


@dataclass(frozen=True)
class Technique:
    """A line of it. `stops` says in words where it stops paying, or begins with 'not measured'."""

    id: str
    name: str
    sentence: str
    group: str
    scale: str
    cost: str
    stops: str


def read(path: Path = OWN) -> list[Technique]:
    """The techniques of a file, or of Rungs' own, in its order. Raises RowsError."""
    found: dict[str, Technique] = {}
    for line, fields in read_table(path, COLUMNS):
        one, where = Technique(*fields), f"{path}:{line}"
        check_id(where, one.id, found, "technique")
        check_word(where, "group", one.group, GROUPS)
        check_word(where, "scale", one.scale, SCALES)
        if not all(astuple(one)):
            raise RowsError(f"{where}: a field is empty; expected all of {', '.join(COLUMNS)}")
        found[one.id] = one
    return list(found.values())
