"""What a peer is, and the list of them."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

LIBRARIES = {"cupy": "CuPy", "torch": "PyTorch", "opencv": "OpenCV"}
BACKENDS = {"cupy": "cuda", "torch": "cuda", "opencv": "host"}

_peers = {}


@dataclass(frozen=True)
class Peer:
    """A library's call that solves a case's problem.

    `setup(lib, problem, inputs)` gives a function without arguments: what is timed. It queues (on the host: does) the
    work and returns the library's array, in the output's order. `lib` has `put(array)`, which uploads an input,
    `empty(shape, dtype)`, an output that holds garbage, and the library's modules by name. `inputs` is {name: bytes}.
    """

    case: str
    name: str        # "peer/cupy_tile", as in the CSV
    package: str     # a key of LIBRARIES
    idea: str
    setup: Callable
    result: int = 0  # the kind of result, as the number of the case's enum
    params: dict = field(default_factory=dict)    # values that it is about; with others it makes no row
    border: int = 0  # outermost pixels that it writes and the case leaves alone: not looked at
    refuse: Callable = lambda problem: ""         # why it cannot do a problem, '' where it can
    note: str = ""   # what a reader of its rows must know

    @property
    def full_name(self) -> str:
        return f"{self.case}/{self.name}"

    @property
    def backend(self) -> Any:
        return BACKENDS[self.package]


def peer(library: str, case: str, what: str, idea: str, **more: Any) -> Callable:
    """Registers the decorated function as the setup of `case`/peer/`library`_`what`. Two of one name are an error."""
    def register(setup: Callable) -> Callable:
        add(Peer(case, f"peer/{library}_{what}", library, idea, setup, **more))
        return setup
    return register


def add(one: Peer) -> None:
    if one.full_name in _peers:
        raise ValueError(f"two peers are named {one.full_name}")
    _peers[one.full_name] = one


def every() -> list[Peer]:
    """All peers, by library and in the order of their files. None of the libraries is imported by this."""
    for library in LIBRARIES:
        importlib.import_module(f"rungs.baselines.{library}_peers")
    return list(_peers.values())
