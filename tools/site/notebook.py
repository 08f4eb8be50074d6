"""A hook of MkDocs: the notebook is a page, with the outputs that it was committed with."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from nbconvert import MarkdownExporter

NAME = "notebook"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the page and its pictures."""
    source = Path(config.docs_dir) / f"{NAME}.ipynb"
    markdown, found = MarkdownExporter().from_filename(
        str(source), resources={"unique_key": NAME, "output_files_dir": NAME}
    )
    files.append(File.generated(config, f"{NAME}.md", content=markdown))
    for name, picture in found["outputs"].items():
        files.append(File.generated(config, name, content=picture))
    return files
