"""A few lines of YAML with aliases stand for billions of values: they are refused at once."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.examples import ROOT

from witness.base.config import check_file, checked
from witness.base.errors import InputError

SCHEMA = ROOT / "workflow/schemas/config.schema.yaml"


@pytest.fixture
def config() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "config.yaml").read_text())


def bomb(levels: int, kind: str) -> str:
    """Return a few lines of YAML that stand for 2 ** levels values."""
    inside = {"list": "[{0}, {0}]", "dict": "{{a: {0}, b: {0}}}", "merge": "{{<<: [{0}, {0}]}}"}
    lines = ["b0: &b0 {x: 1}"]
    lines += [f"b{n}: &b{n} {inside[kind].format(f'*b{n - 1}')}" for n in range(1, levels)]
    return "\n".join(lines) + "\n"


def test_aliases_of_aliases_are_levels_too(tmp_path: Path) -> None:
    """Each of them is looked at once, where it is not deep."""
    file = tmp_path / "config.yaml"
    lines = ["a0: &a0 [1]", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 40))]
    file.write_text("\n".join(lines[:18]) + "\n")
    check_file(file)
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match="nested more than 20 deep"):
        check_file(file)


@pytest.mark.parametrize("kind", ["list", "dict"])
def test_aliases_that_stand_for_billions(kind: str, config: dict[str, Any]) -> None:
    """What they stand for is never written out, neither in the check nor in the message."""
    changed = {**config, "large": yaml.safe_load(bomb(60, kind))}
    with pytest.raises(InputError, match="config: with all aliases written out"):
        checked(changed, SCHEMA)
    wide = yaml.safe_load("a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n")
    for _ in range(15):
        wide["b"] = [wide["b"]] * 10
    with pytest.raises(InputError, match="with all aliases written out it has more than 100,000"):
        checked({**config, "large": wide}, SCHEMA)


def test_a_list_that_contains_itself(config: dict[str, Any]) -> None:
    sizes = yaml.safe_load("&a [*a, *a]")
    with pytest.raises(InputError, match="config: lists and objects are nested more than 20 deep"):
        checked({**config, "large": config["large"] | {"sizes": sizes}}, SCHEMA)


@pytest.mark.slow
def test_aliases_in_a_text(config: dict[str, Any]) -> None:
    levels = [f"&{new} [{','.join([f'*{old}'] * 10)}]" for old, new in pairwise("abcdefg")]
    text = f"[&a [1,1,1], {', '.join(levels)}]"
    with pytest.raises(InputError, match="with all aliases written out"):
        checked({**config, "large": config["large"] | {"sizes": text}}, SCHEMA)
    with pytest.raises(InputError, match="is not of type 'integer'"):
        checked({**config, "seed": text}, SCHEMA)
    with pytest.raises(InputError, match="is not of type"):
        checked({**config, "seed": "[" * 5000, "large": "{a: " * 5000}, SCHEMA)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["list", "dict", "merge"])
def test_a_file_of_aliases(kind: str, tmp_path: Path) -> None:
    """It is looked at without being loaded, as loading it may never end."""
    path = tmp_path / "config.yaml"
    for levels, fine in ((10, True), (19, False), (60, False)):
        path.write_text(bomb(levels, kind))
        refused = pytest.raises(InputError, match="with all aliases written out")
        with nullcontext() if fine else refused:
            check_file(path)
    for text in ("a: [", "", '{"a": 1}'):
        path.write_text(text)
        check_file(path)
    path.write_text("[" * 5000)
    with pytest.raises(InputError, match="nested more than 20 deep"):
        check_file(path)
    path.unlink()
    check_file(path)


@pytest.mark.parametrize("text", ["seed: 1\na: 2\nseed: 3\n", "a:\n  seed: 1\n\n  seed: 1\n"])
def test_a_key_that_is_there_twice(text: str, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=r"config\.yaml: the key 'seed' is there twice, on lines "):
        check_file(path)
