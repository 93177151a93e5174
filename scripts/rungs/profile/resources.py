"""What can be at its limit: memories, issue slots and pipes, with the counters that say so."""

from dataclasses import dataclass

from rungs.profile.counters import BY_NAME, Change, Step, mostly


@dataclass(frozen=True)
class Resource:
    """What can be at its limit."""

    name: str          # on a badge: 'DRAM'
    bound: str         # in a sentence: 'DRAM-bound'
    share: str         # the counter of its share of the peak
    work: str          # the counter of what it does
    limit: str         # the class of limits that it belongs to (limits.CLASSES)
    parts: tuple = ()  # counters that this consists of, and what each is called in a sentence


# A pipe's name on a badge. Heavy FMA is the half of FMA that multiplies integers, and is full before the whole is.
_PIPES = {"alu": "ALU", "fma": "FMA", "fmaheavy": "heavy FMA", "xu": "XU", "lsu": "LSU", "fp64": "FP64",
          "uniform": "uniform pipe", "adu": "address pipe", "cbu": "branch pipe", "tex": "texture pipe",
          "tensor": "half and matrix pipe"}
_OF_MEMORY = ("lsu", "adu", "tex")  # pipes that addresses, barriers and shared memory take
_PARTS = tuple((name, BY_NAME[name].label.removesuffix(" instructions"))
               for name in (f"{pipe}_instructions" for pipe in _PIPES if pipe != "fmaheavy"))
DRAM = Resource("DRAM", "DRAM-bound", "dram_throughput_percent", "dram_bytes", "dram",
                (("dram_read_bytes", "reads"), ("dram_write_bytes", "writes")))
L2 = Resource("L2", "L2-bound", "l2_throughput_percent", "l2_sectors", "l2",
              (("l2_read_sectors", "reads"), ("l2_write_sectors", "writes"), ("l2_atomic_sectors", "atomics"),
               ("local_sectors", "local memory")))
ATOMICS = Resource("one L2 atomic unit", "bound by one L2 atomic unit", "busiest_l2_atomic_unit_percent",
                   "atomic_sectors", "atomic")
L1 = Resource("L1", "L1-bound", "l1_throughput_percent", "l1_sectors", "smem")
SHARED = Resource("shared memory", "bound by shared memory", "l1_throughput_percent", "shared_wavefronts",
                  "smem", (("bank_conflicts", "bank conflicts"),))
ISSUE = Resource("issue slots", "issue-bound", "issue_active_percent", "instructions", "issue", _PARTS)
PIPES = tuple(Resource(name, f"{name.replace(' ', '-')}-bound", f"{pipe}_pipe_percent", f"{pipe}_instructions",
                       "smem" if pipe in _OF_MEMORY else "alu")
              for pipe, name in _PIPES.items())
FMA, HEAVY = PIPES[1], PIPES[2]
COUNTED = (DRAM, L2, ATOMICS, L1, SHARED, ISSUE, *PIPES)


def share(one: Resource, metrics: dict[str, float]) -> float:
    """A resource's share of its peak over the whole time, in percent; 0 where it was not counted."""
    found, busy = (BY_NAME[name].value(metrics) or 0.0 for name in (one.share, "sm_throughput_percent"))
    return min(found, busy) if one in (ISSUE, *PIPES) else found


def said(resource: Resource, found: Change, step: Step) -> str:
    """A change of a resource's work in words, with the part that makes most of it."""
    return found.text + mostly(found, resource.parts, step)


def first_level(metrics: dict[str, float]) -> Resource:
    """Whose wavefronts most of the first-level cache's are: 128 bytes of shared memory, or four sectors of global."""
    shared, sectors = (BY_NAME[name].value(metrics) or 0 for name in ("shared_wavefronts", "l1_sectors"))
    return SHARED if shared > sectors / 4 else L1
