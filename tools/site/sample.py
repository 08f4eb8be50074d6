"""A hook of MkDocs: a real experiment on the site, its report and its page to play with.

It is `results/small` if that is finished here, else that of config/tiny.yaml, which is run in
results/ when it is not there (less than a minute).
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

#: The pages of an experiment that are on the site, under sample/.
PAGES = ("report.html", "explore.html")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the experiment, and the studio."""
    root = Path(config.docs_dir).parent
    folder = experiment(root)
    for name in PAGES:
        path = str(folder / name)
        files.append(File.generated(config, f"sample/{name}", abs_src_path=path))
    return files


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
