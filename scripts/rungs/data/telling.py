"""Which few of many variants a chart shows: the fastest, the steps that led to it, and the fastest library."""

import math
from collections.abc import Mapping

from rungs.data.ladder_order import kind

MOST_SERIES = 8  # that one can tell apart in a chart


def telling(costs: Mapping[str, float], improves: Mapping[str, str], most: int = MOST_SERIES) -> list[str]:
    """At most so many variants, in the order of `costs`: {variant: something of which less is better}.

    All where they are few. Else the fastest that is no library and the first of its ladder; the fastest library; of the
    steps between those that gained most; then the fastest of the others. `improves` is {variant: what it improves}.
    """
    if len(costs) <= most:
        return list(costs)
    own = {name: cost for name, cost in costs.items() if kind(name) != "peer"} or dict(costs)
    best = min(own, key=lambda name: own[name])
    chain = [best]
    while (below := improves.get(chain[-1], "")) and below not in chain:
        chain.append(below)
    chain = [name for name in chain if name in costs]
    gains = {new: math.log(costs[old] / costs[new]) if costs[old] > 0 and costs[new] > 0 else 0.0
             for new, old in zip(chain, chain[1:])}
    library = min((name for name in costs if name not in own), key=lambda name: costs[name], default="")
    wanted = [best, chain[-1], *filter(None, [library]), *sorted(gains, key=lambda name: -gains[name]),
              *sorted(costs, key=lambda name: costs[name])]
    chosen = set(list(dict.fromkeys(wanted))[:most])
    return [name for name in costs if name in chosen]
