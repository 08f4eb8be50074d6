"""A hook of MkDocs: where a page first uses a word of the glossary, the word leads there."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

#: What is linked, by anchors of the glossary.
WORDS = {
    "behaviour": r"behaviours?",
    "bias": r"bias",
    "certificate": r"certificates?",
    "completable": r"completable",
    "configuration": r"local configurations?",
    "core": r"proved cores?",
    "coverage": r"coverage",
    "live-edge": r"live edges?",
    "muse": r"(?:Re)?MUSE",
    "labels": r"labels",
    "live": r"live",
    "needs": r"needs",
    "pi-baseline": r"π_baseline",
    "pi-degree": r"π°",
    "track": r"tracks?",
    "triage": r"triage",
    "variant": r"variants?",
    "winner": r"winner(?:_proved)?",
}

#: Those that everyday English has, too: they are linked where they are set as code or in italics.
MARKED = {"labels", "live", "needs"}

#: A tag, or text between tags.
PARTS = re.compile(r"<!--.*?-->|<(/?)(\w+)[^>]*>|[^<]+", re.DOTALL)

#: Where no word is linked.
CLOSED = {"a", "pre", "h1", "h2", "h3", "h4", "script", "style", "svg", "th"}


def meanings(root: Path) -> dict[str, str]:
    """Return the first sentence of each word of the glossary, by its anchor."""
    text = (root / "docs" / "glossary.md").read_text(encoding="utf-8")
    found = re.findall(r'^- <a id="(.+?)"></a>.+?\*\*: (.+?[.)])(?:\s|$)', text, re.M | re.S)
    return {anchor: re.sub(r"[*`\\]|\s+", " ", words).replace("  ", " ") for anchor, words in found}


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Link the first use of each word."""
    uri = page.file.src_uri
    if uri == "glossary.md" or uri.startswith(("reference/", "repository/")):
        return html
    said = meanings(Path(config.docs_dir).parent)
    there = get_relative_url("glossary.html", page.url)
    waiting, inside = dict(WORDS), []

    def linked(text: str) -> str:
        marked = bool({"code", "em"} & set(inside))
        for anchor, pattern in list(waiting.items()):
            if anchor in MARKED and not marked:
                continue
            whole = rf"^(?:{pattern})$" if marked else rf"(?<![\w/.-])(?:{pattern})(?![\w/-])"
            if found := re.search(whole, text):
                del waiting[anchor]
                title = escape(said[anchor], quote=True)
                link = f'<a class="word" href="{there}#{anchor}" title="{title}">{found[0]}</a>'
                return linked(text[: found.start()]) + link + linked(text[found.end() :])
        return text

    def part(found: re.Match[str]) -> str:
        closing, tag = found[1], found[2]
        if tag and not closing:
            inside.append(tag)
        elif tag and tag in inside:
            while inside.pop() != tag:
                pass
        elif not tag and not CLOSED & set(inside):
            return linked(found[0])
        return found[0]

    return PARTS.sub(part, html)
