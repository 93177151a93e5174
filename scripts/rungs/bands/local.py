"""The tasks as processes of this machine."""

import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

from rungs.bands.image import BandedImage
from rungs.data.errors import one_line


def run_bands(image: BandedImage, numbers: Sequence[int], at_once: int, resume: bool,
              say: Callable[[str], None]) -> list[int]:
    """Computes bands, `at_once` of them at a time; returns those that failed, each of which has been said. An interrupt
    ends the processes, which record what is there."""
    running: set[subprocess.Popen] = set()

    def one(number: int) -> tuple[int, str]:
        more = [f"--band={number}/{image.bands}", *(["--resume"] if resume else [])]
        with subprocess.Popen(image.command(*more), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True) as process:
            running.add(process)
            error = process.communicate()[1]
            running.discard(process)
        return process.returncode, one_line(error, 1000) if error else ""

    failed = []
    with ThreadPoolExecutor(at_once) as pool:
        tasks = {pool.submit(one, number): number for number in numbers}
        try:
            for task in as_completed(tasks):
                code, error = task.result()
                if code != 0:
                    failed.append(tasks[task])
                    how = error or (f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}")
                    say(f"band {tasks[task]} of {image.bands}: {how}")
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(running):
                process.terminate()
            raise
    return sorted(failed)
