"""Figures of the difficulty record: scores against votes, and histograms of scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from witness.base.extras import optional
from witness.pipeline.report.figures import BLUE, ORANGE

stats = optional("scipy.stats", "SciPy", "study")


def scatter(scores: Mapping[str, Sequence[float]], votes: Mapping[str, Sequence[float]]) -> Figure:
    """Draw corrected upvotes against scores, a part for each name, with the least-squares line."""
    figure = Figure(figsize=(5.2 * len(scores), 4.2), layout="constrained")
    for axes, name in zip(figure.subplots(1, len(scores), squeeze=False)[0], scores, strict=True):
        x, y = np.array(scores[name], float), np.array(votes[name], float)
        fit = stats.linregress(x, y)
        ends = np.array([x.min(), x.max()])
        axes.scatter(x, y, s=16, color=BLUE, alpha=0.6, linewidths=0)
        axes.plot(ends, fit.intercept + fit.slope * ends, color=ORANGE)
        axes.set_title(f"{name}: r = {fit.rvalue:.2f}, {len(x)} puzzles")
        axes.set_xlabel(f"{name} (bits)")
        axes.set_ylabel("upvotes, corrected for time")
    return figure


def histograms(scores: Mapping[str, Sequence[float]]) -> Figure:
    """Draw histograms of scores, rounded to three digits, a part for each name."""
    figure = Figure(figsize=(5.2 * len(scores), 3.6), layout="constrained")
    for axes, name in zip(figure.subplots(1, len(scores), squeeze=False)[0], scores, strict=True):
        found = Counter(round(score, 3) for score in scores[name])
        values = sorted(found)
        axes.bar(values, [found[value] for value in values], width=0.09, color=BLUE)
        axes.set_title(f"{name}: {len(scores[name]):,} boards")
        axes.set_xlabel("ReMUSE (bits)")
        axes.set_ylabel("boards")
    return figure
