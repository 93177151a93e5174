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
    """{key: (name of the version, the problem's params)} of those (case, variant, params) that have axes. A version is
    called as its variant where it is the only one among the keys, else with its axes behind: 'gpu/tiled block=64'."""
    split = {key: split_params(key[2]) for key in keys}
    names: dict[str, dict[str, set[str]]] = {}  # of each case those of each variant
    for (case, variant, _), params in split.items():
        names.setdefault(case, {}).setdefault(variant, set()).update(params)
    axes = {case: set().union(*of.values()) - next(iter(of.values())).intersection(*of.values())
            for case, of in names.items()}

    def joined(key: Key, of_axes: bool) -> str:
        return ";".join(f"{name}={value}" for name, value in split[key].items() if (name in axes[key[0]]) == of_axes)
    own: dict[tuple[str, str], dict[Key, str]] = {}  # of each variant
    for key in split:
        own.setdefault(key[:2], {})[key] = joined(key, True)
    return {key: (f"{key[1]} {text}" if len(set(texts.values())) > 1 else key[1], joined(key, False))
            for texts in own.values() for key, text in texts.items() if text}
