"""What a made-up bench prints for --list=json. The standard library alone: made-up programs import it too."""

import itertools
import json


def as_json(variants):
    """The list of (name, backends) and perhaps spills, such as ("tiles/gpu/slow", "cuda,simulator")."""
    cases = [{"name": case, "title": "made up", "ceiling": "", "sides": ["width", "height"], "default_size": "64x64",
              "simulator_size": "8x8", "parameters": [], "variants": [_variant(*variant) for variant in group]}
             for case, group in itertools.groupby(variants, key=lambda variant: variant[0].partition("/")[0])]
    program = {"version": "1.0.0", "commit": "abc", "rungs_commit": "abc", "compiler": "made up", "cuda": "13.0"}
    return json.dumps({"schema": "rungs-list-1", "program": program, "cases": cases}, indent=2) + "\n"


def _variant(name, backends, spills=""):
    _, _, variant = name.partition("/")
    return {"name": name, "variant": variant, "improves": "", "depth": 0, "idea": "an idea of a kernel",
            "backends": [backend for backend in backends.split(",") if backend], "gpu_only": "", "spills": spills,
            "all_cores": False, "result": 0, "source": f"cases/{name}.cu", "axes": []}
