"""lint.sh in a repository of its own, with a made-up clang-format and clang-tidy: what it checks, and against what. And
sanitize.sh with a made-up compute-sanitizer and a made-up bench."""

import json
import os
import shutil

import pytest
from conftest import SCRIPTS, captured, executable, run_program
from made_up_list import as_json

# The first takes double spaces out. The second notes each file that its list of compilations has.
FORMAT = "#!/bin/sh\nshift\nexec sed -i 's/  */ /g' \"$@\"\n"
TIDY = """#!/bin/sh
for file; do :; done
grep -q "/$file\\"" "$3/compile_commands.json" && echo "$file" >>build/tidied.txt
! grep -q untidy "$file"
"""
FILES = {
    "harness/include/rungs/size.hpp": "#pragma once\nstruct Size {};\n",
    "harness/run.cpp": "", "harness/run.hpp": "#pragma once\n",
    **dict.fromkeys(("harness/tests/run_test.cpp", "cases/sum/host/plain.cpp", "cases/sum/gpu/one.cu",
                     "cases/sum/gpu/two.cu", "cases/sum/peer/cub.cu", "harness/alone.cpp"), "")}
GROUP = "build/bench_groups/one.cpp"  # includes the two .cu
ALL = [GROUP, "cases/sum/host/plain.cpp", "harness/alone.cpp", "harness/run.cpp"]


class Repository:
    def __init__(self, folder):
        self.folder = folder
        for name in ("lint.sh", "lint_units.py", "compared_with.sh"):
            executable(folder / "scripts" / name, (SCRIPTS / name).read_text(encoding="utf-8"))
        for name, text in ("clang-format", FORMAT), ("clang-tidy", TIDY):
            executable(folder / ".venv" / "bin" / name, text)
        for name, text in {**FILES, ".clang-format": "", ".clang-tidy": "", ".gitignore": "/build/\n/.venv/\n"}.items():
            self.write(name, text)
        self.write(GROUP, "".join(f'#include "{folder}/cases/sum/gpu/{name}.cu"\n' for name in ("one", "two")))
        unity = "build/run.dir/Unity/unity_0_cxx.cxx"
        self.write(unity, f'/* by CMake */\n\n#include "{folder}/harness/run.cpp"\n\n')
        commands = {name: f"c++ -I{folder} -I{folder}/harness/include -c {folder}/{name}" for name in
                    (GROUP, unity, "cases/sum/host/plain.cpp", "harness/alone.cpp", "harness/tests/run_test.cpp")}
        commands["build/public_headers/all.cpp"] = f"c++ -I{folder}/harness/include -o all.o -c all.cpp"
        commands["cases/sum/gpu/one.cu"] = commands["cases/sum/peer/cub.cu"] = "nvcc -c"
        self.write("build/compile_commands.json", json.dumps([
            {"file": f"{folder}/{name}", "directory": str(folder), "command": text}
            for name, text in commands.items()]))
        self.git("init", "-q", "-b", "main")
        self.commit()

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def touch(self, *names):
        for name in names:
            with open(self.folder / name, "a", encoding="utf-8") as file:
                file.write("// changed\n")

    def git(self, *words):
        run_program("git", "-c", "user.name=n", "-c", "user.email=e", *words, cwd=self.folder)

    def commit(self, *names):
        self.touch(*names)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "message", "--allow-empty")

    def lint(self, *options, code=0):
        """What clang-tidy was called for; what was printed is in `said`."""
        noted = self.folder / "build" / "tidied.txt"  # where git does not see it
        noted.write_text("")
        done = captured(self.folder / "scripts" / "lint.sh", *options)
        self.said = done.stdout + done.stderr
        assert (done.returncode != 0) == code, self.said
        return sorted(noted.read_text().split())


@pytest.fixture
def repository(tmp_path, monkeypatch):
    for name in [name for name in os.environ if name.startswith(("GIT_", "RUNGS_TEST_ALL"))]:
        monkeypatch.delenv(name)
    return Repository(tmp_path)


def test_on_the_main_branch_it_compares_with_the_previous_commit(repository):
    repository.commit("cases/sum/gpu/one.cu")
    repository.commit("cases/sum/host/plain.cpp")
    assert repository.lint() == ["cases/sum/host/plain.cpp"]
    repository.touch("harness/run.cpp")  # not committed
    new, commands = "cases/sum/host/new.cpp", repository.folder / "build/compile_commands.json"
    repository.write(new, "")  # not known to git
    commands.write_text(commands.read_text().replace("cases/sum/peer/cub.cu", new).replace('"nvcc -c"', '"c++ -c"'))
    assert repository.lint() == ["cases/sum/host/new.cpp", "cases/sum/host/plain.cpp", "harness/run.cpp"]


def test_on_a_branch_it_compares_with_where_the_branch_began(repository):
    repository.commit("harness/alone.cpp")
    repository.git("checkout", "-q", "-b", "mine")
    repository.commit("cases/sum/gpu/one.cu")
    repository.commit("cases/sum/host/plain.cpp")
    repository.git("checkout", "-q", "main")
    repository.commit("harness/run.cpp")
    repository.git("checkout", "-q", "mine")
    assert repository.lint() == ["cases/sum/gpu/one.cu", "cases/sum/host/plain.cpp"]


@pytest.mark.parametrize(("changed", "units"), [
    (["harness/include/rungs/size.hpp", "cases/sum/gpu/two.cu"], ["cases/sum/gpu/two.cu"]),
    (["cases/sum/gpu/one.cu", "cases/sum/gpu/two.cu"], [GROUP]),
    (["harness/tests/run_test.cpp", "cases/sum/peer/cub.cu", "harness/run.hpp"], []), ([], [])])
def test_changed_units_are_checked_and_those_compiled_together_at_once(repository, changed, units):
    repository.commit(*changed)
    assert repository.lint() == units, repository.said


def test_all_units_are_checked_when_asked_and_where_nothing_can_be_compared(repository, tmp_path_factory):
    assert repository.lint() == ALL and "all is checked: there is no commit here to compare with" in repository.said
    repository.commit("harness/run.cpp")
    assert repository.lint("--all") == ALL
    repository.touch(".clang-tidy")
    assert repository.lint() == ALL and "all is checked: .clang-tidy has changed" in repository.said
    repository.commit()
    repository.commit("harness/run.cpp")
    assert repository.lint() == ["harness/run.cpp"]
    repository.git("branch", "-m", "no_main_branch_here")
    assert repository.lint() == ALL and "(a shallow clone, or no main branch)" in repository.said


def test_a_finding_fails_and_the_format_of_every_file_is_checked_first(repository):
    repository.write("harness/run.cpp", "untidy\n")
    repository.commit()
    assert repository.lint(code=1) == ["harness/run.cpp"] and "style: not clean" in repository.said
    repository.commit("harness/alone.cpp")
    assert repository.lint() == ["harness/alone.cpp"]
    assert "harness/run.cpp" in repository.lint("--all", code=1)
    repository.write("harness/alone.cpp", "int  a;\n")
    repository.commit()
    repository.commit("harness/run.cpp")
    assert repository.lint(code=1) == [] and "-int  a;\n+int a;\n" in repository.said
    assert repository.lint("--every", code=1) == [] and "'--every' is not an option; expected --all" in repository.said


@pytest.mark.parametrize(("text", "why"), [("#pragma once\nSize size;\n", "does not name a type"),
                                           ("struct Twice {};\n", "redefinition of")])
def test_a_public_header_compiles_by_itself_and_twice(repository, text, why):
    if not shutil.which("c++"):
        pytest.skip("no c++ here")
    repository.write("harness/include/rungs/new.hpp", text)
    repository.lint(code=1)
    assert why in repository.said and "rungs/new.hpp" in repository.said
    repository.commit()
    repository.commit("harness/include/rungs/size.hpp")
    repository.lint()
    assert "public headers: 1 compiled alone" in repository.said
    repository.lint("--all", code=1)


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
    done = captured(SCRIPTS / "sanitize.sh", *filters, bench, *(word for word in words if word not in filters),
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
