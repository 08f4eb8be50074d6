"""The scripts of tools/ as modules."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

from support.examples import ROOT


def tool(name: str) -> ModuleType:
    """Return the module of a script in tools/, by its name without the end."""
    spec = spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found
