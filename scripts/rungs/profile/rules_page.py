"""What Nsight Compute's own rules say of bench's kernels, from ncu's details page. The standard library alone."""

import math

from rungs.data.advice_files import GLOBAL, LOCAL, NO_SPEEDUP, Advice
from rungs.data.errors import RowsError
from rungs.profile import ncu

ADVICE = "OPT"  # the kind of a rule's message that names something to improve
_NEEDED = ("ID", "Kernel Name", "Section Name", "Rule Name", "Rule Type", "Rule Description")
_SPEEDUP = "Estimated Speedup"
_TYPE = f"{_SPEEDUP} Type"


def read(text: str) -> tuple[dict[str, list[Advice]], str]:
    """({kernel's ID: [Advice]}, remark) of what `ncu --import FILE --page details --csv` printed.

    Kept are messages that name something to improve, or that have an estimate. The remark is '', or says what the page
    lacks. A line of a metric ends early; a line of a rule has all fields. Raises RowsError where it is no such page.
    """
    header, *records = ncu.read_page(text, "details")
    missing = [column for column in _NEEDED if column not in header]
    if missing:
        raise RowsError(f"ncu's details page has no column {', '.join(map(repr, missing))}; expected the page of ncu "
                        "2022.2 or later, whose rules were run")
    found: dict[str, list[Advice]] = {}
    for fields in records:
        record = dict(zip(header, fields))
        if not record.get("Rule Name"):
            continue
        advice = _advice(record)
        if advice.kind == ADVICE or advice.speedup_type:
            found.setdefault(record["ID"], []).append(advice)
    without = [column for column in (_TYPE, _SPEEDUP) if column not in header]
    return found, f"ncu's details page has no column {', '.join(map(repr, without))}: no estimates" if without else ""


def _advice(record: dict[str, str]) -> Advice:
    speedup = ncu.number(record.get(_SPEEDUP, "").rstrip(" %"))
    named = record.get(_TYPE, "").strip().lower()
    kind = next((kind for kind in (GLOBAL, LOCAL) if kind in named), NO_SPEEDUP)
    if not kind or not math.isfinite(speedup) or speedup < 0:
        kind, speedup = NO_SPEEDUP, math.nan
    return Advice(record.get("Kernel Name", ""), math.nan, record.get("Section Name", ""), record["Rule Name"],
                  record.get("Rule Type", ""), kind, speedup, " ".join(record.get("Rule Description", "").split()))
