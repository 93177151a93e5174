"""Says which pipe is the busiest, what the instructions are, and whether any go to local memory."""
from rungs_rule import described, known, opened, say, share, short, value

FULL = 80  # percent of a pipe's peak from which it is the limit

PIPES = {
    "alu": "integer, logic, compare, minimum and maximum",
    "fma": "float, integer multiply",
    "fmaheavy": "integer multiply and half of the float",
    "xu": "conversion, special function, division",
    "lsu": "loads, stores, atomics, shuffles",
}

get_identifier, get_name, get_description, get_section_identifier = described(
    "RungsInstructionMix", "Busiest pipe, local memory",
    "The busiest pipe, each pipe's share of the instructions, and traffic of local memory")


def speak_of_pipes(kernel, frontend):
    busy = known(kernel, {pipe: f"smsp__inst_executed_pipe_{pipe}.avg.pct_of_peak_sustained_active" for pipe in PIPES})
    if not busy:
        return
    top = max(busy, key=busy.get)
    text = f"Busiest is the pipe {top} ({PIPES[top]}) at {busy[top]:.0f} % of its peak"
    text += ": it is the limit." if busy[top] >= FULL else "."
    executed = value(kernel, "smsp__inst_executed.sum")
    if executed:
        # fmaheavy is a part of fma.
        counts = known(kernel, {pipe: f"smsp__inst_executed_pipe_{pipe}.sum" for pipe in PIPES if pipe != "fmaheavy"})
        parts = [f"{pipe} {share(count, executed)}" for pipe, count in counts.items()]
        text += f" Of {short(executed)} warp instructions go to {', '.join(parts)}." if parts else ""
    say(frontend, "OPTIMIZATION" if busy[top] >= FULL else "OK", text, "Pipes")


def speak_of_local_memory(kernel, frontend):
    loads, stores, *sectors = (value(kernel, metric) for metric in (
        "smsp__inst_executed_op_local_ld.sum", "smsp__inst_executed_op_local_st.sum",
        "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"))
    if not loads and not stores:
        return
    text = f"Local memory is used: {short(loads or 0)} loads and {short(stores or 0)} stores of warps"
    if None not in sectors:
        text += f", {short(32 * sum(sectors), 'B')}"
    say(frontend, "OPTIMIZATION", f"{text}. An array is indexed at run time, or registers did not suffice.",
        "Local memory")


def apply(handle):
    kernel, frontend = opened(handle)
    speak_of_pipes(kernel, frontend)
    speak_of_local_memory(kernel, frontend)
