"""From options to the list of rows to make, in the order in which to make them. The rules are bench's."""

import difflib
import itertools
import random
from typing import Any

from rungs.baselines.reference import LARGEST_SIDE
from rungs.baselines.run import Planned
from rungs.data.errors import BadUsage

MOST_SIZES = 1000


def sizes(text: str) -> Any:
    """'1024,1920x1080,256..4096*2,100..300+50' as [(width, height)], each once; raises BadUsage."""
    found = []
    for part in text.split(","):
        if ".." in part:
            found += [(side, side) for side in _range(part)]
        else:
            sides = [_side(side, part) for side in part.split("x")]
            if len(sides) > 2:
                raise _no_size(part)
            found.append((sides[0], sides[-1]))
    return list(dict.fromkeys(found))


def _no_size(part: Any) -> Any:
    return BadUsage(f"--sizes: {part!r} is no size; expected N, WxH and ranges like 256..16384*2 or 1000..5000+500, "
                    f"with sides from 1 to {LARGEST_SIDE}")


def _side(text: str, part: Any) -> Any:
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
    if not 1 <= value <= LARGEST_SIDE:
        raise _no_size(part)
    return value


def _range(part: Any) -> Any:
    first, _, rest = part.partition("..")
    sign = next((sign for sign in "*+" if sign in rest), None)
    if sign is None:
        raise _no_size(part)
    last, _, step = rest.partition(sign)
    value, last, step = (_side(text, part) for text in (first, last, step))
    if value > last or (sign == "*" and step < 2):
        raise _no_size(part)
    sides = []
    while value <= last:
        if len(sides) == MOST_SIZES:
            raise BadUsage(f"--sizes: {part!r} makes more than {MOST_SIZES} sizes; expected up to {MOST_SIZES}")
        sides.append(value)
        value = value * step if sign == "*" else value + step
    return sides


def select(peers: Any, pattern: Any) -> Any:
    """The peers whose full name matches; raises BadUsage, with the nearest names, where none does."""
    chosen = [peer for peer in peers if pattern.search(peer.full_name)]
    if not chosen:
        names = [peer.full_name for peer in peers]
        nearest = difflib.get_close_matches(pattern.pattern, names, 3, 0) or names[:3]
        raise BadUsage(f"--filter {pattern.pattern}: matches no peer; nearest are {', '.join(nearest)} "
                       "(rungs peers --list prints all)")
    return chosen


def asked_values(texts: Any, reference: Any, peers: Any) -> Any:
    """{name: [values]} of the --param options; each name must be a parameter of a selected case."""
    known = {parameter.name for peer in peers for parameter in reference.parameters(peer.case)}
    asked = {}
    for text in texts:
        name, _, values = text.partition("=")
        if not name or not values:
            raise BadUsage(f"--param {text}: expected NAME=VALUE or NAME=V,V")
        if name not in known:
            legal = ", ".join(sorted(known)) or "none"
            raise BadUsage(f"--param {text}: no selected case has a parameter {name!r}; expected {legal}")
        asked.setdefault(name, []).extend(values.split(","))
    return asked


def _combinations(parameters: Any, asked: Any, pinned: Any) -> Any:
    """Every {name: value} of the values asked for, as far as the peer's own values allow them."""
    choices = []
    for parameter in parameters:
        values = []
        for value in asked.get(parameter.name, ()):
            values += parameter.sweep if value == "all" else (value,)
        own = pinned.get(parameter.name)
        if own is not None:
            values = [own] if own in values or not values else []
        if values or own is not None:
            choices.append([(parameter.name, value) for value in dict.fromkeys(values)])
    return [dict(choice) for choice in itertools.product(*choices)]


def _problems(reference: Any, peers: Any, sizes_text: Any, asked: Any) -> Any:
    """{(case, size, params): (problem, [peers])} in the order of the cases' files."""
    groups = {}
    for peer in peers:
        parameters = reference.parameters(peer.case)
        for size in sizes(sizes_text) if sizes_text is not None else [reference.default_size(peer.case)]:
            # Values that this peer is not about are checked all the same.
            for params in _combinations(parameters, asked, {}):
                reference.problem(peer.case, size, params)
            for params in _combinations(parameters, asked, peer.params):
                problem = reference.problem(peer.case, size, params)
                key = (peer.case, problem.size_text, problem.params_text)
                groups.setdefault(key, (problem, []))[1].append(peer)
    return groups


def make(reference: Any, peers: Any, options: Any) -> Any:
    """The list of run.Planned. All cold rows come before all dirty and hot ones, and only rows of a GPU are dirty;
    within a problem the order is the seed's."""
    asked = asked_values(options.param, reference, peers)
    groups = _problems(reference, peers, options.sizes, asked)
    if not groups:
        raise BadUsage(f"--param {' '.join(options.param)}: no selected peer is about these values; expected other "
                       "values, or another --filter")
    order = random.Random(options.seed)
    rows = []
    for cache in options.cache:
        for case in dict.fromkeys(key[0] for key in groups):
            for problem, able in (group for key, group in groups.items() if key[0] == case):
                there = [peer for peer in able if cache != "dirty" or peer.backend == "cuda"]
                rows += [Planned(peer, problem, cache) for peer in order.sample(there, len(there))]
    if not rows:
        raise BadUsage("--cache dirty: only peers of a GPU have it, and none is selected")
    return rows
