"""An image that `engrave` computes in bands: the commands of its tasks, and which bands are still to do."""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rungs.data.errors import BadUsage, one_line

#: Options of engrave that the tasks set themselves.
OURS = ("--sink", "--output", "--band", "--resume", "--check", "--reread", "--incomplete", "--dump")


@dataclass(frozen=True)
class BandedImage:
    """`words`: the image, as options of engrave. `output`: the raw file that all bands share."""

    program: Path
    output: Path
    bands: int
    words: tuple[str, ...]

    def command(self, *more: str) -> list[str]:
        """The command that computes a band; `more` says which."""
        return [str(self.program), *self.words, "--sink=raw", f"--output={self.output}", *more]

    def check_command(self, reread: bool) -> list[str]:
        """The command that checks all bands and prints the image's digest."""
        return [str(self.program), f"--check={self.output}", *(["--reread"] if reread else [])]

    def incomplete(self) -> list[int]:
        """The numbers of the bands that are not complete. Raises BadUsage where engrave refuses the image."""
        done = subprocess.run(self.command(f"--incomplete={self.bands}"), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BadUsage(one_line(done.stderr, 1000) or f"{self.program}: ended with exit code {done.returncode}")
        return list(map(int, done.stdout.split()))


def banded_image(program: Path, output: Path, bands: int, words: Sequence[str]) -> BandedImage:
    """Raises BadUsage where the program is not there, or `words` has an option that is not the image's."""
    if not program.is_file():
        raise BadUsage(f"--engrave {program}: no such file; expected the program engrave of a build "
                       "(cmake --build build --target engrave)")
    for word in words:
        if word.partition("=")[0] in OURS:
            raise BadUsage(f"{word}: each task sets this itself; expected options of the image alone, such as "
                           "--size=40000x30000")
    if not output.parent.is_dir():
        raise BadUsage(f"--output {output}: there is no such folder; expected one that all machines share")
    return BandedImage(program.resolve(), output.resolve(), bands, tuple(words))


def ranges(numbers: Sequence[int]) -> str:
    """"1,3-5" for ascending numbers."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)
