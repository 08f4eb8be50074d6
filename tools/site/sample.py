"""A hook of MkDocs: a real experiment on the site, with its report and its page; and the studio.

The experiment is `results/small` if that is finished here, else that of config/tiny.yaml, which is
run in results/ when it is not there (less than a minute).
"""

from __future__ import annotations

import posixpath
import re
import subprocess
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from witness.puzzle.files import read_puzzles
from witness.studio.page.page import studio_page

#: The pages of an experiment that are on the site, under sample/, with all that they link to.
PAGES = ("report.html", "explore.html")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the experiment, and the studio."""
    root = Path(config.docs_dir).parent
    folder = experiment(root)
    report = (folder / "report.html").read_text(encoding="utf-8")
    linked = re.findall(r'(?:href|src)="(\w[^":#?]+)', report)
    for name in dict.fromkeys(["explore.html", *linked]):
        if (folder / name).is_file():
            path = str(folder / name)
            files.append(File.generated(config, f"sample/{name}", abs_src_path=path))
    here = re.sub(r'"\.\./\.\./docs/([^":#]+)\.md', _beside, report)
    files.append(File.generated(config, "sample/report.html", content=here))
    panels = read_puzzles(root / "examples" / "panels.jsonl")
    files.append(File.generated(config, "sample/studio.html", content=studio_page(panels)))
    return files


def _beside(link: re.Match[str]) -> str:
    """Return the beginning of a link to a page of the documentation, from sample/."""
    name = posixpath.normpath(f"docs/{link[1]}").replace("README", "index")  # as MkDocs does
    own = name.startswith(("docs/", "studies/"))
    return f'"../{name.removeprefix("docs/") if own else f"repository/{name}"}.html'


def experiment(root: Path) -> Path:
    """Return the folder of an experiment with all of its pages."""
    small = root / "results" / "small"
    if (small / "report.html").is_file():
        made(root, "small")
        return small
    made(root, "tiny")
    return root / "results" / "tiny"


def made(root: Path, name: str) -> None:
    """Run an experiment to its pages, unless they are there."""
    targets = [f"results/{name}/{page}" for page in PAGES]
    subprocess.run(
        [
            sys.executable, "-m", "snakemake", "--cores", "2", "--quiet", "all",
            "--configfile", f"config/{name}.yaml", "--", *targets,
        ],
        cwd=root,
        check=True,
    )  # fmt: skip
