"""Compares which variants spill registers to memory with which say so.

A variant says so by a field of its registration, `.spills = "why"`, which `bench --list=json` has as `spills`.
"""

def complaints(facts: list[tuple], reasons: dict[str, str], seen: set[str]) -> list[str]:
    """One line for each kernel that spills without a word of it, and each variant that says so and does not.

    facts: rows as fact_files.COLUMNS; reasons: {case/variant: why, '' where it says nothing}; seen: names of
    the variants that were looked at.
    """
    amounts = {(f"{case}/{variant}", kernel, architecture, metric): value
               for case, variant, kernel, architecture, metric, value, _ in facts}
    found, spillers = [], set()
    for name, kernel, architecture in dict.fromkeys(key[:3] for key in amounts):
        stored, loaded = (amounts[name, kernel, architecture, f"spill_{what}"] for what in ("stores", "loads"))
        if stored or loaded:
            spillers.add(name)
            if not reasons.get(name):
                found.append(f"{name}: kernel {kernel} spills on {architecture}: {stored} bytes stored, {loaded} "
                             "loaded; expected none, or a reason in its .spills")
    found += [f"{name}: says that it spills ({why!r}), and no kernel of it does; expected no .spills"
              for name, why in reasons.items() if why and name in seen and name not in spillers]
    return found
