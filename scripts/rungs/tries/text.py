"""What a try prints: at most twelve lines, or with several files a table."""

from rungs.data import show
from rungs.data.markdown import fixed_width
from rungs.tries.judging import GOOD

_WIDTH = 110


def one(found: dict) -> list[str]:
    """The lines on one file."""
    name = f"{found['case']}/{found['variant']}" if found["case"] else found["file"]
    lines = [f"{found['verdict']}  {name}{_compared(found)}"]
    if error := found["error"]:
        lines += _mend(error, found["file"])
    if found["time_us"]:
        at = " ".join(filter(None, (found["size"], found["params"], found["device"])))
        limit = f"; {found['speed_of_light_percent']:.3g} % of the limit ({found['ceiling']})" \
            if found["speed_of_light_percent"] else ""
        lines.append(f"  time      {show.time(found['time_us'])} at {at}{limit}")
    lines += [f"  kernel    {kernel['name']}: {kernel['registers']} registers, {kernel['spill_bytes']} B spilled, "
              f"{kernel['shared_bytes']} B shared, "
              f"{kernel['occupancy_percent']} % occupancy" for kernel in found["kernels"][:3]]
    if found["counters"]:
        lines.append("  counters  " + ", ".join(f"{one['name']} {one['value']:.4g} {one['unit']}".rstrip()
                                                for one in found["counters"]))
    if found["checked"]:
        lines.append("  checked   " + ", ".join(f"{count} problems on the {backend}"
                                                for backend, count in found["checked"].items()))
    if found["note"]:
        lines.append(f"  note      {found['note']}")
    steps = ", ".join(f"{step['name']} {step['seconds']:.1f} s{' (known)' if step['cached'] else ''}"
                      for step in found["steps"] if step["seconds"] >= 0.05)
    return [line[:2 * _WIDTH] for line in [*lines, f"  {found['seconds']:.1f} s     {steps}"]]


def _compared(found: dict) -> str:
    if not found["ratio"]:
        return ""
    ratio, low, high = (found["ratio"][name] for name in ("value", "low", "high"))
    return f": {ratio:.3g}x as fast as {found['against']} ({low:.3g}x to {high:.3g}x)"


def _mend(error: dict, file: str) -> list[str]:
    """The one thing to mend, and where."""
    if error["expected"] is not None:
        many = f"{error['wrong']} wrong" + (f", {error['pattern']}" if error["pattern"] else "")
        lines = [f"  first     {error['place']}: expected {error['expected']}, got {error['got']}",
                 f"  in all    {many}"]
    else:
        lines = [f"  mend      {' '.join(error['text'].split())}"]
    if error["line"]:
        lines.append(f"  at        {error['file']}:{error['line']}")
    if error["own_line"] and error["file"] != file:
        lines.append(f"  from      {file}:{error['own_line']}")
    if error["size"]:
        lines.append(f"  problem   {error['size']} {error['params']} seed={error['seed']}, {error['backend']}")
    return lines


def ranked(all_found: list[dict]) -> list[dict]:
    """The best first: those with a time by their ratio, then others that are right, then the rest. `rank` is 1 for the
    fastest and for all whose interval reaches into its own."""
    ordered = sorted(all_found, key=lambda found: (found["verdict"] not in GOOD, not found["ratio"],
                                                   -found["ratio"]["value"] if found["ratio"] else 0, found["file"]))
    best = ordered[0]["ratio"] if ordered else None
    ranks: list[dict] = []
    for number, found in enumerate(ordered, 1):
        ratio = found["ratio"]
        same = ratio and best and ratio["high"] >= best["low"] and found["against"] == ordered[0]["against"]
        ranks.append({**found, "rank": None if not ratio else 1 if same else number})
    return ranks


def table(ranks: list[dict]) -> list[str]:
    """A line for each file, ranked; and the winners where several are tied."""
    cells = [["rank", "verdict", "file", "against", "ratio", "time", "mend"]]
    for found in ranks:
        ratio = found["ratio"]
        cells.append([str(found["rank"] or ""), found["verdict"], found["file"], found["against"] or "",
                      f"{ratio['value']:.3g}x ({ratio['low']:.3g} to {ratio['high']:.3g})" if ratio else "",
                      show.time(found["time_us"]) if found["time_us"] else "",
                      (found["error"] or {"text": ""})["text"][:60]])
    winners = [found["file"] for found in ranks if found["rank"] == 1]
    return fixed_width(cells, left=4) + ([f"tied: {', '.join(winners)}"] if len(winners) > 1 else [])
