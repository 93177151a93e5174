"""Holds the bytes that DRAM moved against the least that the problem needs."""
import NvRules
from rungs_rule import described, needed, opened, say, short, value

get_identifier, get_name, get_description, get_section_identifier = described(
    "RungsTraffic", "Traffic against the least",
    "DRAM bytes against the least bytes that the problem needs, which bench puts in the NVTX range")


def least_bytes(kernel):
    """The payload of the innermost range of domain 'rungs' around the launch, None where there is none."""
    state = kernel.nvtx_state()
    for identifier in state.domains() if state is not None else ():
        domain = state.domain_by_id(identifier)
        if domain is None or domain.name() != "rungs":
            continue
        for depth in reversed(range(len(domain.push_pop_ranges()))):
            opened_range = domain.push_pop_range(depth)
            # Each of our ranges carries it; without attributes there is no payload at all.
            if (opened_range is not None and opened_range.has_attributes()
                    and opened_range.payload_type() == NvRules.INvtxRange.PayloadType_PAYLOAD_UINT64):
                return opened_range.payload_as_uint64() or None
    return None


def judge(moved, least):
    """(kind, words) on bytes moved against the least; `least` may be None."""
    if least is None:
        return "OK", ("No NVTX range of bench says what the problem needs at least (was it profiled with --nvtx?), so "
                      "there is nothing to compare with.")
    times = f"{moved / least:.2f} times the {short(least, 'B')} that the problem needs at least"
    if moved > 1.1 * least:
        return "OPTIMIZATION", f"That is {times}: something is fetched or written more than once."
    if moved < 0.9 * least:
        return "OK", f"That is {times}: the rest stayed in the L2 cache, or this kernel is one part of the problem."
    return "OK", f"That is {times}."


def apply(handle):
    kernel, frontend = opened(handle)
    # Chips of compute capability 12 have other names for the same.
    infix = "op_" if value(kernel, "dram__bytes_op_read.sum") is not None else ""
    numbers = needed(kernel, frontend, f"dram__bytes_{infix}read.sum", f"dram__bytes_{infix}write.sum")
    if numbers is None:
        return
    read, written = numbers
    kind, words = judge(read + written, least_bytes(kernel))
    say(frontend, kind, f"DRAM moved {short(read + written, 'B')}: {short(read, 'B')} read, {short(written, 'B')} "
                        f"written. {words}", "Traffic")
