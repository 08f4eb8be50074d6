"""The documentation as a site: it builds without warnings, is complete, and needs no network."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from support.browser import needs_browser, page
from support.documentation import Command, commands
from support.examples import ROOT
from support.running import copy_of_tracked_files, run

import witness
from witness.cli import parser

NEEDED = ("material", "mkdocstrings_handlers", "nbconvert")

#: Attributes with addresses, and those of them from which a browser loads something by itself.
ADDRESSES = {("a", "href"), ("img", "src"), ("script", "src"), ("link", "href")}
LOADED = ADDRESSES - {("a", "href")}


class Page(HTMLParser):
    """Collects the addresses and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.loaded: list[str] = []
        self.anchors = {"", "__top"}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is not None and (tag, name) in ADDRESSES:
                self.addresses.append(value)
            if value is not None and (tag, name) in LOADED:
                self.loaded.append(value)
            if value is not None and name == "id":
                self.anchors.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for name in NEEDED:
        if find_spec(name) is None:
            pytest.skip(f"{name} is missing: pip install --editable '.[docs]'")
    place = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(place)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    printed = done.stdout + done.stderr
    assert done.returncode == 0, printed
    assert "WARNING" not in printed
    return place


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


@pytest.mark.slow
def test_every_link_leads_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    """Also those in HTML, which MkDocs does not look at, with their anchors."""
    missing = []
    for path, found in pages.items():
        if path.name == "404.html":
            continue  # its links begin at the root of a server
        for address in found.addresses:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            anchors = pages[target].anchors if target in pages else {""}
            anchor = "" if parts.fragment.startswith("panel=") else unquote(parts.fragment)
            if not target.exists() or anchor not in anchors:
                missing.append(f"{path.relative_to(site)}: {address}")
    assert not missing
    assert sum(len(found.addresses) for found in pages.values()) > 1000


@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    loaded = {address for found in pages.values() for address in found.loaded}
    assert not [address for address in loaded if urlsplit(address).netloc]
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert not re.findall(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", styles)


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("name", ["index.html", "studies/solvers/results.html"])
def test_the_search_works_from_a_disk(name: str, site: Path) -> None:
    with page() as (seen, _, _):
        seen.goto((site / name).as_uri())
        seen.locator("input.md-search__input").click()
        seen.keyboard.type("certificate")
        seen.locator(".md-search-result__item").first.wait_for()
        assert "matching documents" in seen.locator(".md-search-result__meta").inner_text()


@pytest.mark.slow
@needs_browser
def test_the_home_page_has_a_real_experiment_to_play_with(site: Path) -> None:
    with page() as (seen, errors, _):
        seen.goto((site / "index.html").as_uri())
        live = seen.frame_locator("iframe.live")
        live.locator("#board").press("Home")
        live.locator("#board").press("ArrowRight")
        assert "Path of 1 edge" in live.locator("#live").inner_text()
        assert live.locator(".clause").count() >= 1
        assert live.locator("h1").inner_text().endswith(".")
        assert not errors


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("width", [390, 800, 1440])
def test_nothing_of_it_is_cut(width: int, site: Path) -> None:
    """Neither with an answer, nor with a solution, nor with nothing."""
    with page() as (seen, _, _):
        seen.set_viewport_size({"width": width, "height": 900})
        seen.goto((site / "index.html").as_uri())
        seen.locator("iframe.live").scroll_into_view_if_needed()
        live = seen.frame_locator("iframe.live")
        for button in ("#decide", "#solve", "#clear"):
            live.locator(button).click()
            cut = live.locator("body").evaluate(
                "e => [e.scrollHeight - innerHeight, e.scrollWidth - innerWidth]"
            )
            assert max(cut) <= 0, button


@pytest.mark.slow
def test_words_lead_to_the_glossary(site: Path) -> None:
    """Each of them once on a page, with what it means."""
    text = (site / "claims.html").read_text(encoding="utf-8")
    found = re.findall(r'<a class="word" href="glossary.html#([\w-]+)" title="([^"]+)"', text)
    assert {"pi-degree", "pi-baseline"} <= {anchor for anchor, _ in found}
    assert len(found) == len(dict(found))
    for name in ("index.md", "tutorial.md", "architecture.md"):
        assert "(glossary.md" in (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.long)])
def test_nothing_is_wider_than_a_telephone(every: int, site: Path) -> None:
    """No page scrolls sideways, and no code does but pictures of panels: every sixth, or all."""
    wide = []
    with page() as (seen, _, _):
        seen.set_viewport_size({"width": 390, "height": 844})
        for path in sorted(site.rglob("*.html"))[::every]:
            seen.goto(path.as_uri())
            wide += seen.evaluate(
                """() => [document.documentElement, ...document.querySelectorAll("pre > code")]
                .filter((e) => e.scrollWidth > e.clientWidth + 1 && !e.closest(".drawing"))
                .map((e) => `${location.pathname}: ${e.textContent.slice(0, 50)}`)"""
            )
    assert not wide


@pytest.mark.slow
def test_every_public_name_is_in_the_reference(pages: dict[Path, Page], site: Path) -> None:
    library = pages[site / "reference" / "library.html"]
    for module, names in witness._MODULES.items():
        assert {f"{module}.{name}" for name in names} <= library.anchors
    assert "witness.library.hypothesis.Hypothesis.verify" in library.anchors
    for file, name in {
        "predicates": "witness.searches.predicates.interface.Predicate.bind",
        "learners": "witness.clauses.learners.registry.LEARNERS",
        "solvers": "witness.puzzle.solvers.SOLVERS",
        "searches": "witness.searches.registry.ENGINES",
    }.items():
        assert name in pages[site / "reference" / f"{file}.html"].anchors


def leaves(of: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    groups = [a for a in of._actions if isinstance(a, argparse._SubParsersAction)]
    for group in groups:
        for command in group.choices.values():
            yield from leaves(command)
    if not groups:
        yield of


@pytest.mark.slow
def test_every_command_and_option_is_in_the_reference(site: Path, pages: dict[Path, Page]) -> None:
    path = site / "reference" / "command-line.html"
    text = path.read_text(encoding="utf-8")
    found = list(leaves(parser()))
    assert len(found) > 20
    for command in found:
        anchor = command.prog.replace(" ", "-")
        assert anchor in pages[path].anchors
        section = text.partition(f'id="{anchor}"')[2].partition("<h")[0]
        listed = set(re.findall(r"<code>(-[-\w]+)", section))
        options = {
            name
            for action in command._actions
            for name in action.option_strings
            if action.help != argparse.SUPPRESS
        }
        assert listed == options - {"-h", "--help"}, command.prog
        assert "<code>$" in section or '<span class="gp">' in section  # an example


def test_every_page_is_in_the_navigation() -> None:
    listed = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert len(listed) == len(set(listed))
    sources = [p for end in ("md", "ipynb") for p in (ROOT / "docs").rglob(f"*.{end}")]
    pages = {p.relative_to(ROOT / "docs").with_suffix(".md").as_posix() for p in sources}
    pages |= {p.relative_to(ROOT).as_posix() for p in (ROOT / "studies").rglob("*.md")}
    assert pages <= set(listed)
    assert {page for page in set(listed) - pages if not page.startswith("reference/")} == {
        "repository/CONTRIBUTING.md",
    }


def gallery() -> dict[str, Command]:
    """Return the pictures of the gallery with the command below each."""
    text = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")
    below = commands("docs/gallery.md", text)
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        for picture in re.findall(r"^!\[[^]]+\]\((\S+)\)$", line):
            found[os.path.normpath(f"docs/{picture}")] = next(c for c in below if c.line > number)
    assert len(set(found.values())) == len(below)
    return found


@pytest.mark.slow
def test_every_picture_of_the_gallery_is_what_its_command_draws(tmp_path: Path) -> None:
    """The charts come from records; for them the command names the page that they are part of."""
    pictures = gallery()
    assert len(pictures) >= 12
    copy_of_tracked_files(tmp_path)
    for picture, command in pictures.items():
        if command.text.startswith("snakemake"):
            page = (ROOT / command.text.split()[-1]).read_text(encoding="utf-8")
            assert Path(picture).name in page, command
            continue
        assert command.text.split()[-1] == picture, command
        before = (tmp_path / picture).read_bytes()
        (tmp_path / picture).unlink()
        assert run(command.text, tmp_path).status == 0, command
        assert (tmp_path / picture).read_bytes() == before, command
