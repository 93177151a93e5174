"""Made-up runs of bench for the tests: rows of a known time and noise."""

from rungs.data import row_format
from rungs.data.records import csv_text


def row(name="stitch/gpu/modulo", us=275.0, noise=0.3, **more):
    """A row as a dict of text; `noise` in percent."""
    return bare_row(name, f"{us:.6g}", **{
        "size": "1024x1024", "params": "repeater=100", "samples": "200", "iqr_percent": f"{noise:.6g}",
        "speed_of_light_percent": "20", "sm_clock_mhz": "1980", "host": "Made-up CPU", "driver": "1", "commit": "abc",
        "seed": "1", "timestamp": "2026-11-20T10:00:00Z", **more})


def bare_row(name, us, **more):
    """A cold row at 1000x1000 of 1 % noise that says no more than it must, of a GPU or, where its name says so, of a
    host; a time of '' is none."""
    case, _, variant = name.partition("/")
    if "/host/" in name:
        more = {"backend": "host", "device": "Made-up CPU", "device_uuid": "", **more}
    return {**dict.fromkeys(row_format.COLUMNS, ""), "schema": row_format.SCHEMA, "case": case, "variant": variant,
            "backend": "cuda", "status": "ok", "size": "1000x1000", "params": "tile=8", "cache": "cold",
            "time_median_us": str(us), "iqr_percent": "1" if us else "", "host": "made-up-host",
            "device": "Made-up GPU", "device_uuid": "GPU-made-up", **more}


def write(path, made, columns=row_format.COLUMNS):
    """Writes rows (dicts) as a rows.csv, and returns its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(csv_text(columns, ([line.get(name, "") for name in columns] for line in made)), encoding="utf-8")
    return path
