"""A sentence for a step of the ladder: how the time changed, what binds before and after, and what of it changed.

What binds is said by bound.py. A counter is named as a cause only where it is the work of what binds: before the step
where it got faster, after it where it got slower.

The spread of the change of time, behind ±, is half of sqrt(a^2 + b^2), a and b the two rows' iqr_percent. Times within
it are the same; times within 1 % are compared as if they were.
"""

import math
from typing import Any

from rungs.data import show
from rungs.profile.causes import Explanation, explain

LEAST_TIME_PERCENT = 1.0


def gain(old: Any, new: Any) -> float:
    """How many times faster `new` is than `old`, two evidence.Line; 1 where they differ by the spread at most."""
    found = old.time_us / new.time_us
    threshold = max(_spread(old, new), LEAST_TIME_PERCENT)
    return 1.0 if abs(math.log(found)) < math.log1p(threshold / 100) else found


def _spread(old: Any, new: Any) -> float:
    spread = math.hypot(old.noise, new.noise) / 2
    return 0.0 if math.isnan(spread) else spread


def step(old: Any, new: Any) -> Explanation:
    """The Explanation of the step between two evidence.Line, both with a time and counters."""
    return explain(old.metrics, new.metrics, gain(old, new), _spread(old, new), (old.bound, new.bound))


def sentence(old: Any, new: Any) -> str:
    """The sentence for a step between two evidence.Line, both with a time and counters."""
    found, spread = gain(old, new), show.spread(math.hypot(old.noise, new.noise) / 2)
    against = f"{show.time(new.time_us)} against {show.time(old.time_us)}" + f", {spread}" * bool(spread)
    against += " (unstable)" if new.unstable or old.unstable else ""
    names = show.plain(new.variant, 60), show.plain(old.variant, 60)
    if found == 1:
        apart = 100 * abs(math.log(new.time_us / old.time_us)) > _spread(old, new) > 0
        how = f"is within {LEAST_TIME_PERCENT:g} % of" if apart else "takes as long as"
    else:
        how = f"is {show.significant(max(found, 1 / found), 3)}x {'faster' if found > 1 else 'slower'} than"
    return f"{names[0]} {how} {names[1]} ({against}): {step(old, new).text}."
