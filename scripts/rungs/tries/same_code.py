"""Whether kernels are the same code on the simulator as on a GPU."""

import re
from pathlib import Path

_NAMES = re.compile(r"\b(?:RUNGS_SIMULATOR|__CUDA_ARCH__|__CUDACC__|RUNGS_GPU_ONLY)\b")
_NEGATED = re.compile(r"#\s*(?:ifndef\s+RUNGS_SIMULATOR\b|if\s+!\s*defined\s*\(?\s*RUNGS_SIMULATOR\b)")
_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def differences(file: Path) -> list[str]:
    """A line of text for each place where a kernel has code for the simulator alone, or for a GPU alone, or where
    there is one for the simulator alone. To leave a whole kernel out (#ifndef RUNGS_SIMULATOR) is no difference."""
    text = _TEXT.sub(lambda found: "\n" * found.group().count("\n"), file.read_text("utf-8", "replace"))
    found: list[str] = []
    branches: list[int] = []  # of #if: 1 where the code is for the simulator alone, -1 where it is not for it
    depth = kernel_depth = 0
    in_kernel = False
    for number, line in enumerate(text.split("\n"), 1):
        directive = line.lstrip()
        if directive.startswith("#"):
            if in_kernel and _NAMES.search(line):
                found.append(f"{file}:{number}: {directive} in a kernel")
            if re.match(r"#\s*if", directive):
                branches.append(0 if "RUNGS_SIMULATOR" not in line else -1 if _NEGATED.match(directive) else 1)
            elif re.match(r"#\s*el", directive) and branches:
                branches[-1] = -branches[-1]
            elif re.match(r"#\s*endif", directive) and branches:
                branches.pop()
            continue
        if "__global__" in line and not in_kernel:
            in_kernel, kernel_depth = True, depth
            if 1 in branches:
                found.append(f"{file}:{number}: a kernel for the simulator alone")
        elif in_kernel and (name := _NAMES.search(line)):
            found.append(f"{file}:{number}: {name[0]} in a kernel")
        for sign in re.findall(r"[{};]", line):
            depth += {"{": 1, "}": -1, ";": 0}[sign]
            if in_kernel and depth == kernel_depth and sign in "};":
                in_kernel = False
    return found
