"""Says which unit is nearest to its peak."""
from rungs_rule import opened, say, value

HIGH, LOW = 80, 60  # percent of a peak: from HIGH on it is the limit, below LOW it is not

UNITS = {"SM": "sm", "L1": "l1tex", "L2": "lts", "DRAM": "dram"}


def get_identifier():
    return "RungsRooflineRule"


def get_name():
    return "Nearest limit"


def get_description():
    return "Which of SM, L1, L2 and DRAM is nearest to its peak"


def get_section_identifier():
    return "RungsRoofline"


def apply(handle):
    kernel, frontend = opened(handle)
    percent = {unit: value(kernel, f"{name}__throughput.avg.pct_of_peak_sustained_elapsed")
               for unit, name in UNITS.items()}
    percent = {unit: number for unit, number in percent.items() if number is not None}
    if not percent:
        return
    ordered = sorted(percent, key=percent.get, reverse=True)
    top, rest = ordered[0], ", ".join(f"{unit} {percent[unit]:.0f} %" for unit in ordered[1:])
    text = f"Nearest to its peak is {top} at {percent[top]:.0f} %" + (f" ({rest})" if rest else "")
    if percent[top] >= HIGH:
        say(frontend, "OK", f"{text}: it is the limit.", "Nearest limit")
    elif percent[top] < LOW:
        say(frontend, "OPTIMIZATION", f"{text}: no unit is full, the time goes into waiting; see "
                                      "@section:RungsLatency:Latency Hiding@.", "Nearest limit")
    else:
        say(frontend, "OK", f"{text}.", "Nearest limit")
