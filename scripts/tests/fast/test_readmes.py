"""The Markdown files of the tree: their links and anchors have targets, the pictures are tracked, the first README is
short. And a clone is small."""

import re
import subprocess

import pytest
from conftest import ROOT

PLACES = ("*.md", "[a-z]*/README.md", "cases/*/*.md", "reference/*/*.md", "harness/simulator/*.md",
          "harness/tests/*/*.md", "results/*.md", "results/static/*.md")
TEXTS = sorted({path for place in PLACES for path in ROOT.glob(place)})


def prose(text):
    """The text without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(text):
    """The names by which a link can reach the headings of a text, as GitHub makes them."""
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", prose(text), re.MULTILINE):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(next(one for n in range(99) if (one := f"{name}-{n}" if n else name) not in found))
    return found


def broken(path):
    """The links and pictures of a Markdown file that lead nowhere within the tree."""
    text, found = prose(path.read_text(encoding="utf-8")), []
    for link in re.findall(r"\]\(([^()\s]+)\)", text) + re.findall(r'(?:src|srcset|href)="([^"]+)"', text):
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        there = target.exists() and (not anchor or anchor in anchors(target.read_text(encoding="utf-8")))
        if "://" not in link and not there:
            found.append(link)
    return found


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_has_a_target(path):
    assert not broken(path)


def test_links_without_a_target_are_found(tmp_path):
    (tmp_path / "other.md").write_text("# The `one` name\n# The one name\n```sh\n# no heading\n```\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text('# A\n[a](#a) [b](#b) [c](other.md#the-one-name) [d](other.md#the-one-name-1) [e](nosuch.md)\n'
                    '[f](other.md#no-heading) [g](https://example.org/h)\n<img src="nosuch.png">\n'
                    "```\n[i](nosuch)\n```\n", encoding="utf-8")
    assert broken(page) == ["#b", "nosuch.md", "other.md#no-heading", "nosuch.png"]
    assert {path.relative_to(ROOT).as_posix() for path in TEXTS} >= {
        "README.md", "harness/README.md", "scripts/README.md", "results/README.md", "results/claims.md",
        "cases/README.md", "cases/read/README.md", "reference/published/README.md"}


def test_the_first_readme_and_its_kernel_are_short():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    kernel = re.search(r"^```cpp\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(text.splitlines()) <= 150 and len(kernel[1].splitlines()) <= 20


def git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in done.stdout.split("\0") if name]


def test_a_clone_is_small():
    sizes = {path: path.lstat().st_size for path in git("ls-files", "-z") if path.is_symlink() or path.exists()}
    assert sum(sizes.values()) <= 15e6
    assert sum(size for path, size in sizes.items() if path.is_relative_to(ROOT / "results")) <= 8e6


def test_the_pictures_of_readmes_are_tracked():
    tracked = {path.resolve() for path in git("ls-files", "-z")}
    shown = [(path.parent / name).resolve() for path in TEXTS
             for name in re.findall(r'(?:src|srcset)="([^":]+)"', path.read_text(encoding="utf-8"))]
    assert shown and [path for path in shown if path not in tracked] == []
