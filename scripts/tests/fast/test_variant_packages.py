"""A Python package that is missing or broken costs the rows that need it, and nothing else."""

import sys
from types import SimpleNamespace

import pytest

from rungs.data.errors import BadUsage, Unsupported
from rungs.engine import frameworks, variants

VARIANT = """
import rungs
@jit
@rungs.variant("stitch/made/{name}", framework="torch", idea="made up")
def made(p): pass
"""
STANDS_IN = "def jit(f): return f\n"


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Imports files {name: text}, one of them or the folder; returns {variant: why it cannot run}."""
    monkeypatch.setattr(variants, "_loaded", {})
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    packages = tmp_path / "packages"
    packages.mkdir()
    monkeypatch.syspath_prepend(packages)
    for name, text in {"broken_a": "raise OSError('libcudart.so.12: no such file')", "old_a": "x = 1",
                       "half_a": "import no_such_half"}.items():
        (packages / f"{name}.py").write_text(text)

    def run(files, one=""):
        folder = tmp_path / "cases" / "stitch" / "made"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text)
        variants.import_files([folder / one if one else tmp_path / "cases"])
        return {one.name: one.missing for one in variants.loaded()}
    return run


@pytest.mark.parametrize(("imports", "why"), [
    ("from no_such_a import jit", "the Python package no_such_a is missing"),
    ("import no_such_a.language as tl\njit = tl.jit", "the Python package no_such_a is missing"),
    ("import no_such_a\nfrom no_such_b import x\njit = no_such_a.jit",
     "the Python package no_such_a is missing; the Python package no_such_b is missing"),
    ("from broken_a import jit", "the Python package broken_a cannot be loaded (libcudart.so.12: no such file)"),
    ("from old_a import jit", "the Python package old_a cannot be loaded (cannot import name 'jit' from 'old_a' ({}))"),
    ("from half_a import jit", "the Python package no_such_half is missing"),
    ("from near import jit", "the Python package no_such_a is missing")])
def test_its_variants_are_unsupported_and_the_others_are_not(load, tmp_path, imports, why):
    files = {"a.py": imports + VARIANT.format(name="a"), "b.py": STANDS_IN + VARIANT.format(name="b"),
             "c.py": "try:\n    from no_such_a import jit\nexcept ImportError:\n    def jit(f): return f\n"
                     + VARIANT.format(name="c")}
    helper = {"near.py": "import no_such_a\n"} if "near" in imports else {}
    assert load({**files, **helper}) == {"made/a": why.format(tmp_path / "packages" / "old_a.py"), "made/b": "",
                                         "made/c": ""}


@pytest.mark.parametrize(("text", "why"), [
    ("import no_such_a", "the Python package no_such_a is missing"),
    ("import no_such_a\nno_such_a.x.__version__ > 1" + VARIANT, "AttributeError"),
    ("import near" + VARIANT, "SyntaxError"), ("1 / 0" + VARIANT, "ZeroDivisionError")])
def test_a_mistake_in_the_file_is_none_of_a_package(load, text, why):
    with pytest.raises(BadUsage, match=why):
        load({"a.py": text, "near.py": "def"}, "a.py")
    assert not variants.loaded()


def test_a_torch_without_cuda_is_unsupported_where_it_is_prepared(monkeypatch):
    backends = SimpleNamespace(cuda=SimpleNamespace(is_built=lambda: False))
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(backends=backends))
    with pytest.raises(Unsupported, match="the Python package torch was built without CUDA"):
        frameworks.Torch()
