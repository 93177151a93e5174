"""What the command line asks of sampling. The standard library alone."""

from dataclasses import dataclass

CACHES = ("cold", "dirty", "hot")


@dataclass(frozen=True)
class StopRules:
    """When to stop: the noise is the interquartile range over the median."""

    min_samples: int = 10
    min_time_s: float = 0.5
    max_noise_percent: float = 0.5
    time_limit_s: float = 15.0


def cache_states(text: str) -> list[str]:
    """The states that 'cold,hot' or 'all' names, in the order in which they are measured; raises ValueError."""
    asked = text.split(",")
    if not set(asked) <= {*CACHES, "all"}:
        raise ValueError(f"{text!r}: expected cold, dirty, hot, all, or several joined by commas")
    return [cache for cache in CACHES if cache in asked or "all" in asked]
