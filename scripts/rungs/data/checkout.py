"""The files of a checkout that commands read unless told otherwise: published figures, claims, goals, sources,
builds."""

from pathlib import Path

from rungs.data.errors import BadUsage

PUBLISHED, CLAIMS = "reference/published/published.csv", "reference/published/claims.csv"
LATEST = "results/*/latest"  # of each GPU
GOALS, CASES = "reference/goals.csv", "cases"


def root() -> Path | None:
    """The project around the current folder: the nearest folder with CMakeLists.txt and cases/. Else the checkout that
    this package lies in, or None where it was installed from a wheel."""
    here = Path.cwd()
    around = [here, *here.parents, Path(__file__).resolve().parents[3]]
    return next((folder for folder in around if (folder / "CMakeLists.txt").is_file() and (folder / CASES).is_dir()),
                None)


def find(name: str) -> Path | None:
    """The path of a file or folder of the checkout, None where it is not there."""
    top = root()
    return top / name if top and (top / name).exists() else None


def need(name: str, option: str) -> Path:
    """The same; raises BadUsage, naming the option to give, where it is not there."""
    found = find(name)
    if found is None:
        raise BadUsage(f"{option}: there is no {name} here; expected {option} with a path, or a checkout of Rungs as "
                       "the current folder")
    return found


def latest() -> list[Path]:
    """The newest committed run of each GPU; raises BadUsage where there is none."""
    found = sorted((root() or Path()).glob(f"{LATEST}/rows.csv"), reverse=True)
    if not found:
        raise BadUsage(f"there is no {LATEST} here; expected RUN, a folder with a rows.csv, or a checkout of Rungs as "
                       "the current folder")
    return [path.parent for path in found]


def built(name: str) -> Path:
    """Where the checkout's build puts a file, there or not."""
    return (root() or Path()) / "build" / name
