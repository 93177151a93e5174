"""Rows of the schema before this one, read as rows of this one.

A cold row was measured behind a flush that left a GPU's L2 full of lines to be written back: what `dirty` says now.
Host rows are renamed with them, so that the rows of a problem stay together.
"""

import pandas as pd

SCHEMA = "rungs-row-1"

COLUMNS = (
    "schema,case,variant,improves,backend,status,message,size,params,cache,samples,discarded,"
    "time_min_us,time_median_us,time_mean_us,time_p95_us,noise_percent,stop_reason,bytes,operations,"
    "gbps,gops,peak_percent,floor_percent,vs_previous,vs_first,max_error,mismatches,sm_clock_mhz,"
    "host,device,device_uuid,driver,cuda,compiler,commit,seed,timestamp").split(",")

_CACHES = {"cold": "dirty"}
_RENAMED = {"noise_percent": "iqr_percent", "floor_percent": "speed_of_light_percent"}


def upgraded(row: dict[str, str], columns: list[str]) -> dict[str, str]:
    """A row of text, by `columns`: today's, empty where the row has no such field."""
    row = {_RENAMED.get(name, name): text for name, text in row.items()}
    row |= {"cache": _CACHES.get(row["cache"], row["cache"]), "rungs_commit": row["commit"]}
    return {name: row.get(name, "") for name in columns}


def side_keys(found: dict, schemas: pd.Series | set[str]) -> dict:
    """{key: anything} of a side file, which does not say its schema, with the keys that its rows have now; a key ends
    with the cache state, `schemas` are those of the rows."""
    if SCHEMA not in set(schemas):
        return found
    return {(*key[:-1], _CACHES.get(key[-1], key[-1])): value for key, value in found.items()}
