"""The libraries' faces: against modules made up for the tests, and the real ones where they are."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from command_line import check_any_row
from command_line import read as read_rows
from conftest import Command
from fake_peers import library_path

from rungs.baselines import devices, facts, registry
from rungs.data.errors import LibraryMissing

peers = Command("peers")

ID = bytes(range(16))
UUID = "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f"


@pytest.mark.parametrize("given", [ID, UUID, UUID.removeprefix("GPU-"), UUID.upper()])
def test_a_gpu_has_one_name_however_a_library_spells_it(given):
    assert facts.uuid(given) == UUID


@pytest.mark.parametrize("given", ["", b"", b"short", "unknown"])
def test_a_name_that_is_none_is_left_out(given):
    assert facts.uuid(given) == ""


def test_the_driver_is_told_as_bench_tells_it(tmp_path, monkeypatch):
    monkeypatch.setattr(facts, "DRIVER_FILE", tmp_path / "version")
    assert facts.driver(13000) == "CUDA 13.0"
    (tmp_path / "version").write_text("NVRM version: NVIDIA Kernel Module  580.159.04  Wed\nGCC version: 12.2.0\n")
    assert facts.driver(12080) == "580.159.04 for CUDA 12.8"


class Event:
    """Its time is what the module's own clock shows when it is recorded."""

    def __init__(self, module):
        self._module, self.done = module, True

    def record(self):
        self._module.now += 1
        self.at = self._module.now

    def query(self):
        return self.done

    def synchronize(self):
        pass

    def elapsed_time(self, stop):
        return stop.at - self.at


def fake_cupy():
    module = SimpleNamespace(now=0, held=[], written=[], __version__="13.6.0")
    runtime = SimpleNamespace(getDeviceProperties=lambda index: {"name": b"NVIDIA X", "uuid": ID, "l2CacheSize": 4096},
                              runtimeGetVersion=lambda: 12090)
    module.cuda = SimpleNamespace(runtime=runtime, Event=lambda: Event(module), get_elapsed_time=lambda a,
                                  b: b.at - a.at,
                                  Device=lambda *_: SimpleNamespace(use=lambda: None, synchronize=lambda: None))
    module.RawKernel = lambda source, name: lambda grid, block, arguments: module.held.append(int(arguments[0]))
    data = SimpleNamespace(memset_async=lambda value, size: module.written.append(size))
    module.empty = lambda count, dtype: SimpleNamespace(data=data, nbytes=count)
    module.asarray, module.asnumpy = np.asarray, np.asarray
    module.zeros = lambda shape, dtype: np.zeros(shape, dtype)
    module.sum = lambda array, dtype, out: module.read.append(array.nbytes)
    module.read = []
    return module


def fake_torch():
    module = SimpleNamespace(now=0, held=[], written=[], __version__="2.9.0", uint8="uint8")
    properties = SimpleNamespace(name="NVIDIA X", uuid=UUID.removeprefix("GPU-"), L2_cache_size=4096)
    module.cuda = SimpleNamespace(set_device=lambda index: None, get_device_properties=lambda index: properties,
                                  _sleep=module.held.append, synchronize=lambda: None, empty_cache=lambda: None,
                                  Event=lambda enable_timing: Event(module))
    module.version = SimpleNamespace(cuda="12.9")
    module.float32, module.read = "float32", []
    module.zeros = lambda count, dtype, device: SimpleNamespace(sum=lambda: module.read.append(4 * count))
    module.empty = lambda count, dtype, device: SimpleNamespace(fill_=lambda value: module.written.append(count))
    return module


@pytest.mark.parametrize(("opener", "modules", "versions"), [
    (devices.CupyDevice, {"cupy": fake_cupy(), "cupyx.scipy.ndimage": SimpleNamespace()}, "CuPy 13.6.0, Python "),
    (devices.TorchDevice, {"torch": fake_torch()}, "PyTorch 2.9.0, Python ")])
def test_a_gpu_library_gives_facts_and_a_probe_its_time(monkeypatch, opener, modules, versions):
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(facts, "DRIVER_FILE", facts.Path("/nowhere"))
    monkeypatch.setattr(facts, "driver_cuda", lambda: 13000)
    device = opener(0)
    assert (device.name, device.uuid, device.driver, device.cuda) == ("NVIDIA X", UUID, "CUDA 13.0", "12.9")
    assert device.versions.startswith(versions)
    fake = next(iter(modules.values()))
    assert fake.held == [1]
    device.flush(dirty=True)
    assert (fake.written, fake.read) == ([2 * 4096], [])
    device.flush()
    assert (fake.written, fake.read) == ([2 * 4096] * 2, [4 * 4096])
    start, stop = device.event(), device.event()
    device.record(start)
    device.record(stop)
    device.wait(stop)
    assert device.done(start) and device.elapsed_us(start, stop) == 1000


@pytest.mark.parametrize("opener", devices.OPENERS.values())
def test_a_library_that_cannot_be_imported_is_missing(monkeypatch, opener):
    for name in ("cupy", "torch", "cv2"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(LibraryMissing, match="not found"):
        opener(0, flush_caches=None)


def test_a_gpu_that_is_not_there_is_a_reason_in_one_line(monkeypatch):
    module = fake_torch()
    monkeypatch.setitem(sys.modules, "torch", module)

    def refuse(index):
        raise RuntimeError("invalid device\nordinal")
    module.cuda.set_device = refuse
    with pytest.raises(LibraryMissing, match="GPU 7 .invalid device ordinal"):
        devices.TorchDevice(7)


@pytest.mark.parametrize("opener", devices.OPENERS.values())
def test_a_broken_library_is_missing_too(monkeypatch, opener):
    def broken(name):
        raise OSError("libcudart.so.13: cannot open\nshared object file")
    monkeypatch.setattr("rungs.data.libraries.importlib.import_module", broken)
    with pytest.raises(LibraryMissing, match="cannot be loaded .libcudart.so.13: cannot open shared"):
        opener(0, flush_caches=None)


def test_the_host_runs_on_one_thread_and_flushes_what_a_peer_was_given(monkeypatch):
    threads, flushed = [], []
    monkeypatch.setitem(sys.modules, "cv2", SimpleNamespace(__version__="4.12.0", setNumThreads=threads.append))
    device = devices.HostDevice(0, flushed.append)
    assert threads == [1]
    given = np.arange(3)
    placed = device.put(given)
    device.flush()
    assert len(flushed) == 1 and flushed[0] is placed
    device.release()
    device.flush()
    assert len(flushed) == 1
    device.overwrite(placed, given + 1)
    assert (given.tolist(), device.get(placed).tolist()) == ([0, 1, 2], [1, 2, 3])


@pytest.mark.parametrize("library", registry.LIBRARIES)
def test_the_real_library_is_right_where_it_is_there(tmp_path, library, capsys):
    try:
        devices.OPENERS[library](0, flush_caches=None)
    except LibraryMissing as error:
        pytest.skip(f"{registry.LIBRARIES[library]}: {error}")
    path = tmp_path / "r.csv"
    code = peers.main([f"--library={library_path()}", f"--filter=/{library}_", "--sizes=211", f"--out={path}",
                       "--min-time=0", "--min-samples=2", "--time-limit=0.05", "--cache=cold,hot"])
    rows = read_rows(path)
    for row in rows:
        check_any_row(row)
    assert (code, {row["status"] for row in rows} <= {"ok", "unsupported"}) == (0, True), capsys.readouterr().out
