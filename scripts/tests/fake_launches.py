"""A libbench_c.so made up for the tests, and an NVBench and a Triton: so that `rungs check clocks` runs without a GPU.

The library knows the variants made/gpu/right, wrong (verified as incorrect), broken (cannot be opened) and waits (which
NVBench cannot time); it needs a C compiler. Streams that it is launched on are written to the file in $FAKE_STREAMS."""

import shutil
import subprocess

import pytest

LIBRARY = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Launch { char name[32]; int launches; };
static const char* error = "";
static char params_text[64];

static int known(const char* name) {
  error = "not a CUDA variant of this build";
  return strncmp(name, "made/gpu/", 9) == 0;
}
const char* rungs_error(void) { return error; }
const char* rungs_launch_default_size(const char* name) { return known(name) ? "32x16" : NULL; }
const char* rungs_launch_params(const char* name, const char* size, const char* params) {
  if (!known(name)) return NULL;
  snprintf(params_text, sizeof params_text, "op=%s", strncmp(params, "op=", 3) ? "sum" : params + 3);
  return params_text;
}
const char* rungs_launch_device(void) {
  error = "no CUDA device can be used: none found";
  return getenv("FAKE_NO_GPU") ? NULL : "Made-up GPU";
}
void* rungs_launch_open(const char* name, const char* size, const char* params, uint64_t seed) {
  error = "out of\n device memory";
  if (strcmp(name, "made/gpu/broken") == 0) return NULL;
  struct Launch* launch = calloc(1, sizeof *launch);
  strncpy(launch->name, name + strlen("made/gpu/"), sizeof launch->name - 1);
  return launch;
}
int rungs_launch_run(struct Launch* launch, void* stream) {
  FILE* file = fopen(getenv("FAKE_STREAMS"), "a");
  fprintf(file, "%s %ju\n", launch->name, (uintmax_t)(uintptr_t)stream);
  fclose(file);
  return ++launch->launches;
}
int rungs_launch_correct(struct Launch* launch) {
  error = "after a launch: 7 wrong; first (3, 4)";
  return launch->launches > 0 && strcmp(launch->name, "wrong") != 0;
}
void rungs_launch_close(struct Launch* launch) { free(launch); }
"""

NVBENCH = '''
import json
import os
import sys

__version__ = "9.8.7"
_registered = []
register = _registered.append


class State:
    def get_stream(self):
        return self

    def addressof(self):
        return 2**40 + 7

    def exec(self, fn, *, batched=None, sync=False, timer=False):
        assert batched and not sync and not timer
        fn(None)


def run_all_benchmarks(argv):
    kernel, = _registered
    print("| much | Markdown |")
    kernel(State())
    if "waits 1099511627783" in open(os.environ["FAKE_STREAMS"]).read():
        print("A deadlock was detected.")
        sys.exit(3)
    with open(argv[argv.index("--json") + 1], "w") as file:
        file.write(os.environ["FAKE_JSON"])
'''

TORCH = '''
class cuda:
    is_available = staticmethod(lambda: True)

    class current_stream:
        cuda_stream = 5
'''

TRITON = '''
def do_bench(fn, warmup, rep, return_mode):
    assert return_mode == "median"
    fn()
    return 0.03
'''

MISSING = 'raise ModuleNotFoundError("none of this here")\n'


def write_tools(folder, nvbench=NVBENCH, triton=TRITON):
    """NVBench and Triton (with a PyTorch), each as told, or missing where that is empty; they are found from `folder`
    before any others."""
    for name, text in {"cuda/__init__.py": "", "cuda/bench.py": nvbench or MISSING,
                       "torch.py": TORCH if triton else MISSING,
                       "triton/__init__.py": '__version__ = "3.2.1"\n' if triton else MISSING,
                       "triton/testing.py": triton}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def build_library(folder):
    """The path of the library; skips the test where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or pytest.skip("no C compiler here to make the kernels")
    (folder / "fake.c").write_text(LIBRARY, encoding="utf-8")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", "libfake.so", "fake.c"], cwd=folder, check=True)
    return folder / "libfake.so"
