"""Says what warps wait for most, whether the schedulers feel it, and what limits the occupancy."""
from rungs_rule import described, known, opened, say, share, value

BUSY = 80  # percent of cycles with an instruction issued from which waiting does not matter

WAITS = {  # by the names that the metrics have
    "barrier": "the other warps of the block at a barrier",
    "branch_resolving": "a branch to be decided",
    "dispatch_stall": "the dispatch of an instruction",
    "drain": "its last stores to leave",
    "gmma": "the tensor cores",
    "imc_miss": "a constant that was not in the cache",
    "lg_throttle": "room in the queue of global and local memory",
    "long_scoreboard": "a load from global or local memory",
    "math_pipe_throttle": "a pipe that is taken",
    "membar": "a memory fence",
    "mio_throttle": "room in the queue of shared memory and special functions",
    "misc": "something that has no name",
    "no_instruction": "its next instruction to be fetched",
    "short_scoreboard": "shared memory or a special function",
    "sleeping": "the end of a sleep",
    "tex_throttle": "room in the queue of textures",
    "wait": "the fixed latency of its last instruction",
}
READY = ("selected", "not_selected")  # a warp that issues, or could have
LIMITS = {"registers": "registers", "shared_mem": "shared memory", "warps": "the block's size"}

get_identifier, get_name, get_description, get_section_identifier = described(
    "RungsLatency", "Top stall, occupancy", "What warps wait for most, and what limits how many there are")


def speak_of_stalls(kernel, frontend):
    cycles = known(kernel, {name: f"smsp__average_warps_issue_stalled_{name}_per_issue_active.ratio"
                            for name in (*WAITS, *READY)})
    waits = {name: number for name, number in cycles.items() if name not in READY}
    if not waits or not sum(waits.values()):
        return
    top, total = max(waits, key=waits.get), sum(cycles.values())
    text = (f"Of {total:.1f} cycles between two instructions of a warp, {waits[top]:.1f} ({share(waits[top], total)}) "
            f"wait for {WAITS[top]} ({top}).")
    issued = value(kernel, "smsp__issue_active.avg.pct_of_peak_sustained_active")
    if issued is not None:
        text += f" Instructions are issued in {issued:.0f} % of the cycles"
        text += ", so waiting costs little: fewer instructions would help." if issued >= BUSY else "."
    say(frontend, "OK" if issued is None or issued >= BUSY else "OPTIMIZATION", text, "Top stall")


def speak_of_occupancy(kernel, frontend):
    achieved = value(kernel, "sm__warps_active.avg.pct_of_peak_sustained_active")
    possible = value(kernel, "sm__maximum_warps_per_active_cycle_pct")
    if achieved is None or possible is None:
        return
    text = f"Occupancy is {achieved:.0f} % where {possible:.0f} % is possible"
    if possible < 99.5:
        text += limited_by(kernel)
    waves = value(kernel, "launch__waves_per_multiprocessor")
    if waves is None or waves >= 1:
        say(frontend, "OK", text + ".", "Occupancy")
    else:
        say(frontend, "OPTIMIZATION", f"{text}. The grid is {waves:.2g} of one wave: too few blocks to fill the GPU.",
            "Occupancy")


def limited_by(kernel):
    """', limited by ...' for the words of LIMITS that let the fewest blocks onto a multiprocessor, '' if unknown."""
    most = value(kernel, "launch__occupancy_limit_blocks")
    limits = known(kernel, {name: f"launch__occupancy_limit_{name}" for name in LIMITS})
    if not limits:
        return ""
    least = min(limits.values())
    # What is not used at all lets in as many as the multiprocessor holds.
    if most is not None and least >= most:
        return f", limited by the {most:.0f} blocks that a multiprocessor holds"
    return ", limited by " + " and ".join(LIMITS[name] for name in limits if limits[name] == least)


def apply(handle):
    kernel, frontend = opened(handle)
    speak_of_stalls(kernel, frontend)
    speak_of_occupancy(kernel, frontend)
