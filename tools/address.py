"""Fill in the public address of the project, wherever it stands.

    python tools/address.py https://github.com/OWNER/NAME

That is `address` in pyproject.toml, with which the package's page on an index has links;
`repository-code` in CITATION.cff; and the badges of README.md, which only an address makes true.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]

#: By file: what the address replaces, once, and what stands there then.
PLACES = {
    "pyproject.toml": (r'(?m)^address = ".*"$', 'address = "{0}"'),
    "CITATION.cff": (
        r"(?m)^(?:repository-code: .*\n)?license: ",
        'repository-code: "{0}"\nlicense: ',
    ),
    "README.md": (
        r"\A# witness\n(?:\n\[!\[.*\n)?",
        "# witness\n\n[![checks]({0}/actions/workflows/ci.yml/badge.svg)]"
        "({0}/actions/workflows/ci.yml) "
        "[![version](https://img.shields.io/pypi/v/witness-ilp)](https://pypi.org/project/witness-ilp/)\n",
    ),
}


def filled(name: str, text: str, address: str) -> str:
    """Return the text of a file with the address; what another address left is replaced."""
    pattern, form = PLACES[name]
    new, count = re.subn(pattern, lambda _: form.format(address.rstrip("/")), text)
    if count != 1:
        sys.exit(f"{name}: the place for the address is not there")
    return new


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].startswith("https://"):
        sys.exit(__doc__)
    for name in PLACES:
        path = TOP / name
        path.write_text(
            filled(name, path.read_text(encoding="utf-8"), sys.argv[1]), encoding="utf-8"
        )
