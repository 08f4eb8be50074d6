"""The configuration: texts become numbers where numbers are wanted; one line for a mistake."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from support.examples import ROOT

from studies.settings import section_schema
from witness.base.config import check_file, checked, completed, read_schema, schema_defaults
from witness.base.errors import InputError
from witness.pipeline.evaluate import Clock
from witness.pipeline.triage import RANKINGS
from witness.puzzle.generate.gaps import MOST_GAPS
from witness.puzzle.generate.kinds import KINDS

SCHEMA = ROOT / "workflow/schemas/config.schema.yaml"


@pytest.fixture
def config() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "config.yaml").read_text())


def test_the_shipped_configurations_fit_as_they_are(config: dict[str, Any]) -> None:
    before = copy.deepcopy(config)
    assert checked(config, SCHEMA) == before == config
    for name in ("tiny", "small"):
        other = config | yaml.safe_load((ROOT / f"config/{name}.yaml").read_text())
        assert checked(other, SCHEMA) == other


@pytest.mark.parametrize("key", ["learner", "compared_learners", "bottom-up"])
def test_what_has_gone(key: str, config: dict[str, Any]) -> None:
    gone: dict[str, Any] = {"learner": "genetic", "compared_learners": ["asp", "genetic"]}
    with pytest.raises(InputError, match=r"^config: .*there is no [\w-]+ any more; use asp$"):
        checked(config | {key: gone.get(key, {"memory_limit": 4000})}, SCHEMA)
    with pytest.raises(InputError, match="popper: there is no solver any more; use options"):
        checked(config | {"popper": {"solver": "rc2"}}, SCHEMA)


def test_nested_texts_become_what_is_wanted(config: dict[str, Any]) -> None:
    config["large"] |= {"count": "5", "sizes": [["3", "4"]], "minutes": ["1e-3", "0.5", "2"]}
    config["puzzle_sets"]["train"] = {"count": "6", "min_size": "2", "max_size": "3"}
    config |= {"name": 2026, "memory_limit": "null", "bk": "1"}
    found = checked(config, SCHEMA)
    assert found["large"]["count"] == 5
    assert found["large"]["sizes"] == [[3, 4]]
    assert found["large"]["minutes"] == [0.001, 0.5, 2]
    assert found["puzzle_sets"]["train"] == {"count": 6, "min_size": 2, "max_size": 3}
    assert (found["name"], found["memory_limit"], found["bk"]) == ("2026", None, "1")


@pytest.mark.parametrize("value", [5.0, "5", "5.0", "+5", " 5 "])
def test_a_whole_number_is_the_same_however_it_is_written(
    value: Any, config: dict[str, Any]
) -> None:
    """A seed of 5.0 would begin another row of random numbers than 5."""
    found = checked(config | {"seed": value}, SCHEMA)["seed"]
    assert (found, type(found)) == (5, int)


@pytest.mark.parametrize("text", ["010", "1:30", "0x10", "1_000", "0b1", "٣", "1e3", "9" * 5000])
def test_numbers_that_people_and_yaml_read_in_two_ways(text: str, config: dict[str, Any]) -> None:
    for changes in (
        {"seed": text},
        {"large": config["large"] | {"sizes": [[text, "4"]]}},
        {"large": config["large"] | {"sizes": f"[[{text}, 4]]"}},
    ):
        with pytest.raises(InputError, match="is not of type 'integer'"):
            checked(config | changes, SCHEMA)


def numbers(schema: Any, defs: dict[str, Any], place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield all parts of a schema that are numbers, by the keys that lead to them."""
    here = {**defs[schema["$ref"].rpartition("/")[2]], **schema} if "$ref" in schema else schema
    kinds = here.get("type", [])
    if {"integer", "number"} & set([kinds] if isinstance(kinds, str) else kinds):
        yield place, here
    inner = dict(here.get("properties", {}))
    if "$ref" in schema:
        inner = {**defs[schema["$ref"].rpartition("/")[2]]["properties"], **inner}
    for key, part in inner.items():
        if "$ref" not in schema or "type" in part:
            yield from numbers(part, defs, f"{place}.{key}")
    for part in (*here.get("prefixItems", ()), *([here["items"]] if "items" in here else ())):
        yield from numbers(part, defs, f"{place}[]")


def test_every_number_has_a_maximum() -> None:
    schema = read_schema(SCHEMA)
    schema["properties"]["studies"] = section_schema(SCHEMA)
    found = dict(numbers(schema, schema["$defs"]))
    assert ".puzzle_sets.filter_1.count" in found
    assert ".large.sizes[][]" in found
    assert len(found) > 40
    assert [place for place, part in found.items() if "maximum" not in part] == []
    assert [p for p, part in found.items() if not {"minimum", "exclusiveMinimum"} & {*part}] == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 10**18 + 1}, "seed: 1000000000000000001 is greater than the maximum of 1"),
        ({"seed": int("9" * 4000)}, "is greater than the maximum of 1000000000000000000"),
        (
            {"large": {"sizes": [[3, 4], [4, 3], [3, 4]]}},
            "large.sizes: [3, 4] is there twice",
        ),
        ({"large": {"sizes": [[3, 4], ["3", 4.0]]}}, "large.sizes: [3, 4] is there twice"),
        ({"large": {"minutes": [1, 5, 1.0]}}, "large.minutes: 1.0 is there twice; once is enough"),
        ({"colour" * 1000: 1}, "there is no setting colour"),
    ],
)
def test_what_would_not_end_and_what_is_there_twice(
    changes: dict[str, Any], message: str, config: dict[str, Any]
) -> None:
    changed = {**config, **{key: config.get(key, {}) | value if isinstance(value, dict) else value
                            for key, value in changes.items()}}  # fmt: skip
    with pytest.raises(InputError) as raised:
        checked(changed, SCHEMA)
    assert message in str(raised.value)
    assert len(str(raised.value)) < 350


def test_defaults_of_the_schema() -> None:
    found = schema_defaults(SCHEMA)
    assert found["labels"] == "puzzle"
    assert found["popper"]["memory_limit"] == 8000
    assert "seed" not in found
    assert found["studies"] == {"pages": "studies", "seed": 1}


def test_names_that_are_no_registries_are_those_of_the_code(config: dict[str, Any]) -> None:
    """Reading these two would load NumPy into every job."""
    schema = read_schema(SCHEMA)["properties"]
    assert tuple(schema["triage"]["properties"]["rank_by"]["enum"]) == RANKINGS
    assert tuple(schema["large"]["properties"]["clock"]["enum"]) == get_args(Clock)


def test_kinds_of_puzzles_are_those_of_the_registry(config: dict[str, Any]) -> None:
    puzzles = read_schema(SCHEMA)["properties"]["puzzles"]
    assert puzzles["properties"]["kind"]["enum"] == [*KINDS]
    assert puzzles["properties"]["gaps"]["maximum"] == MOST_GAPS
    assert schema_defaults(SCHEMA)["puzzles"] == {"kind": "triangles", "gaps": 0}
    assert "default" not in puzzles  # it would be a new setting of experiments that have none
    for kind in KINDS:
        found = checked(config | {"puzzles": {"kind": kind, "gaps": "0.1"}}, SCHEMA)
        assert found["puzzles"] == {"kind": kind, "gaps": 0.1}
    for wrong, message in (
        ({"kind": "suns"}, "puzzles.kind: 'suns' is not one of"),
        ({"gaps": 0.3}, "puzzles.gaps: 0.3 is greater than the maximum of 0.25"),
        ({"gaps": -1}, "puzzles.gaps: -1 is less than the minimum of 0"),
        ({"colour": "red"}, "there is no setting colour"),
    ):
        with pytest.raises(InputError, match=message):
            checked(config | {"puzzles": wrong}, SCHEMA)


def test_what_a_configuration_leaves_out_is_as_in_the_file(config: dict[str, Any]) -> None:
    """Key by key in sections; lists are replaced as a whole, and what is given is not changed."""
    given = {"seed": 7, "bk": None, "large": {"count": 5, "minutes": [2]}, "puzzles": {"gaps": 0.1}}
    before = copy.deepcopy(given)
    found = completed(given, ROOT / "config.yaml")
    assert given == before
    assert found == config | given | {"large": config["large"] | {"count": 5, "minutes": [2]}}
    found["large"]["batch"] = 1
    assert given == before
    assert completed({}, ROOT / "config.yaml") == config


@pytest.mark.parametrize("name", ["a" * 300, "a" * 101, "../x", "/x", "a/b", "", "ä"])
def test_a_name_that_names_no_folder(name: str, config: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"^config: name: .* cannot name a folder; up to 100 let"):
        checked(config | {"name": name}, SCHEMA)
    assert checked(config | {"name": "a" * 100}, SCHEMA)["name"] == "a" * 100


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
    with pytest.raises(InputError, match="config: with all aliases written out"):
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
        refused = pytest.raises(InputError, match=r"all aliases written out|20 deep")
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
