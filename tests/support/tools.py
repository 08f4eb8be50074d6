"""The scripts of tools/ and of other folders as modules."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from support.examples import ROOT


def tool(name: str, folder: str = "tools") -> ModuleType:
    """Return the module of a script in a folder, by its name without the end."""
    spec = spec_from_file_location(name, ROOT / folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found
