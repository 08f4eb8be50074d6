"""Draw the pictures of the README: a search as dots, and what the studio and a report look like.

    python tools/pictures.py

The report is that of `results/small` (`python3 run.py small`). Needs Chromium and the extra `dev`.
"""

from __future__ import annotations

import io
import re
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import witness as w
from witness.puzzle.files import read_puzzles
from witness.studio.page.page import studio_page

TOP = Path(__file__).resolve().parents[1]
IMAGES = TOP / "docs" / "images"

#: The panel of the first picture.
PANEL = w.Puzzle.random(3, 3, seed=223)

#: How many dots stand in a row.
ROW = 20


def search_svg() -> str:
    """Return a solved panel, and a dot for each partial path that A* expands."""
    drawn = re.sub(r"<title>.*?</title>|\n", "", str(PANEL.solve().svg()))
    panel = re.sub(
        r'width=\S+ height=\S+ role="img"', 'x="20" y="20" width="200" height="200"', drawn
    )
    parts, y = [], 46
    for name, words, colour in (
        ("none", "without a rule", "#a9b8cc"),
        ("paper", "with the learned rule", "#ffa31a"),
    ):
        count = w.search(PANEL, name).expansions
        dots = [(250 + 17 * (n % ROW), y + 22 + 17 * (n // ROW)) for n in range(count)]
        marks = "".join(f"M{x} {y}h0" for x, y in dots)
        parts.append(
            f'<text x="244" y="{y}">{words}: {count} partial paths</text>'
            f'<path d="{marks}" stroke="{colour}" stroke-width="12" stroke-linecap="round"/>'
        )
        y = dots[-1][1] + 46
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 240" width="600">'
        '<rect width="600" height="240" rx="12" fill="#28323e"/>'
        f'{panel}<g font-family="sans-serif" font-size="18" fill="#eef1f5">{"".join(parts)}</g>'
        "</svg>\n"
    )


def photographs() -> None:
    """Write pictures of the studio with a panel, and of the top of a report."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        studio = Path(folder) / "studio.html"
        panels = read_puzzles(TOP / "examples" / "panels.jsonl")
        shown = [panel for panel in panels if panel.id == "all-symbols"]
        studio.write_text(studio_page(shown), encoding="utf-8")
        browser = player.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        seen = browser.new_page(viewport={"width": 800, "height": 700})
        for name, page in ("studio", studio), ("report", TOP / "results/small/report.html"):
            seen.goto(page.as_uri())
            if name == "studio":
                seen.click("#solve")
                seen.wait_for_timeout(1000)
            else:
                seen.locator("#learned").evaluate("e => scrollTo(0, e.offsetTop)")
            picture = Image.open(io.BytesIO(seen.screenshot()))
            picture.quantize(256).save(IMAGES / f"{name}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    (IMAGES / "search.svg").write_text(search_svg(), encoding="utf-8")
    photographs()
