"""What else than the program may explain that a row's time changed from one run to the next.

- Another machine: the GPU's UUID or the host's name is not the same. Two GPUs of one name need not be equally fast.
- The measured speed of light: the time that the run's own fill, copy or read gives for the bytes of a row, which is the
  row's time times its share. Where a row reaches half of it or more, and its time changed as the speed of light did,
  its share is the same.
- The clock (see verdict.py).
"""

import math
from typing import Any

from rungs.data import show

BOUND_BY_MEMORY = 50  # percent of the speed of light; from here on it binds a row
OTHER_CLOCK = 0.01    # relative; clocks further apart are other clocks
MHZ = (1, 1e5)        # what can be a clock


def other_machine(old: Any, new: Any) -> str:
    """'another GPU' or 'another computer' where two rows (dicts) are not of one machine, else ''. What a row does not
    say differs from nothing."""
    if old["backend"] == "cuda" and any(old[name] != new[name] and old[name] and new[name]
                                        for name in ("device", "device_uuid")):
        return "another GPU"
    other = old["host"] != new["host"] and old["host"] and new["host"]
    return "another computer" if other or (old["backend"] != "cuda" and old["device"] != new["device"]) else ""


def light_ratio(old: Any, new: Any) -> float:
    """The time at the speed of light of the old row over that of the new one, where it binds both; NaN where it does
    not, or is not known."""
    shares = [row["speed_of_light_percent"] for row in (old, new)]
    if not all(share >= BOUND_BY_MEMORY for share in shares):
        return math.nan
    return (shares[0] * old["time_median_us"]) / (shares[1] * new["time_median_us"])


def clock_ratio(old: Any, new: Any) -> float:
    """The old clock of the multiprocessors over the new one, NaN where one is not known."""
    known = all(MHZ[0] <= row["sm_clock_mhz"] <= MHZ[1] for row in (old, new))
    return old["sm_clock_mhz"] / new["sm_clock_mhz"] if known else math.nan


def other_clock(old: Any, new: Any) -> bool:
    """Whether two rows ran at clocks further apart than OTHER_CLOCK."""
    return abs(math.log(clock_ratio(old, new))) > math.log(1 + OTHER_CLOCK)


def moved(name: str, ratio: float) -> str:
    """'copy 1.03x slower' of a ratio of times, old over new."""
    return f"{show.plain(name, 80)} {show.significant(max(ratio, 1 / ratio), 3)}x {'slower' if ratio < 1 else 'faster'}"
