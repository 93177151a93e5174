"""Says which unit is nearest to its peak."""
from rungs_rule import described, known, opened, say

HIGH, LOW = 80, 60  # percent of a peak: from HIGH on it is the limit, below LOW it is not

UNITS = {"SM": "sm", "L1": "l1tex", "L2": "lts", "DRAM": "dram"}

get_identifier, get_name, get_description, get_section_identifier = described(
    "RungsRoofline", "Nearest limit", "Which of SM, L1, L2 and DRAM is nearest to its peak")


def apply(handle):
    kernel, frontend = opened(handle)
    percent = known(kernel, {unit: f"{name}__throughput.avg.pct_of_peak_sustained_elapsed"
                             for unit, name in UNITS.items()})
    if not percent:
        return
    ordered = sorted(percent, key=percent.get, reverse=True)
    top, rest = ordered[0], ", ".join(f"{unit} {percent[unit]:.0f} %" for unit in ordered[1:])
    text = f"Nearest to its peak is {top} at {percent[top]:.0f} %" + (f" ({rest})" if rest else "")
    if percent[top] < LOW:
        say(frontend, "OPTIMIZATION", f"{text}: no unit is full, the time goes into waiting; see "
                                      "@section:RungsLatency:Latency Hiding@.", "Nearest limit")
    else:
        say(frontend, "OK", text + (": it is the limit." if percent[top] >= HIGH else "."), "Nearest limit")
