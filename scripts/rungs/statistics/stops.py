"""Where a step stops paying, as short texts made from its pairs.

Along sizes, at the parameters of the reference, the longest run of sizes at either end that gain less than PAYS:
'not up to 1920x1080', 'not from 10240x10240 on'. Along each parameter, with the others as there, the values that gain
less where the reference's own pays: 'not with mask=empty, full'. Of several machines those that gain 10 % less than the
first at the same problem. The share of the ceiling afterwards, from 90 % on."""

from collections.abc import Mapping, Sequence

from rungs.data import show
from rungs.data.records import split_params
from rungs.statistics.pairs import Pair

AT_THE_LIMIT = 90  # percent of the ceiling
LESS = 1.1
NAMED = 2
NOWHERE = "at no size"


def along_sizes(pairs: Sequence[Pair], home: Pair) -> list[str]:
    """Of the pairs of one machine and state of the caches."""
    swept = sorted((pair for pair in pairs if pair.params == home.params), key=lambda pair: pair.elements)
    paying = [place for place, pair in enumerate(swept) if pair.pays]
    if not paying:
        return [NOWHERE if len(swept) > 1 else f"not at {home.size}"]
    below, above = swept[:paying[0]][-1:], swept[paying[-1] + 1:][:1]
    return [*(f"not up to {pair.size}" for pair in below), *(f"not from {pair.size} on" for pair in above)]


def along_params(pairs: Sequence[Pair], home: Pair) -> list[str]:
    """Of the pairs of one machine and state of the caches: a text for each parameter with such values."""
    base = split_params(home.params)
    pays = {pair.size: pair.pays for pair in pairs if pair.params == home.params}
    found: dict[str, dict[str, None]] = {}
    for pair in pairs:
        other = split_params(pair.params)
        differ = [name for name in {**base, **other} if base.get(name) != other.get(name)]
        if len(differ) == 1 and not pair.pays and pays.get(pair.size):
            found.setdefault(differ[0], {})[other.get(differ[0], "")] = None
    return [f"not with {name}={', '.join(values)}" for name, values in found.items()]


def of_pairs(pairs: Sequence[Pair], home: Pair) -> list[str]:
    """Both; [] where each size and value pays."""
    others = [pair for pair in pairs if pair.pays]
    if others and not any(pair.params == home.params for pair in others):
        base = split_params(home.params).items()
        other = [split_params(pair.params).items() - base for pair in others[:NAMED]]
        return ["only with " + " or ".join(",".join(f"{name}={value}" for name, value in sorted(items))
                                           for items in other)]
    return [*along_sizes(pairs, home), *along_params(pairs, home)]


def of_machines(homes: Mapping[str, Pair]) -> list[str]:
    """Of the pair at the reference on each machine: 'less on the H100: 1.32x', 'then at 98 % of its ceiling'."""
    first = next(iter(homes.values()))
    less = [f"less on the {name}: {show.times(pair.gain)}" for name, pair in homes.items()
            if pair.problem == first.problem and first.pays and _surely_less(pair, first)]
    full = {name: show.percent(share) for name, pair in homes.items()
            if (share := pair.new["speed_of_light_percent"]) >= AT_THE_LIMIT}
    where = "" if len(full) == len(homes) else f" on the {' and '.join(full)}"
    return [*less, *([f"then at {' and '.join(dict.fromkeys(full.values()))} of its ceiling{where}"] if full else [])]


def _surely_less(pair: Pair, than: Pair) -> bool:
    (_, high), (low, _) = pair.interval or (pair.gain,) * 2, than.interval or (than.gain,) * 2
    return than.gain >= LESS * pair.gain and high < low
