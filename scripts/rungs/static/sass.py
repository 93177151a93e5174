"""Counts of a kernel's machine instructions (SASS) by what they do, from the text that nvdisasm prints.

The counts are static: how often an instruction stands in the code, not how often it runs. Copies that the compiler
made by unrolling count each, and so does the code of subroutines behind a CALL (also counted as `in_subroutines`).
"""

import re


def _width(instruction: str, bits: str) -> str:
    """Pattern of a global load or store of a width; `bits` as in the modifiers, '' for 32, which has none."""
    return rf"{instruction}\b(?=\S*\.(?:{bits})\b)" if bits else rf"{instruction}\b"


# One table for all architectures: (class, pattern at the start of an instruction, why it matters). The first that
# matches counts. An instruction's names differ between architectures; its class should not.
CLASSES = (
    ("async_copy", r"(?:LDGSTS|UBLK\w+|UTMA\w+|LDGDEPBAR|DEPBAR|ARRIVES)\b",
     "copies to shared memory past the registers, and the waits for them: edm from k3 on"),
    ("barrier", r"(?:BAR|SYNCS|UCGABAR\w*)\b", "threads that wait for a block: the tree reductions, tiles"),
    ("fence", r"(?:MEMBAR|FENCE|ERRBAR|CCTL\w*)\b", "order of memory accesses: sums in one launch, pipelines"),
    ("constant_load", r"(?:LDC|ULDC|LDCU)\b", "kernel arguments that are read again in place of kept"),
    ("exchange", r"(?:SHFL|REDUX|CREDUX|VOTEU?|MATCH)\b",
     "values that cross a warp: what the compiler makes of one atomic a thread"),
    ("uniform", r"U[A-Z]\w*\b", "work done once a warp in place of once a thread"),
    ("min_max", r"(?:V?IMNMX3?|FMNMX3?|VIADDMNMX|[DH]MNMX2?|VHMNMX)\b",
     "minima and maxima that the hardware has: median, reduce max"),
    ("conversion", r"(?:I2FP?|F2I|F2FP?|I2IP?|FRND)\b", "an integer division's start, and coordinates made of indices"),
    ("special_function", r"MUFU\b", "reciprocals and roots, an eighth of the rate or less: divisions, edm's distance"),
    ("move", r"(?:MOV|IMAD\.MOV|S2R|CS2R|R2UR|S2UR|CS2UR|(?:IMAD(?!\.X)|HFMA2)\S* R\d+, -?RZ, RZ,)",
     "values carried about; the compiler moves by IMAD and HFMA2 as well, to spread the load"),
    ("shift", r"(?:IMAD\.SHL|SHF\b(?!\S*\.[US]64)|SHL|SHR|SGXT|BMSK)",
     "bytes and bits brought to their places: median"),
    ("integer_64", r"(?:IMAD\.WIDE|(?:IADD3?|IMAD|LEA|ISETP|SHF)\b\S*\.(?:X|EX|[US]?64)\b)",
     "halves of 64-bit integers: addresses, and indices that need not be so wide (edm k2, k3)"),
    ("integer", r"(?:IMAD|IADD3?|IADD32I|VIADD|LEA|ISCADD|IABS|IDP|ISAD|VABSDIFF\d?)\b",
     "additions and multiply-adds of 32 bits: indices, and a division's steps"),
    ("permute", r"PRMT\b", "bytes picked from two words: packed minima are made of it, and of logic"),
    ("logic", r"(?:LOP3?|LOP32I)\b", "three-input logic: masks and selections of packed bytes"),
    ("compare_select", r"(?:ISETP|ICMP|FSETP|FCHK|PLOP3|P2R|R2P|SEL|FSEL)\b",
     "bounds, loop ends, choices without a branch"),
    ("float", r"(?:FADD|FMUL|FFMA)2?\w*\b", "the arithmetic that edm and uv are there for"),
    ("double", r"(?:DADD|DMUL|DFMA|DSETP)\b", "a sixty-fourth of the rate on small GPUs: there should be none"),
    ("global_load_8", _width("LDG", "[US]8"), "bytes one by one: a quarter of what a word's load brings"),
    ("global_load_16", _width("LDG", "[US]16"), "as 8"),
    ("global_load_64", _width("LDG", "64"), "a point of edm, a pair"),
    ("global_load_128", _width("LDG", "128"), "four words at once: copy, read, tree_1d"),
    ("global_load_256", _width("LDG", "256"), "as 128, from sm_100 on"),
    ("global_load_32", _width("LDG", ""), "a word a thread"),
    ("global_store_8", _width("STG", "[US]8"), "bytes one by one: median"),
    ("global_store_16", _width("STG", "[US]16"), "as 8"),
    ("global_store_64", _width("STG", "64"), "a pair"),
    ("global_store_128", _width("STG", "128"), "four words at once: fill, copy"),
    ("global_store_256", _width("STG", "256"), "as 128, from sm_100 on"),
    ("global_store_32", _width("STG", ""), "a word a thread"),
    ("generic_access", r"(?:LD|ST|QSPC)\b", "accesses of which the compiler does not know the memory"),
    ("shared_load", r"(?:LDS|LDSM)\b", "reads of shared memory"),
    ("shared_store", r"(?:STS|STSM)\b", "writes to shared memory"),
    ("local", r"(?:LDL|STL)\b", "arrays that are indexed at run time, and spills: memory in place of registers"),
    ("atomic_global", r"ATOMG?\b", "atomics that return the old value: uv's atomicExch"),
    ("reduction_global", r"REDG?\b", "atomics that return nothing: distance's atomicMin, reduce"),
    ("atomic_shared", r"ATOMS\b", "atomics in shared memory: reduce/gpu/shared_atomics"),
    ("convergence", r"(?:BSSY|BSYNC|BREAK|BMOV|WARPSYNC|YIELD|ENDCOLLECTIVE)\b",
     "what divergent branches cost beside the branch"),
    ("call_division_64", r"CALL\b(?=.*__cuda_\w+_(?:div|rem)_[us]64\b)",
     "a 64-bit division's subroutine; a branch beside it does the division in 32 bits where the upper halves are 0"),
    ("call_other", r"CALL\b(?!.*\(\.L_)",
     "other subroutines: a root's or a division's rare cases, functions that are not inlined"),
    ("branch", r"(?:BRA|BRX|BRXU|JMP|JMX|JMXU|CALL)\b",
     "loops and conditions; the CALL of a place within the kernel is one too"))

NAMES = ("total", "in_subroutines", *(name for name, _, _ in CLASSES), "other")

_CLASS = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern, _ in CLASSES))
_SECTION = re.compile(r'\s*\.section\s+\.text\.([\w$.]+),')
_LABEL = re.compile(r"([$.\w]+):")
_INSTRUCTION = re.compile(r"\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([^;]*?)\s*;")


def class_of(instruction: str) -> str:
    """The class of one instruction (no predicate in front), or 'other'."""
    return found.lastgroup or "" if (found := _CLASS.match(instruction)) else "other"


def count(text: str) -> dict[str, dict]:
    """Counts the instructions of each section of code in nvdisasm's text: {mangled name: {class: number}}.

    Padding is left out: NOP, and the branch to itself that stops a fetch beyond the end.
    """
    counts, here, subroutine, labels = {}, None, 0, []
    for line in text.splitlines():
        if section := _SECTION.match(line):
            here, subroutine, labels = counts.setdefault(section[1], dict.fromkeys(NAMES, 0)), 0, []
        elif label := _LABEL.match(line):
            labels.append(label[1])
            # Subroutines stand behind the kernel, in its section; theirs alone are labels that begin with $.
            subroutine = subroutine or label[1].startswith("$")
        elif here is not None and (instruction := _INSTRUCTION.match(line)):
            code = instruction[1]
            if code != "NOP" and code not in [f"BRA `({label})" for label in labels]:
                here["total"] += 1
                here["in_subroutines"] += subroutine
                here[class_of(code)] += 1
            labels = []
    return counts
