"""Which variants spill registers to memory, held against which say so.

A variant says so by a field of its registration, `.spills = "why"`, which `bench --list` prints behind its idea:
`case/gpu/name  cuda,simulator  the idea [spills: why]`.
"""

import re

_LISTED = re.compile(r"(?P<name>\S+/\S+)\s+\S+\s+(?P<idea>.*)")
_SAYS = re.compile(r"\[spills: (?P<why>.*)\]$")


def said(listing):
    """{case/variant: why, or '' where it says nothing} of the text of `bench --list`."""
    found = {}
    for line in listing.splitlines():
        if listed := _LISTED.fullmatch(line.strip()):
            says = _SAYS.search(listed["idea"])
            found[listed["name"]] = says["why"] if says else ""
    return found


def complaints(facts, reasons, seen):
    """One line for each kernel that spills without a word of it, and each variant that says so and does not.

    facts: rows as static.COLUMNS; reasons: as said() returns; seen: names of the variants that were looked at.
    """
    spilled = {}
    for case, variant, kernel, architecture, metric, value, _ in facts:
        if metric in ("spill_stores", "spill_loads"):
            amounts = spilled.setdefault((f"{case}/{variant}", kernel, architecture), {})
            amounts[metric] = value
    found, spillers = [], set()
    for (name, kernel, architecture), amounts in spilled.items():
        if any(amounts.values()):
            spillers.add(name)
            if not reasons.get(name):
                found.append(f"{name}: kernel {kernel} spills on {architecture}: {amounts['spill_stores']} bytes stored"
                             f", {amounts['spill_loads']} loaded; legal is none, or a reason in its .spills")
    found += [f"{name}: says that it spills ({why!r}), and no kernel of it does; legal is no .spills"
              for name, why in reasons.items() if why and name in seen and name not in spillers]
    return found
