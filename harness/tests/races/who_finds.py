"""Which tool finds which planted race: prints a table in Markdown.

Usage: who_finds.py ON_GPU RACES_TESTS
  ON_GPU       the program of on_gpu.cu (nvcc -std=c++20 -lineinfo -I. -Iharness/include on_gpu.cu)
  RACES_TESTS  the tests of the simulator's race check
compute-sanitizer must be on the PATH.
"""

import itertools
import re
import subprocess
import sys

TOOLS: dict[str, list[str]] = {"racecheck": [], "memcheck": ["--padding", "128"], "initcheck": [], "synccheck": []}
KERNEL = re.compile(r"(\w+)<\(bool\)([01])>")


def output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=300).stdout


def main() -> None:
    on_gpu, races_tests = sys.argv[1:]
    names: list[str] = []
    found: dict[str, set] = {tool: set() for tool in TOOLS}
    for test in itertools.count():
        launched = re.findall(r"launched (\w+):", output(on_gpu, str(test)))
        if not launched:
            break
        names += dict.fromkeys(launched)
        for tool, options in TOOLS.items():
            found[tool] |= set(KERNEL.findall(output("compute-sanitizer", "--tool", tool, *options,
                                                     "--destroy-on-device-error", "kernel", on_gpu, str(test))))
    ours = "[  PASSED  ]" in (said := output(races_tests)) and "[  FAILED  ]" not in said
    print("| kernel | bench_races |", " | ".join(TOOLS), "|\n| --- |" + " --- |" * (1 + len(TOOLS)))
    for name in names:
        print(f"| `{name}` | {'found' if ours else '?'} |",
              " | ".join("found" if (name, "0") in found[tool] else "" for tool in TOOLS), "|")
    print(f"| of {len(names)} | {len(names) if ours else '?'} |",
          " | ".join(str(sum((name, "0") in found[tool] for name in names)) for tool in TOOLS), "|")
    print("| false alarms on their mended twins | 0 |" if ours else "| false alarms | ? |",
          " | ".join(str(sum((name, "1") in found[tool] for name in names)) for tool in TOOLS), "|")


main()
