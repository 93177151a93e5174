"""Compares which variants spill registers to memory with which say so.

A variant says so by a field of its registration, `.spills = "why"`, which `bench --list=json` has as `spills`.
"""

from rungs.data.listing import Listed


def said(variants: list[Listed]) -> dict[str, str]:
    """{case/variant: why, or '' where it says nothing} of a list of listing.Listed."""
    return {variant.name: variant.spills for variant in variants}


def complaints(facts: list[tuple], reasons: dict[str, str], seen: set[str]) -> list[str]:
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
                             f", {amounts['spill_loads']} loaded; expected none, or a reason in its .spills")
    found += [f"{name}: says that it spills ({why!r}), and no kernel of it does; expected no .spills"
              for name, why in reasons.items() if why and name in seen and name not in spillers]
    return found
