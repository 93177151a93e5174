"""scripts/sanitize.sh with a made-up compute-sanitizer and a made-up bench."""

import os
import subprocess

from conftest import SCRIPTS, executable
from made_up_list import as_json

LISTED = as_json([(name, "cuda") for name in ("tiles/gpu/right", "tiles/gpu/wrong", "tiles/peer/library",
                                             "tiles/gpu/edges", "tiles/gpu/never")])


def sanitize(folder, *words):
    """(exit code, what was said) of a run over four GPU variants: one is found to be wrong, one is supported at
    edge cases alone, one not at all."""
    bench = executable(folder / "bench", "#!/bin/sh\n[ $1 = --version ] && echo 'commit    c0ffee' && exit\n"
                                         f"cat <<'END'\n{LISTED}END\n")
    executable(folder / "bin" / "nvidia-smi", "#!/bin/sh\necho 'NVIDIA Made Up'\n")
    executable(folder / "bin" / "compute-sanitizer",
               "#!/bin/sh\ncase \"$*\" in *--edge-cases*) ;; *memcheck*gpu/wrong*)\n"
               "echo 'bench: every row is unsupported: nothing'\n"
               "echo '========= Invalid write'; echo '========= ERROR SUMMARY: 1 error'; exit 1;; esac\n"
               "case \"$*\" in\n"
               "*gpu/never*|*gpu/edges*--sizes=97*) echo 'bench: every row is unsupported: nothing'; exit 1;; esac\n")
    filters = [word for word in words if word.startswith("--")]
    done = subprocess.run([SCRIPTS / "sanitize.sh", *filters, bench, *(word for word in words if word not in filters)],
                          capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "TMPDIR": str(folder)})
    return done.returncode, done.stdout + done.stderr


def test_a_finding_names_tool_and_variant(tmp_path):
    code, said = sanitize(tmp_path, "memcheck", "racecheck")
    assert code == 1 and "memcheck   FOUND SOMETHING" in said and "memcheck tiles/gpu/wrong: exit code 1" in said
    assert "Invalid write" in said and "racecheck  clean: 3 variants, not checked: tiles/gpu/never" in said


def test_a_part_can_be_checked(tmp_path):
    for word, told in (("right$", "clean: 1 variants"), ("never$", "nothing is checked, not checked: tiles/gpu/never")):
        assert sanitize(tmp_path, f"--filter={word}", "memcheck") == (
            0, f"commit c0ffee, on NVIDIA Made Up\nmemcheck   {told}\n")
    for word, why in ("--filter=nosuch", "no GPU variants like nosuch"), ("nosuch", "'nosuch' is not a tool"):
        code, said = sanitize(tmp_path, word)
        assert code == 2 and why in said
