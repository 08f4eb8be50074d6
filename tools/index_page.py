"""A hook of Hatch: README.md as the page of the package on an index, and the addresses beside it.

An index shows README.md alone: its links to other files of the project lead nowhere there, and its
pictures are missing. With the public address of the repository, which pyproject.toml has as
`address` under `[tool.hatch.metadata.hooks.custom]`, they become absolute. Without it (it is
empty), links become their text, and pictures the text that stands for them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

#: What needs no public address of the project.
URLS = {"Paper": "https://arxiv.org/abs/2308.02666"}

#: Blocks of code, which stay as they are; links, perhaps of a picture; pictures in both languages.
PARTS = re.compile(
    r"(?P<code>^(?:    [^\n]*|```.*?^```)$|`[^`\n]+`)"
    r"|(?P<picture>!?)\[(?P<text>(?:!\[[^]]*\]\([^)\s]+\)|[^][])*)\]\((?P<target>[^)\s]+)\)"
    r'|<img\b[^>]*?\bsrc="(?P<source>[^"]+)"[^>]*?\balt="(?P<alt>[^"]*)"[^>]*>',
    re.MULTILINE | re.DOTALL,
)


class IndexPage(MetadataHookInterface):
    """Gives the package its long description and its addresses."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description and the addresses to the metadata."""
        address = self.config["address"].rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": description(text, address)}
        metadata["urls"] = urls(address)


def urls(address: str) -> dict[str, str]:
    """Return the addresses of the project, where it has a public one or not."""
    if not address:
        return URLS
    return {
        "Homepage": address,
        "Documentation": f"{address}/blob/HEAD/docs/index.md",
        "Source": address,
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/HEAD/CHANGELOG.md",
        **URLS,
    }


def description(text: str, address: str) -> str:
    """Return a README in which no link or picture is relative."""

    def absolute(found: re.Match[str]) -> str:
        target, words = found["target"] or found["source"], found["text"] or found["alt"]
        if found["code"]:
            return found[0]
        inside = PARTS.sub(absolute, words)
        if not address and ":" not in target:
            return inside
        is_picture = found["picture"] or found["source"]
        place = f"{address}/{'raw' if is_picture else 'blob'}/HEAD/{target}"
        return found[0].replace(words, inside).replace(target, target if ":" in target else place)

    return PARTS.sub(absolute, text)
