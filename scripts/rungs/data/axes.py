"""A variant's axes told apart from its case's parameters.

A variant may be compiled in several versions, along axes of its own ("block=128"). bench writes them behind the case's
parameters, in the column `params` too: `repeater=100;block=128`. They are no part of the problem: rows that differ in
them alone are of one problem, and of several versions of one variant.

A case writes all its parameters into every row. So a name that not every variant of a case has is of an axis. (In a
file of one variant alone nothing tells the two apart, and nothing needs to.)
"""

from collections.abc import Iterable

from rungs.data.records import split_params

Key = tuple[str, str, str]  # case, variant, params


def versions(keys: Iterable[Key]) -> dict[Key, tuple[str, str]]:
    """{key: (name of the version, the problem's params)} of those (case, variant, params) that have axes.

    A version is called as its variant where it is the only one among the keys, else with its axes behind:
    'gpu/tiled block=64'.
    """
    of_case: dict[str, dict[str, dict[str, dict[str, str]]]] = {}
    for case, variant, params in dict.fromkeys(keys):
        of_case.setdefault(case, {}).setdefault(variant, {})[params] = split_params(params)
    found: dict[Key, tuple[str, str]] = {}
    for case, variants in of_case.items():
        names: list[set[str]] = [{name for one in split.values() for name in one} for split in variants.values()]
        axes = {name for mine in names for name in mine if not all(name in one for one in names)}
        for variant, split in variants.items():
            own = {params: ";".join(f"{name}={value}" for name, value in one.items() if name in axes)
                   for params, one in split.items()}
            several = len({text for text in own.values()}) > 1
            for params, text in own.items():
                if text:
                    problem = ";".join(f"{name}={value}" for name, value in split[params].items() if name not in axes)
                    found[case, variant, params] = (f"{variant} {text}" if several else variant, problem)
    return found
