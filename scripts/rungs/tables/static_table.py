"""Static facts for a README: chosen facts of chosen variants, a line per variant and architecture."""

from pathlib import Path

from rungs.data import fact_files
from rungs.data.markdown import NOTHING, code, escape, markdown
from rungs.data.records import shown
from rungs.profile.steps import figure
from rungs.tables.evidence_table import NotThere


def table(path: Path, case: str, metrics: list[str], variants: list[str], architectures: list[str]) -> list[str]:
    """A Markdown table of facts (a list of names, as 'registers' or 'sass_min_max') of a variant's largest kernel.

    `variants` is a list, empty for all of the case; `architectures` a list like ['75', '90']. Raises NotThere where
    one of them is not in the file, RowsError where that is broken.
    """
    facts = {architecture: fact_files.read(path, architecture) for architecture in architectures}
    there = list(dict.fromkeys(variant for found in facts.values() for of, variant in found if of == case))
    if not there:
        raise NotThere(f"no facts with case={case}")
    for name in variants:
        if name not in there:
            raise NotThere(f"no facts of variants={name}; there are {', '.join(map(shown, there))}")
    lines = []
    for variant in variants or there:
        for architecture, found in facts.items():
            mine = found.get((case, variant), {})
            for metric in metrics:
                if mine and f"static_{metric}" not in mine:
                    legal = ", ".join(name.removeprefix("static_") for name in mine)
                    raise NotThere(f"no fact {shown(metric)}; expected {legal}")
            cells = [figure(mine[f"static_{metric}"], "") if mine else NOTHING for metric in metrics]
            lines.append([code(variant), f"sm_{architecture.removeprefix('sm_')}", *cells])
    head = ["variant", "architecture", *(escape(metric.removeprefix("sass_").replace("_", " ")) for metric in metrics)]
    return [*markdown(head, lines), "", "from the compiled kernels; instructions are counted in the code, not as "
            "executed"]
