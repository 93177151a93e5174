"""engrave, killed at random moments: --resume goes on where the record ends, and gives the same image."""

import random
import signal
import subprocess
import time

import pytest
from engraving import MIB, call, digest, made, program, recorded, refused

SIZE = "--size=2000x5001"
BYTES = 2000 * 5001
BLOCKS = 5  # of a band, MiB each; the second band's last one is shorter
KILLS = 30


def words(band, *more):
    return [SIZE, "--sink=raw", "--output=image.raw", "--step-mib=1", f"--band={band}/2", *more]


def start(folder, *more):
    return subprocess.Popen([program(), *more], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def done_blocks(folder, band):
    """Blocks in the record of a band, 0 where it has none yet."""
    try:
        return recorded(folder / "image.raw", f"{band}-of-2")
    except FileNotFoundError:
        return 0


def start_until_recorded(folder):
    """The first band's process, as soon as it has recorded something."""
    process = start(folder, *words(1))
    while done_blocks(folder, 1) == 0 and process.poll() is None:
        time.sleep(0.001)
    return process


def test_killed_at_random_moments_it_goes_on(tmp_path):
    begun = time.monotonic()
    whole = made(tmp_path, SIZE)["digest"]
    seconds = (time.monotonic() - begun) / 2  # of a band
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")  # shown when the test fails
    moments = random.Random(seed)
    kills, inside = 0, 0
    first, last = {1: 0, 2: BLOCKS * MIB}, {1: BLOCKS * MIB, 2: BYTES}
    while kills < KILLS:
        for band in (1, 2):
            while True:
                before = done_blocks(tmp_path, band)
                process = start(tmp_path, *words(band, "--resume"))
                time.sleep(moments.uniform(0, seconds))
                process.kill()
                said = process.communicate()[0]
                if process.returncode == 0:  # it was faster
                    left = max(last[band] - first[band] - before * MIB, 0)
                    assert f"computed   {left}\n" in said, "no more than what was not recorded"
                    break
                assert process.returncode == -signal.SIGKILL
                kills += 1
                after = done_blocks(tmp_path, band)
                inside += 0 < after < BLOCKS
                assert after >= before, "nothing that is recorded is lost"
                if band == 2 and after > 0:  # at most one step was in flight
                    assert (tmp_path / "image.raw").stat().st_size <= first[2] + (after + 1) * MIB
        assert made(tmp_path, "--check=image.raw", "--reread")["digest"] == whole
        assert digest((tmp_path / "image.raw").read_bytes()) == whole
        for path in tmp_path.iterdir():
            path.unlink()
    assert inside > 0, "it was killed inside a band"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_asked_to_end_it_records_what_is_there(tmp_path, number):
    process = start_until_recorded(tmp_path)
    process.send_signal(number)
    error = process.communicate()[1]
    assert process.returncode == 130 and error.startswith("engrave: interrupted after ")
    assert error.endswith("--resume goes on from there\n")
    done = done_blocks(tmp_path, 1)
    assert 0 < done < BLOCKS and f" {done * MIB} " in error
    assert made(tmp_path, *words(1, "--resume"))["computed"] == str((BLOCKS - done) * MIB)


def test_two_processes_do_not_compute_one_band(tmp_path):
    process = start_until_recorded(tmp_path)
    process.send_signal(signal.SIGSTOP)
    try:
        refused(call(tmp_path, *words(1, "--resume")), 1, "another process computes band 1 of 2")
    finally:
        process.send_signal(signal.SIGCONT)
    assert process.wait() == 0
