"""Fill in the public address of the project, wherever it stands.

    python tools/address.py https://github.com/OWNER/NAME

That is `[project.urls]` in pyproject.toml, `repository-code` in CITATION.cff, and README.md: its
badges, which only an address makes true, and its links and pictures, which become absolute, as an
index of packages shows README.md alone.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]

#: By file: the place for the address, and what stands there then.
PLACES = {
    "pyproject.toml": (
        r"(?m)^\[project\.urls\]\n",
        '[project.urls]\nHomepage = "{0}"\nDocumentation = "{0}/blob/HEAD/docs/index.md"\n'
        'Source = "{0}"\nIssues = "{0}/issues"\nChangelog = "{0}/blob/HEAD/CHANGELOG.md"\n',
    ),
    "CITATION.cff": (r"(?m)^license: ", 'repository-code: "{0}"\nlicense: '),
    "README.md": (
        r"\A# witness\n",
        "# witness\n\n[![checks]({0}/actions/workflows/ci.yml/badge.svg)]"
        "({0}/actions/workflows/ci.yml) "
        "[![version](https://img.shields.io/pypi/v/witness-ilp)](https://pypi.org/project/witness-ilp/)\n",
    ),
}

#: Blocks of code, which stay as they are; pictures; links of README.md to its own files.
PARTS = re.compile(
    r"^(?:    [^\n]*|```.*?^```)$|`[^`\n]+`"
    r'|(?P<picture>!\[[^]]*\]\(|<img\b[^>]*?\bsrc=")(?P<file>[^\s:)"]+)(?=[)"])'
    r"|(?<=\]\()(?P<target>[^\s:)]+)(?=\))",
    re.MULTILINE | re.DOTALL,
)


def filled(name: str, text: str, address: str) -> str:
    """Return the text of a file with the address in its place."""
    pattern, form = PLACES[name]
    if name == "README.md":
        text = PARTS.sub(lambda found: absolute(found, address), text)
    new, count = re.subn(pattern, lambda _: form.format(address), text)
    if count != 1:
        sys.exit(f"{name}: the place for the address is not there")
    return new


def absolute(found: re.Match[str], address: str) -> str:
    """Return a link or a picture of README.md with the address."""
    if found["picture"]:
        return f"{found['picture']}{address}/raw/HEAD/{found['file']}"
    return f"{address}/blob/HEAD/{found['target']}" if found["target"] else found[0]


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].startswith("https://"):
        sys.exit(__doc__)
    new = sys.argv[1].rstrip("/")
    known = re.search(r'^Homepage = "(.*)"$', (TOP / "pyproject.toml").read_text("utf-8"), re.M)
    for name in PLACES:
        text = (TOP / name).read_text(encoding="utf-8")
        text = text.replace(known[1], new) if known else filled(name, text, new)
        (TOP / name).write_text(text, encoding="utf-8")
