"""Run `snakemake --lint` and fail on every finding that is not accepted here, with its reason."""

from __future__ import annotations

import subprocess
import sys

ACCEPTED = {
    "Specify a conda environment or container for each rule.": (
        "All rules need this package and what pip installs with it, nothing else; the virtual "
        "environment that Snakemake itself runs in is that environment."
    ),
}


def main() -> int:
    """Print what is not accepted; return the exit status."""
    command = [sys.executable, "-m", "snakemake", "--lint", "text"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    place, number, rest = "", 0, []
    for line in (done.stdout + done.stderr).splitlines():
        if line.startswith("Lints for "):
            place = line.removeprefix("Lints for ")
        elif line.startswith("    * "):
            number += 1
            if line.removeprefix("    * ").removesuffix(":") not in ACCEPTED:
                rest.append(f"{place} {line.strip()}")
    if not place and done.returncode:
        print(done.stderr)
        return 1
    print(*rest, sep="\n", end="\n" if rest else "")
    print(f"snakemake --lint: {number} findings, {number - len(rest)} accepted")
    return 1 if rest else 0


if __name__ == "__main__":
    sys.exit(main())
