"""Evidence for a README: chosen counters beside the times, and the sentences on the steps."""

from rungs.data import show
from rungs.data.markdown import NOTHING, code, escape, markdown
from rungs.data.records import shown, split_params
from rungs.profile import evidence
from rungs.profile.counters import BY_NAME
from rungs.profile.evidence import TOP_STALL


class NotThere(ValueError):
    """What a block asks for is not in its files; the message says what is."""


def choose(lines: list[evidence.Line], wants: dict[str, str]) -> list[evidence.Line]:
    """The lines (evidence.Line) of wants["case"], and of variants, size and params where `wants` has them; all have a
    time. Raises NotThere."""
    chosen = [line for line in lines if line.case == wants["case"] and line.time_us > 0]
    if not chosen:
        raise NotThere(f"no line with case={wants['case']} has a time and counters; there are "
                       f"{', '.join(dict.fromkeys(shown(line.case) for line in lines)) or '(none)'}")
    wanted = wants["variants"].split(",") if "variants" in wants else [line.variant for line in chosen]
    for name in wanted:
        if name not in {line.variant for line in chosen}:
            raise NotThere(f"no line with variants={name}; there are "
                           f"{', '.join(dict.fromkeys(line.variant for line in chosen))}")
    asked = split_params(wants.get("params", ""))
    chosen = [line for line in chosen if line.variant in wanted and line.size == wants.get("size", line.size)
              and asked.items() <= split_params(line.params).items()]
    if not chosen:
        raise NotThere("no line of these variants has such size and params")
    return chosen


def table(lines: list[evidence.Line], columns: list[str]) -> list[str]:
    """A Markdown table, a line per variant and problem: time, and the counters named by `columns`."""
    unknown = [name for name in columns if name not in BY_NAME and name != TOP_STALL]
    if unknown:
        raise NotThere(f"no counter {shown(unknown[0])}; expected {TOP_STALL}, {', '.join(BY_NAME)}")
    varied = _varied(lines)
    head = ["variant", *map(escape, varied), "time",
            *("waits most for" if name == TOP_STALL else escape(BY_NAME[name].label) for name in columns)]
    cells = [[code(line.variant), *(escape(_problem(line).get(name, "")) for name in varied), show.time(line.time_us),
              *(escape(line.cell(name)) or NOTHING for name in columns)] for line in lines]
    return [*markdown(head, cells), "", _caption(lines, varied)]


def steps(lines: list[evidence.Line]) -> list[str]:
    """The sentences on the steps among the lines, as a Markdown list."""
    said = evidence.sentences(lines)
    found = [f"- {escape(said[key])}" for line in lines if (key := (*line.problem, line.variant)) in said]
    if not found:
        raise NotThere("none of these variants improves another of them at the same problem")
    return [*found, "", _caption(lines, _varied(lines))]


def _problem(line: evidence.Line) -> dict[str, str]:
    return {"size": line.size, **split_params(line.params)}


def _varied(lines: list[evidence.Line]) -> list[str]:
    """What of the problem differs among the lines."""
    problems = [_problem(line) for line in lines]
    names = dict.fromkeys(name for problem in problems for name in problem)
    return [name for name in names if len({problem.get(name) for problem in problems}) > 1]


def _caption(lines: list[evidence.Line], varied: list[str]) -> str:
    same = [text if name == "size" else f"{name}={text}" for name, text in _problem(lines[0]).items()
            if name not in varied]
    cache = [f"{lines[0].cache} cache"] if lines[0].cache else []
    return ", ".join(escape(part) for part in [*same, *cache, show.plain(lines[0].device, 45),
                                               "counters by Nsight Compute"])
