"""Says how many atomics the L2 carries out, how fast, and whether they get in each other's way."""
from rungs_rule import described, needed, opened, say, short, value

BUSY = 50    # percent of its peak from which the busiest atomic unit of the L2 is the limit
UNEVEN = 4   # times the average from which the busiest unit means few addresses

get_identifier, get_name, get_description, get_section_identifier = described(
    "RungsAtomics", "Atomics and contention", "Atomic operations in the L2, their rate, and how evenly they fall on it")


def contention(average, busiest):
    """(kind, words) on how busy the L2's atomic units are, in percent of their peak; either may be None."""
    if average is None or busiest is None:
        return "OK", ""
    words = f" The L2's atomic units are busy for {average:.3g} % of the time, the busiest for {busiest:.3g} %"
    if busiest < BUSY:
        return "OK", words + "."
    if busiest > UNEVEN * average:
        return "OPTIMIZATION", words + ": few addresses take them all, and their slice of the L2 is the limit."
    return "OPTIMIZATION", words + ": the atomics themselves are the limit."


def apply(handle):
    kernel, frontend = opened(handle)
    numbers = needed(kernel, frontend, "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
                     "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum")
    if numbers is None or not sum(numbers):
        return
    atom, red = numbers
    text = f"{short(atom + red)} atomic requests of warps ({short(atom)} atom, {short(red)} red)"
    sectors = [value(kernel, f"l1tex__t_sectors_pipe_lsu_mem_global_op_{name}.sum") for name in ("atom", "red")]
    if None not in sectors:
        text += f", {sum(sectors) / (atom + red):.3g} sectors a request"
    nanoseconds = value(kernel, "gpu__time_duration.sum")
    if nanoseconds:
        text += f", {short(1000 * (atom + red) / nanoseconds)} a microsecond"
    kind, words = contention(value(kernel, "lts__d_atomic_input_cycles_active.avg.pct_of_peak_sustained_elapsed"),
                             value(kernel, "lts__d_atomic_input_cycles_active.max.pct_of_peak_sustained_elapsed"))
    say(frontend, kind, f"{text}.{words}", "Atomics")
