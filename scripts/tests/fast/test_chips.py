"""`rungs static --chips` on a build whose tools are made up: every variant on every chip, and what does not compile."""

import re

import pytest
from conftest import Command
from static_reports import REPORT

from rungs.static import chips, cuda_sources, occupancy

program = Command("static")


def run(build, *options):
    return program.run(build, "--chips", "--architectures=75,90", *options)


def test_a_line_a_kernel_and_a_column_a_chip(cuda_build, capsys):
    assert list(chips.CHIPS) == ["75", "80", "86", "89", "90", "100", "120"]
    assert all(occupancy.limits(name) for name in chips.CHIPS)
    assert run(cuda_build) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| variant | kernel | sm_75 | sm_90 |" and len(lines) == 2 + 4 + 1
    assert "| `tiles/gpu/quick` | `slow` | 32, 100 % | 32, 100 % |" in lines
    assert lines[-1] == "3 variants compile for sm_75, sm_90"
    assert run(cuda_build, "--out", cuda_build / "chips.md") == 0
    page = (cuda_build / "chips.md").read_text()
    assert "2 variants with kernels of their own; CUDA 13.0.88" in page and "| sm_75 | Turing: T4, RTX 20 |" in page
    assert "| `tiles/gpu/quick` | `slow` | 32, 100 % | 32, 100 % |" in page


def test_spilled_bytes_and_a_variant_that_needs_a_newer_chip_are_shown(cuda_build, capsys):
    (cuda_build / "tools" / "report").write_text(REPORT)
    (cuda_build / "quick.cu").write_text('rungs::require_target(kernel_for(p), 90, "a bulk copy");\n')
    assert run(cuda_build, "--filter=quick") == 0
    assert "| `tiles/gpu/quick` | `slow` | needs sm_90 | 32, 100 %, spills 88 B |" in capsys.readouterr().out


def test_what_does_not_compile_is_named_and_the_rest_is_shown(cuda_build, capsys):
    commands = cuda_build / "compile_commands.json"
    commands.write_text(commands.read_text().replace("slow", "broken"))
    (cuda_build / "slow.cu").rename(cuda_build / "broken.cu")
    assert run(cuda_build) == 1
    output = capsys.readouterr()
    assert "| `tiles/gpu/quick` | `slow` | 32, 100 % |" in output.out
    assert re.search(r"rungs static: tiles/gpu/broken does not compile for sm_75: .*broken.cu\(3\): error", output.err)
    assert "variants compile for" not in output.out


@pytest.mark.parametrize(("options", "wanted"), [
    (["--architectures=52"], "nvcc knows no '52'; expected some of 75,90"),
    (["--check"], "--chips does not go with --check or --loops"), (["--filter=nosuch"], "expected a part of a name"),
    (["--out=/dev/null/chips.md"], "/dev/null/chips.md: no such folder")])
def test_bad_usage_is_one_line_and_code_2(cuda_build, capsys, options, wanted):
    assert wanted in program.refused(capsys, cuda_build, "--chips", "--architectures=75,90", *options)


def test_a_launcher_in_front_of_the_compiler_is_left_out(cuda_build):
    path = cuda_build / "compile_commands.json"
    path.write_text(path.read_text().replace('"command": "', '"command": "/usr/bin/ccache '))
    for source in cuda_sources.sources(cuda_build):
        assert source.command[0] == str(cuda_build / "tools" / "nvcc")
