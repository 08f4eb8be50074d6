"""A hook of MkDocs: a real experiment on the site, with its report and its page; and the studio.

The experiment is `results/small` if it is finished here, else `results/sample`, which is run once
(less than a minute); remove the folder to have it anew. The home page shows a part of its page.
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
from witness.studio.panel.scripts import policy

#: The pages of an experiment that are on the site, under sample/, with all that they link to.
PAGES = ("report.html", "explore.html")

#: What the page on the home page is called, what it leaves out, and how it is laid out.
TITLE = "Draw a path: the learned rule says when it is lost."
DEMO = """
header p, .choice, .tools, .options, .handle, #redo, #count, #unique, #rate, #editor, details,
#answer, .tables, .verdicts > :is(h2, label), .clause pre { display: none; }
body { background: transparent; font-size: 14px; padding: 0; }
.bench { display: block; }
.frame { padding: 0; }
#board { max-height: 15rem; }
h1 { font-size: 1.15rem; }
.live, .result { min-height: 0; }
@media (min-width: 600px) { .play { grid-template-columns: 2fr 3fr; } }
@media (max-width: 599px) { .clause:not(.fires) { display: none; } }
"""


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
    explore = (folder / "explore.html").read_text(encoding="utf-8")
    files.append(File.generated(config, "sample/demo.html", content=demo(explore)))
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


def demo(page: str) -> str:
    """Return the page of an experiment with a panel and the clauses of one hypothesis alone."""
    page = re.sub(r"<h1>.*?</h1>", f"<h1>{TITLE}</h1>", page)
    page = page.replace("</style>", f"{DEMO}</style>")
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    return re.sub(r"default-src [^\"]*", lambda _: policy(script, style), page)


def experiment(root: Path) -> Path:
    """Return the folder of an experiment with all of its pages."""
    small, sample = root / "results" / "small", root / "results" / "sample"
    folder = small if all((small / page).is_file() for page in PAGES) else sample
    if not all((folder / page).is_file() for page in PAGES):
        subprocess.run(
            [
                sys.executable, "-m", "snakemake", "--cores", "2", "--quiet", "all",
                "--configfile", "tools/site/sample.yaml",
                "--", *(f"results/sample/{page}" for page in PAGES),
            ],
            cwd=root,
            check=True,
        )  # fmt: skip
    return folder
