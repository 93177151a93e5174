"""The first screen: for each ladder what it is worth, how far the limit is, and the step that brought most."""

from typing import Any

import pandas as pd

from rungs.data import rows as rungs_rows
from rungs.data import show
from rungs.data.row_format import SEVERAL_CEILINGS
from rungs.report.ladder_tree import Ladder


def card_of(ladder: Ladder, rows: pd.DataFrame, parts: dict[str, dict],
            light: rungs_rows.SpeedOfLight | None) -> dict | None:
    """The card of a ladder on one setup at one problem and cache state, as a dict for JSON; None without a time, or
    where of several rungs none improves another: such a case measures the hardware, and has no first and best.

    `rows` are those of the problem, setup and cache; `parts` is {variant: row_part.part_of its row}. The fastest is
    that of the rungs whose work has as many bytes as the first one's: a result of half the bytes is another one.
    """
    rungs = [name for name, _ in ladder.rungs if parts.get(name, {}).get("us")]
    if not rungs or (len(rungs) > 1 and not set(rows.loc[rows["variant"].isin(rungs), "improves"]) & set(rungs)):
        return None
    first = parts[rungs[0]]
    alike = [name for name in rungs if parts[name].get("moved") == first.get("moved")
             and parts[name].get("status", "ok") == "ok"]
    best = min(alike or rungs[:1], key=lambda name: parts[name]["us"])
    top = parts[best]
    found: dict[str, Any] = {"first": first["time"], "best": top["time"], "variant": best,
                             "gain": show.gain(first["us"] / top["us"]) if best != rungs[0] else "",
                             "share": share_of(top, light), "against": _library(ladder, parts, first, top),
                             "bound": top.get("bound", ""), **_biggest(rows, parts, rungs, best),
                             "spark": [[name, round(first["us"] / parts[name]["us"], 4)] for name in rungs]}
    return {name: value for name, value in found.items() if value}


def share_of(part: dict, light: rungs_rows.SpeedOfLight | None) -> str:
    """'78 % of a copy', or of the speed of light where no single ceiling made it; '' where there is none."""
    if not part.get("sol"):
        return ""
    return f"{show.percent(part['sol'])} of {light_name(light)}"


def light_name(light: rungs_rows.SpeedOfLight | None) -> str:
    """'a copy': the ceiling that the speed of light is, by its name where it is known."""
    if light is None or "+" in light.source or light.source == SEVERAL_CEILINGS:
        return "the speed of light"
    return f"{'an' if light.source[0] in 'aeiou' else 'a'} {light.source}"


def _library(ladder: Ladder, parts: dict[str, dict], first: dict, top: dict) -> str:
    """'11.4x faster than npp_3x3': against the fastest library with the same bytes of work."""
    times = {name: parts[name]["us"] for name in ladder.libraries if parts.get(name, {}).get("us")
             and parts[name].get("moved") == first.get("moved")}
    if not times:
        return ""
    name = min(times, key=lambda one: times[one])
    gain = show.gain(times[name] / top["us"])
    place = " on the CPU" if ladder.kind == "gpu" and parts[name].get("on") else ""
    return f"{gain} {'as' if gain == 'as fast' else 'than'} {show.plain(name.partition('/')[2], 30)}{place}"


def _biggest(rows: pd.DataFrame, parts: dict[str, dict], rungs: list[str], best: str) -> dict[str, Any]:
    """The step that brought most on the way from the first rung to the best."""
    improves = dict(zip(rows["variant"], rows["improves"]))
    way: list[str] = []
    at = best
    while at in rungs and at not in way:
        way.append(at)
        at = improves.get(at, "")
    steps = {name: parts[name]["step"] for name in way if parts.get(name, {}).get("step") and name != rungs[0]}
    if not steps:
        return {}
    name = max(steps, key=lambda one: steps[one])
    if not parts[name]["gain"].endswith("faster"):
        return {}
    return {"biggest": name, "worth": parts[name]["gain"], "why": parts[name].get("why", "")}
