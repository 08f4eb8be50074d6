"""A table is declared: its name, its columns, where the report shows it, the function of its rows.

    @table("ends", "How searches ended", ("run", Column("lost", better="less")), section="test")
    def outcomes(records: Records) -> Iterator[Row]: ...

That is all: the declaration puts the table into `TABLES`, from which the workflow takes the files
to write and the report what to show. Called with the records, the table is a frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from witness.base.extras import optional

if TYPE_CHECKING:
    import pandas as pd

    from witness.pipeline.report.records import Records

#: What a column holds: whatever the value is, or a text, a number, true or false, several texts.
#: A cell may be None, where there is no value; never NaN.
Kind = Literal["any", "text", "number", "truth", "texts"]

Cell = str | int | float | bool | tuple[str, ...] | None
Row = Mapping[str, Any]

#: How the head of a row ends that holds seconds. Readers see a time in the unit that suits it.
IN_SECONDS = ", seconds"

#: Notes on differences from the paper.
NOT_COMPARABLE = "not comparable at this scale"
NOT_KNOWN = "reason not known"
NOT_REPORTED = "not in the paper"

#: What to say in place of speedups where no clause is proved.
NO_WINNER = "no winner_proved: nothing is pruned"


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Its `unit` stands behind its name; numbers are rounded to significant `digits`. `better` says
    which of two values is. `paper` marks what compares with the paper: a table has it `when` the
    paper has such puzzles and the records are so.

    In the report, a row without a value in any column of `ours` is left out. A column that must
    `stay` does so even if it says the same in all rows.

    A cell of an `interval` is a pair of numbers, and in the file two columns.

    For other programs, a table for reading has the column unless it is not `shown`, and `meaning`
    says on the page about formats what it holds.
    """

    name: str
    kind: Kind = "any"
    unit: str = ""
    digits: int | None = None
    better: Literal["less", "more"] | None = None
    paper: bool = False
    interval: bool = False
    ours: bool = False
    stay: bool = False
    shown: bool = True
    when: Callable[[Records], bool] = lambda _: True
    meaning: str = ""

    @property
    def title(self) -> str:
        """The name with the unit, as it heads the column."""
        return f"{self.name}, {self.unit}" if self.unit else self.name

    def value(self, row: Row) -> Any:
        """Return the cell of a row, which the row has under the title; None if it has none."""
        value = row.get(self.title)
        if self.digits is not None and isinstance(value, float):
            return significant(value, self.digits)
        return value


def fact(name: str, kind: Kind, meaning: str, *, shown: bool = True) -> Column:
    """Return a column of a table for other programs."""
    return Column(name, kind, meaning=meaning, shown=shown)


@dataclass(frozen=True)
class Table:
    """A table: its `name`, its columns, and the function of its rows.

    If there is a `file`, that is `tables/NAME.csv`; Snakemake's own report calls it by its `label`.

    The page shows it in a `section`, `when` the records are so, below a `caption`, which is a Jinja
    template about `records`: the first `most` rows, or all. Rows that are left out there are named
    by the column `named`.
    """

    name: str
    label: str
    columns: tuple[Column, ...]
    rows: Callable[[Records], Iterable[Row]]
    file: bool = True
    section: str | None = None
    caption: str = ""
    named: str | None = None
    most: int | None = None
    when: Callable[[Records], bool] = lambda _: True

    def __call__(self, records: Records) -> pd.DataFrame:
        """Return the table as a frame; without what the paper has, if it has no such puzzles."""
        columns = [c for c in self.columns if c.when(records) and records.beside_paper >= c.paper]
        rows = ({c.title: c.value(row) for c in columns} for row in self.rows(records))
        return frame(rows, [column.title for column in columns])

    def typed(self, rows: Iterable[Row]) -> pd.DataFrame:
        """Return rows as a frame for computing: numbers as numbers, truths as `boolean`.

        A number that there is not is NaN.
        """
        pandas = optional("pandas", "pandas", "report")
        found: pd.DataFrame = pandas.DataFrame(list(rows), columns=[c.name for c in self.columns])
        for column in self.columns:
            if column.kind == "number":
                found[column.name] = pandas.to_numeric(found[column.name])
            elif column.kind == "truth":
                found[column.name] = found[column.name].astype("boolean")
        return found

    def titles(self, mark: str) -> list[str]:
        """Return the titles of the columns with a mark, such as `ours` or `stay`."""
        return [column.title for column in self.columns if getattr(column, mark)]

    @property
    def better(self) -> dict[str, str]:
        """Which of two values is better, "less" or "more", by the titles of columns."""
        return {column.title: column.better for column in self.columns if column.better}


#: The tables of the report, by name, in the order of their declarations.
TABLES: dict[str, Table] = {}

#: The tidy tables, for other programs: a row an observation, a column a variable.
TIDY: dict[str, Table] = {}


def table(
    name: str,
    label: str,
    columns: Sequence[str | Column],
    *,
    registry: dict[str, Table] = TABLES,
    **how: Any,
) -> Callable[[Callable[[Records], Iterable[Row]]], Table]:
    """Declare the table whose rows a function returns; `how` are the other fields of `Table`."""

    def declared(rows: Callable[[Records], Iterable[Row]]) -> Table:
        own = tuple(Column(one) if isinstance(one, str) else one for one in columns)
        assert name not in registry, f"there are two tables {name}"
        registry[name] = found = Table(name, label, own, rows, **how)
        return found

    return declared


def frame(rows: Iterable[Row], columns: Sequence[str]) -> pd.DataFrame:
    """Return rows as a frame with these columns; a column missing from a row is None there.

    Columns keep their Python values (dtype object), so that a missing value does not turn integers
    into floats.
    """
    # Imported here: it takes a third of a second, which whoever reads the registry alone is spared.
    pandas = optional("pandas", "pandas", "report")
    cells = [[row.get(column) for column in columns] for row in rows]
    found: pd.DataFrame = pandas.DataFrame(cells, columns=list(columns), dtype=object)
    return found


def significant(value: float, digits: int = 4) -> float:
    """Return a value rounded to significant digits: tables suggest no greater precision."""
    return float(f"{value:.{digits}g}")


def ratio(over: float, under: float) -> float | None:
    """Return the quotient of two measurements, or None if either is not positive."""
    return significant(over / under) if over > 0 and under > 0 else None


def percent(part: int, whole: int) -> float | None:
    """Return a percentage, or None if `whole` is 0.

    It has one decimal, or as many as are needed so that a part does not read 0 or 100 %.
    """
    if not whole:
        return None
    value = 100 * part / whole
    return next(
        (r for r in (round(value, n) for n in range(1, 9)) if value in (0, 100) or 0 < r < 100),
        value,
    )


def size_name(rows: int, cols: int) -> str:
    """Return the name of a size; m×n and n×m share one (paper, Table 2)."""
    return f"{min(rows, cols)}×{max(rows, cols)}"


def yes(value: bool | None) -> str:
    """Return what holds or not in a word; None if that is not known."""
    return "unknown" if value is None else "yes" if value else "no"
