"""Run `snakemake --lint` and fail on every finding that is not accepted here, with its reason."""

from __future__ import annotations

import subprocess
import sys

ACCEPTED = {
    "Specify a conda environment or container for each rule.": (
        "All rules need this package and what pip installs with it, nothing else; the virtual "
        "environment that Snakemake itself runs in is that environment."
    ),
    "rule learned: No log directive defined": (
        "Its job does nothing; it is there so that the workflow ends with the table of clauses."
    ),
}


def main() -> int:
    """Print what is not accepted; return the exit status."""
    command = [sys.executable, "-m", "snakemake", "--lint", "text"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    place, rule, number, rest = "", "", 0, []
    for line in (done.stdout + done.stderr).splitlines():
        if line.startswith("Lints for "):
            place = line.removeprefix("Lints for ")
            rule = place.partition(" (")[0]
        elif line.startswith("    * "):
            number += 1
            finding = line.removeprefix("    * ").removesuffix(":")
            if not {finding, f"{rule}: {finding}"} & ACCEPTED.keys():
                rest.append(f"{place} {line.strip()}")
    if not place and done.returncode:
        print(done.stderr)
        return 1
    print(*rest, sep="\n", end="\n" if rest else "")
    print(f"snakemake --lint: {number} findings, {number - len(rest)} accepted")
    return 1 if rest else 0


if __name__ == "__main__":
    sys.exit(main())
