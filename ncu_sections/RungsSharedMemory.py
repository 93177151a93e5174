"""Says what share of shared memory's wavefronts is lost to bank conflicts."""
from rungs_rule import described, known, needed, opened, say, share, short, value

TOO_MANY = 0.1  # of the wavefronts

KINDS = {"loads": "ld", "stores": "st", "atomics": "atom"}

get_identifier, get_name, get_description, get_section_identifier = described(
    "RungsSharedMemory", "Bank conflicts", "Wavefronts of shared memory that are lost to bank conflicts")


def apply(handle):
    kernel, frontend = opened(handle)
    numbers = needed(kernel, frontend, "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum")
    if numbers is None or not numbers[0]:
        return
    # Other instructions take wavefronts too, stores to global memory for one: without these it is not used.
    executed = [value(kernel, f"smsp__inst_executed_op_{name}.sum")
                for name in ("shared_ld", "shared_st", "shared_atom", "ldgsts")]
    if not any(number is None or number for number in executed[:3]) and not executed[3]:
        return
    wavefronts = numbers[0]
    conflicts = known(kernel, {kind: f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{operation}.sum"
                               for kind, operation in KINDS.items()})
    if not conflicts:
        return
    lost = sum(conflicts.values())
    parts = ", ".join(f"{kind} {short(number)}" for kind, number in conflicts.items())
    say(frontend, "OPTIMIZATION" if lost > TOO_MANY * wavefronts else "OK",
        f"Bank conflicts take {short(lost)} of {short(wavefronts)} wavefronts ({share(lost, wavefronts)}): {parts}.",
        "Bank conflicts")
