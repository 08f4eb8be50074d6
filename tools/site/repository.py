"""A hook of MkDocs: links to any file of the repository work, and say where they lead.

The Markdown in docs/ is read on GitHub, too, where it links to files outside docs/. On the site,
the pages of studies/ with their pictures are under studies/, and each other file that a page
links to is a page of its own under repository/. A link whose text is the name of a page has its
title there. Charts are marked, which have dark letters, and blocks of code with panels in them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pymdownx.slugs import slugify

#: Code, or the target of a link or a picture in Markdown, or of a picture in HTML.
TARGET = re.compile(
    r"""^(?P<fence>```+|~~~+)[^\n]*\n.*?^(?P=fence)|`[^`\n]+`"""
    r"""|(?P<target>(?<=\]\()[^)\s]+(?=\))|(?<=<img\ src=")[^"]+)""",
    re.DOTALL | re.MULTILINE,
)

#: A link to a page of which the text is the name of that page's file, with the target after it.
NAMED = re.compile(
    r"\[[\w./-]+\.(?:md|ipynb)\](?=\((?P<page>[^)\s#]+\.(?:md|ipynb))(?:#(?P<anchor>[^)\s]+))?\))"
)

#: The folder beside docs/ whose pages and pictures are part of the site.
STUDIES = "studies/"

#: How files of the repository are highlighted, by the ends of their names.
LANGUAGES = {".pl": "prolog", ".kif": "lisp", ".py": "python", ".yaml": "yaml", ".json": "json"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each file of the repository that pages link to."""
    root = Path(config.docs_dir).parent
    beside = [path.relative_to(root).as_posix() for path in sorted(root.glob(f"{STUDIES}**/*.md"))]
    for path in sorted(root.glob(f"{STUDIES}**/*.svg")):
        name = path.relative_to(root).as_posix()
        files.append(File.generated(config, name, abs_src_path=str(path)))
    pages = (f"docs/{file.src_uri}" for file in files.documentation_pages())
    waiting = [*pages, *beside]
    seen = set(waiting)
    while waiting:
        name = waiting.pop()
        if not name.startswith("docs/"):
            files.append(File.generated(config, uri_of(name), content=page_of(root / name, name)))
        if name.endswith(".md"):
            for other in targets(root, name):
                there = other.startswith("docs/") or uri_of(other) == other  # a picture of a study
                if not there and other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make the links of a page those of the site."""
    uri = page.file.src_uri
    name = uri.removeprefix("repository/")
    name = name if uri.startswith(("repository/", STUDIES)) else f"docs/{uri}"
    return relinked(markdown, Path(config.docs_dir).parent, name)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Mark the pictures that are charts, and the code that has panels, for the style of pages."""

    def marked(found: re.Match[str]) -> str:
        source = posixpath.normpath(posixpath.join(posixpath.dirname(page.url), found["source"]))
        file = files.get_file_from_path(source)
        is_chart = file is not None and '<svg class="chart"' in file.content_string[:1000]
        return f'<img class="chart"{found[0].removeprefix("<img")}' if is_chart else found[0]

    def drawn(found: re.Match[str]) -> str:
        is_panel = re.search("[─-╿].*[─-╿]", found[0])
        return f'<div class="drawing">{found[0]}</div>' if is_panel else found[0]

    html = re.sub(r"<div class=\"[^\"]*\"><pre>.*?</pre></div>", drawn, html, flags=re.DOTALL)
    return re.sub(r'<img [^>]*?src="(?P<source>[^"]+\.svg)"', marked, html)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Name the dialog of the search, which its theme leaves out."""
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"')


def uri_of(name: str) -> str:
    """Return where a file of the repository is on the site, among the sources of its pages."""
    if name.startswith("docs/"):
        return re.sub(r"\.ipynb$", ".md", name.removeprefix("docs/"))
    if name.startswith(STUDIES) and name.endswith((".md", ".svg")):
        return name
    return f"repository/{name}" if name.endswith(".md") else f"repository/{name}.md"


def page_of(path: Path, name: str) -> str:
    """Return the page of a file: of Markdown as it is, of anything else as a block of code."""
    text = path.read_text(encoding="utf-8")
    if name.endswith(".md"):
        return text
    language = LANGUAGES.get(path.suffix, "text")
    return f"---\nsearch:\n  exclude: true\n---\n\n# {name}\n\n````{language}\n{text}````\n"


def relinked(markdown: str, root: Path, name: str) -> str:
    """Return the Markdown of a file of the repository, with the links of the site."""
    here = posixpath.dirname(uri_of(name))

    def on_site(found: re.Match[str]) -> str:
        target, hash_, anchor = (found["target"] or "").partition("#")
        other = inside(root, name, target)
        if other is None:
            return found[0]
        return posixpath.relpath(uri_of(other), here or ".") + hash_ + anchor

    def titled(found: re.Match[str]) -> str:
        other = inside(root, name, found["page"])
        return found[0] if other is None else f"[{title(root / other, found['anchor'])}]"

    return TARGET.sub(on_site, NAMED.sub(titled, markdown))


def title(path: Path, anchor: str | None) -> str:
    """Return the title of a page, or the heading that has an anchor."""
    if path.suffix == ".ipynb":
        return "the notebook"
    lines = re.findall(r"^#+ +(.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    slug = slugify(case="lower")
    wanted = (line for line in lines if anchor in (None, slug(line, "-")))
    return re.sub(r"[\[\]`]|\(.*?\)", "", next(wanted, lines[0])).strip()


def targets(root: Path, name: str) -> Iterator[str]:
    """Yield the files of the repository that a Markdown file links to."""
    for found in TARGET.finditer((root / name).read_text(encoding="utf-8")):
        other = inside(root, name, (found["target"] or "").partition("#")[0])
        if other is not None:
            yield other


def inside(root: Path, name: str, target: str) -> str | None:
    """Return the file of the repository that is the target of a link, None if there is none."""
    if not target or ":" in target:
        return None
    other = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
    return other if not other.startswith("..") and (root / other).is_file() else None
