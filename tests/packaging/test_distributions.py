"""The wheel and the sdist: everything is in them, where it is looked for, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest
from support.running import copy_of_tracked_files

from witness import __version__
from witness.base.shipped import SHIPPED

NAME = f"witness_ilp-{__version__}"

#: What running the project leaves, which git ignores and no distribution may have.
LEFTOVERS = (
    "workflow/scripts/__pycache__/common.cpython-311.pyc",
    "bias/__pycache__/x.pyc",
    "studies/games/__pycache__/x.pyc",
    "workflow/.snakemake/log/x.log",
    "results/mine/report.html",
)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with what running it leaves."""
    place = copy_of_tracked_files(tmp_path_factory.mktemp("source"))
    for name in LEFTOVERS:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text("")
    return place


@pytest.fixture(scope="module")
def built(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the sdist and of the wheel, which is built from the sdist."""
    place = tmp_path_factory.mktemp("built")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(place), str(source)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return place


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(built / f"{NAME}-py3-none-any.whl")


@pytest.fixture(scope="module")
def installed(wheel: zipfile.ZipFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which the wheel is unpacked, as pip does it."""
    place = tmp_path_factory.mktemp("site")
    wheel.extractall(place)
    return place


def files(place: Path) -> set[str]:
    """Return the files of the project in a folder, without what is left by running it."""
    found = {str(path.relative_to(place)) for path in place.rglob("*") if path.is_file()}
    return {name for name in found if "__pycache__" not in name} - set(LEFTOVERS)


def metadata(wheel: zipfile.ZipFile) -> Message:
    return Parser().parsestr(wheel.read(f"{NAME}.dist-info/METADATA").decode())


@pytest.mark.slow
def test_the_wheel_has_the_package_and_what_comes_with_it(
    source: Path, wheel: zipfile.ZipFile
) -> None:
    """Byte by byte, in the layout of a checkout; of studies the code, not what they have found."""
    code = ("witness/", "snakemake_logger_plugin_witness/")
    found_by_studies = (".csv", ".gz", ".jsonl", ".md", ".svg")
    expected = {name: name for name in files(source) if name.startswith(code)} | {
        f"witness/shipped/{name}": name
        for name in files(source)
        if name.split("/")[0] in SHIPPED
        and not (name.startswith("studies/") and name.endswith(found_by_studies))
    }
    found = {name for name in wheel.namelist() if not name.startswith(f"{NAME}.dist-info/")}
    assert found == set(expected)
    assert len(found) > 500
    for name, original in expected.items():
        assert wheel.read(name) == (source / original).read_bytes()


def test_the_sdist_has_every_file(source: Path, built: Path) -> None:
    with tarfile.open(built / f"{NAME}.tar.gz") as archive:
        found = {m.name.removeprefix(f"{NAME}/") for m in archive.getmembers() if m.isfile()}
    assert found == files(source) | {"PKG-INFO"}
    assert {"run.py", ".ci/run", "tests/conftest.py", "requirements.lock"} <= found


def test_what_the_index_reads(wheel: zipfile.ZipFile) -> None:
    """An index refuses a distribution whose requirements have addresses."""
    about = metadata(wheel)
    assert (about["Name"], about["Version"]) == ("witness-ilp", __version__)
    requirements = about.get_all("Requires-Dist")
    assert requirements
    assert not [line for line in requirements if "@" in line]
    extras = set(about.get_all("Provides-Extra") or ())
    assert {"dev", "slurm", "study", "workflow", "z3"} <= extras
    core = {line for line in requirements if "extra ==" not in line}
    assert not [line for line in core if line.startswith(("scipy", "snakemake", "pygments"))]
    assert wheel.read(f"{NAME}.dist-info/entry_points.txt").decode().split("\n")[:2] == [
        "[console_scripts]",
        "witness = witness.cli:main",
    ]


def run(installed: Path, place: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the package that is in a folder, in another folder."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run(
        [sys.executable, "-m", "witness", *words],
        cwd=place, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", SHIPPED)
def test_an_installed_package_finds_what_comes_with_it(
    name: str, installed: Path, tmp_path: Path
) -> None:
    done = run(installed, tmp_path, "lab", "shipped", name)
    assert done.stdout == f"{installed / 'witness/shipped' / name}\n", done.stderr
    assert Path(done.stdout.rstrip("\n")).exists()


@pytest.mark.slow
def test_an_installed_package_proves_with_a_shipped_bias(installed: Path, tmp_path: Path) -> None:
    """With lemmas, whose proofs come with it, too."""
    clauses = run(installed, tmp_path, "lab", "shipped", "examples/live.pl").stdout.rstrip("\n")
    for bias in (["--bias", "live"], []):
        done = run(installed, tmp_path, "verify", clauses, *bias, "--certificate", "c.json")
        assert done.stdout.startswith("proved: "), done.stderr
    assert run(installed, tmp_path, "recheck", "c.json", clauses).returncode == 0
    refused = run(installed, tmp_path, "verify", clauses, "--bias", "lives")
    assert refused.returncode == 2
    assert "these come with witness: blocks, colours, dots, extended, guarded," in refused.stderr


def test_an_editable_installation_uses_the_checkout(source: Path, tmp_path: Path) -> None:
    """Its wheel has the path of the checkout, and no copy of the package or of a Prolog file."""
    code = "import sys; from hatchling.build import build_editable; build_editable(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=source, check=True)
    (path,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(path) as editable:
        names = [n for n in editable.namelist() if not n.startswith(f"{NAME}.dist-info/")]
        (pth,) = (name for name in names if name.endswith(".pth"))
        assert editable.read(pth).decode() == str(source)
        assert not [name for name in names if name.endswith((".py", ".pl", ".smk"))]
