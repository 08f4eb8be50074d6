"""The reader of bias files, in Popper's language, for all learners.

A bias file is an answer set program (it may contain tuples such as `(int,)`), so it has its own
small reader. Declarations become a `Bias`. Everything else is kept as text, and is a demand that a
learner may not know.

What could be code is refused before anything is read (`bias_statements`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from witness.base.errors import InputError, quoted, shortened
from witness.base.files import read_text
from witness.base.meant import did_you_mean, nearest
from witness.clauses.language.bias import (
    ANY,
    CONSTANTS,
    HEAD_OUTPUT,
    INVENTION,
    RAW,
    RECURSION,
    UNUSED_HEAD,
    Bias,
    Demand,
    Signature,
)
from witness.clauses.language.bias_rules import Facts, arguments_of, derived, head_names
from witness.clauses.language.bias_statements import is_asp, one_line, statements, without_code
from witness.clauses.language.system import why_not_defined
from witness.clauses.language.terms import Key
from witness.clauses.language.tokens import neighbour

#: Popper's defaults, for bias files that set no limits.
DEFAULT_MAX_VARS = 6
DEFAULT_MAX_BODY = 6

_NAME = r"[a-z][A-Za-z0-9_]*"
_PREDICATE = re.compile(rf"({_NAME})\s*,\s*([0-9]{{1,9}})")
_TUPLE = re.compile(rf"({_NAME})\s*,\s*\(\s*((?:{_NAME}(?:\s*,\s*{_NAME})*\s*,?)?)\s*\)")
_STATEMENT = re.compile(rf"({_NAME})\s*(?:\((.*)\))?", re.DOTALL)
_CONSTANT = re.compile(rf"({_NAME}|-?[0-9]{{1,18}})\s*,\s*({_NAME})")

#: Names that Popper, or its own encoding, asks for.
_ASKED = (
    "bad_body", "base_clause", "body_aux", "body_literal", "body_size", "clause", "clause_var",
    "custom_max_size", "functional", "head_aux", "head_literal", "invented", "lower", "num_clauses",
    "only_once", "prop", "recursive_clause", "size", "timeout", "var_pos", "var_type",
)  # fmt: skip

#: Where a fact ends and another one begins, without a full stop between them.
_MISSED_STOP = re.compile(rf"\)\s*{_NAME}\s*\(")

#: Statements without arguments that are demands.
_SWITCHES = {"enable_recursion": RECURSION, "enable_pi": INVENTION, "non_datalog": UNUSED_HEAD}

#: Statements that say which predicates there are.
_DECLARATIONS = ("head_pred", "body_pred", "type", "direction")

_LIMITS = ("max_vars", "max_body", "max_clauses")

#: All statements of a bias file that are not raw ASP.
_STATEMENTS = (
    *_DECLARATIONS, *_LIMITS, *_SWITCHES, "allow_singletons", "constant", "magic_value_type"
)  # fmt: skip


def read_bias(path: str | Path) -> Bias:
    """Read a bias file; raise `InputError` with the line of the first mistake."""
    return parse_bias(read_text(path), str(path))


def parse_bias(text: str, file: str = "<bias>") -> Bias:
    """Parse the text of a bias file; raise `InputError` as `read_bias` does."""
    for number, row in enumerate(text.split("\n"), start=1):
        _check_language(row.strip(), file, number)
    bare = without_code(text, file)
    declarations = _Declarations(file)
    facts: Facts = {}
    helpers: list[tuple[str, str, str, int]] = []
    rules: list[tuple[str, int]] = []
    for statement, line in list(statements(bare, file)):
        _check_language(statement, file, line)
        found = _STATEMENT.fullmatch(statement)
        if found is None or ":-" in statement:
            rules.append((statement, line))
            continue
        if _MISSED_STOP.search(statement):
            first = quoted(shortened(one_line(statement.partition(")")[0] + ")")))
            raise InputError(f"no full stop after {first}", file=file, line=line)
        name, inside = found.group(1), (found.group(2) or "").strip()
        facts.setdefault(name, []).append(arguments_of(statement))
        if not declarations.add(name, inside, line):
            helpers.append((name, inside, statement, line))
    ruled = head_names([statement for statement, _ in rules])
    for statement, line in rules:
        declarations.add_rule(statement, line, facts, ruled)
    for helper in helpers:
        declarations.add_helper(*helper)
    return declarations.bias()


def _check_language(statement: str, file: str, line: int) -> None:
    """Raise `InputError` for a statement of a neighbouring language."""
    reason = neighbour(statement)
    if reason is not None:
        raise InputError(reason, file=file, line=line)


def misspelt_statement(statement: str) -> str | None:
    """Return a question about a fact that looks like a misspelt statement; None for any other."""
    found = _STATEMENT.fullmatch(statement)
    if found is None or ":-" in statement:
        return None
    meant = nearest(found.group(1), _STATEMENTS, 0.8)
    if meant == found.group(1):
        return "expected constant(VALUE,TYPE), names or a number, without quotes"
    return f"did you mean {meant}?" if meant else None


@dataclass
class _Declarations:
    """What the statements of a bias file declare, with the lines."""

    file: str
    heads: dict[Key, int] = field(default_factory=dict)
    bodies: dict[Key, int] = field(default_factory=dict)
    types: dict[Key, tuple[tuple[str, ...], int]] = field(default_factory=dict)
    directions: dict[Key, tuple[tuple[str, ...], int]] = field(default_factory=dict)
    limits: dict[str, tuple[int, int]] = field(default_factory=dict)
    allow_singletons: bool = False
    constant_types: dict[str, int] = field(default_factory=dict)
    constants: dict[tuple[int | str, str], int] = field(default_factory=dict)
    single_types: dict[str, tuple[str, int]] = field(default_factory=dict)
    demands: list[Demand] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    ignored: list[tuple[str, int]] = field(default_factory=list)

    def add(self, name: str, inside: str, line: int) -> bool:
        """Take in one fact; return False if it declares nothing that is known."""
        if name in ("head_pred", "body_pred"):
            self._add_predicate(name, inside, line)
        elif name == "type" and re.fullmatch(_NAME, inside):
            pass  # the name of a type, which needs no declaration
        elif name in ("type", "direction"):
            self._add_words(name, inside, line)
        elif name in _LIMITS:
            self._add_limit(name, inside, line)
        elif name == "magic_value_type":
            if not re.fullmatch(_NAME, inside):
                raise self._error("expected magic_value_type(type)", line)
            self.constant_types.setdefault(inside, line)
        elif name in _SWITCHES and not inside:
            self.demands.append(Demand(_SWITCHES[name], name, line))
        elif name == "allow_singletons" and not inside:
            self.allow_singletons = True
        else:
            return False
        return True

    def add_rule(self, statement: str, line: int, all_facts: Facts, ruled: set[str]) -> None:
        """Take in one rule, or anything else that is not a fact; see `derived`."""
        declared = statement.partition(":-")[0]
        if not any(re.search(rf"\b{name}\b", declared) for name in _DECLARATIONS):
            single = _SINGLE_TYPE.fullmatch(re.sub(r"\s+", "", statement))
            if single is None:
                self._add_raw(statement, line)
            else:
                self.single_types.setdefault(single.group(3), (statement, line))
            return
        try:
            facts = derived(statement, all_facts, ruled)
        except InputError as error:
            raise self._error(error.reason, line) from None
        if facts is None:
            raise self._error(
                "declarations must be facts, or follow from facts alone as in "
                "body_pred(P,1) :- constant(P,_)",
                line,
            )
        self.used |= facts[1]
        for name, inside in facts[0]:
            self.add(name, inside, line)

    def add_helper(self, name: str, inside: str, statement: str, line: int) -> None:
        """Take in a fact that only rules can use: a constant, if none does.

        A fact that declarations follow from is done with, unless raw ASP asks for it, too.
        """
        if name in self.used:
            raw = (demand.statement for demand in self.demands if demand.kind == RAW)
            if any(re.search(rf"\b{name}\b", text) for text in raw):
                self._add_raw(statement, line)
            return
        constant = _CONSTANT.fullmatch(inside)
        if name != "constant" or constant is None:
            self._add_raw(statement, line)
            return
        value, type_ = constant.groups()
        self.constants.setdefault((value if value[0].isalpha() else int(value), type_), line)

    def _add_raw(self, statement: str, line: int) -> None:
        """Take in what is no declaration; raise `InputError` for what is not ASP, either."""
        text = one_line(statement)
        if not is_asp(f"{text}."):
            shown = quoted(shortened(text))
            raise self._error(f"{shown} is neither a declaration nor an ASP statement", line)
        self.demands.append(Demand(RAW, text, line))

    def _add_predicate(self, name: str, inside: str, line: int) -> None:
        found = _PREDICATE.fullmatch(inside)
        if found is None:
            rule = "a name is of letters from a to z, digits and _, and begins with a small letter"
            raise self._error(f"expected {name}(name,arity); {rule}", line)
        table = self.heads if name == "head_pred" else self.bodies
        table[found.group(1), int(found.group(2))] = line

    def _add_words(self, kind: str, inside: str, line: int) -> None:
        """Take in the types or the directions of a predicate's arguments."""
        found = _TUPLE.fullmatch(inside)
        if found is None:
            shown = quoted(shortened(f"{kind}({inside})"))
            raise self._error(f"expected {kind}(name,(…,…)), found {shown}", line)
        predicate, words = found.group(1), tuple(re.findall(_NAME, found.group(2)))
        if kind == "direction" and not set(words) <= {"in", "out"}:
            raise self._error("a direction is in or out", line)
        table = self.types if kind == "type" else self.directions
        key = predicate, len(words)
        before, earlier = table.setdefault(key, (words, line))
        if before != words and kind == "type":
            both = tuple(a if a == b else ANY for a, b in zip(before, words, strict=True))
            table[key] = both, earlier
            said = f"type({predicate},({','.join(words)})) is the second type of {predicate}"
            self.ignored.append((f"{said}: arguments in which the two differ have none", line))
        elif before != words:
            what = f"{predicate} already has a different {kind}, from line {earlier}"
            raise self._error(what, line)

    def _add_limit(self, name: str, inside: str, line: int) -> None:
        if not re.fullmatch("[0-9]{1,9}", inside) or int(inside) < 1:
            what = f"{name} needs a whole number above 0, found {quoted(shortened(inside))}"
            raise self._error(what, line)
        before, earlier = self.limits.setdefault(name, (int(inside), line))
        if before != int(inside):
            raise self._error(f"{name} already has a different value, from line {earlier}", line)

    def bias(self) -> Bias:
        """Return the bias; raise `InputError` if a declaration is missing or does not fit."""
        if len(self.heads) != 1:
            second = list(self.heads.values())[1] if self.heads else None
            what = f"exactly one head_pred is needed, found {len(self.heads)}"
            if self.heads:
                what += "; learn one predicate at a time, with the others as body_pred and facts"
            raise self._error(what, second)
        head_key, head_line = next(iter(self.heads.items()))
        reason = why_not_defined(head_key)
        if reason is not None:
            raise self._error(reason, head_line)
        recursive = self.bodies.pop(head_key, None)
        if recursive is not None:
            statement = f"body_pred({head_key[0]},{head_key[1]})"
            self.demands.append(Demand(RECURSION, statement, recursive))
        if not self.bodies and recursive is None:
            misspelt = (d for d in self.demands if misspelt_statement(d.statement))
            for demand in misspelt:
                what = f"no body_pred is declared; {demand.statement}: "
                raise self._error(f"{what}{misspelt_statement(demand.statement)}", demand.line)
            raise self._error("no body_pred is declared")
        head = self._signature(head_key, head_line, is_head=True)
        if not all(head.inputs):
            statement = f"direction({head.name},({','.join(self.directions[head_key][0])}))"
            self.demands.append(Demand(HEAD_OUTPUT, statement, self.directions[head_key][1]))
        singles = []
        for name, (statement, line) in self.single_types.items():
            if head.types.count(name) == 1:
                singles.append(name)
            else:
                self.demands.append(Demand(RAW, one_line(statement), line))
        for (value, name), line in self.constants.items():
            self.demands.append(Demand(CONSTANTS, f"constant({value},{name})", line))
        for name, line in self.constant_types.items():
            self.demands.append(Demand(CONSTANTS, f"magic_value_type({name})", line))
        self._drop_unasked()
        max_clauses = self.limits.get("max_clauses")
        body = tuple(self._signature(key, line) for key, line in self.bodies.items())
        return Bias(
            file=self.file,
            head=head,
            body=body,
            max_vars=max(self.limits.get("max_vars", (DEFAULT_MAX_VARS,))[0], len(head.types)),
            max_body=self.limits.get("max_body", (DEFAULT_MAX_BODY,))[0],
            allow_singletons=self.allow_singletons,
            directed=bool(self.directions),
            max_clauses=None if max_clauses is None else max_clauses[0],
            single_types=tuple(singles),
            constants=tuple(self.constants),
            constant_types=tuple(self.constant_types),
            demands=tuple(sorted(self.demands, key=lambda demand: demand.line)),
            assumed=tuple(name for name in ("max_vars", "max_body") if name not in self.limits),
            idle=tuple(sorted(self._idle(head, body), key=lambda said: said[1] or 0)),
            lines={name: line for name, (_, line) in self.limits.items()}
            | {f"type {name}/{n}": line for (name, n), (_, line) in self.types.items()}
            | {f"magic_value_type {name}": line for name, line in self.constant_types.items()},
        )

    def _drop_unasked(self) -> None:
        """Drop facts that no rule asks for, and say so."""
        raw = [demand for demand in self.demands if demand.kind == RAW]
        rules = " ".join(demand.statement.partition(":-")[2] for demand in raw)
        for demand in raw:
            fact = re.fullmatch(rf"({_NAME})\([\w\s,]*\)", demand.statement)
            name = _ASKED[0] if fact is None else fact.group(1)
            if name in _ASKED or misspelt_statement(demand.statement):
                continue
            if not re.search(rf"\b{name}\b", rules):
                self.demands.remove(demand)
                what = f"{demand.statement} has no effect: no rule asks for {name}"
                self.ignored.append((what, demand.line))

    def _idle(self, head: Signature, body: tuple[Signature, ...]) -> Iterator[tuple[str, int]]:
        """Yield what is declared of nothing that exists, and facts that seem to be misspelt."""
        yield from self.ignored
        for demand in self.demands:
            question = misspelt_statement(demand.statement) if demand.kind == RAW else None
            if question is not None:
                yield f"{demand.statement} is taken for raw ASP; {question}", demand.line
        known = {signature.key for signature in (head, *body)}
        for kind, table in (("type", self.types), ("direction", self.directions)):
            for (name, arity), (_, line) in table.items():
                if (name, arity) not in known:
                    yield f"a {kind} of {name}/{arity}, which is no declared predicate", line
        most, line = self.limits.get("max_vars", (len(head.types), 0))
        if most < len(head.types):
            yield f"max_vars({most}) has no effect: the head has {len(head.types)} variables", line
        types = {name for signature in body for name in signature.types}
        if ANY in types:
            return
        constants = [(f"constant({v},{name})", name, n) for (v, name), n in self.constants.items()]
        magic = [(f"magic_value_type({name})", name, n) for name, n in self.constant_types.items()]
        for statement, name, line in (*constants, *magic):
            if name not in types:
                where = "only the head has the" if name in head.types else "no argument has the"
                meant = did_you_mean(name, types)
                yield f"{statement} has no effect: {where} type {name}{meant}", line

    def _signature(self, key: Key, line: int, *, is_head: bool = False) -> Signature:
        name, arity = key
        for kind, table in (("type", self.types), ("direction", self.directions)):
            if key in table:
                continue
            others = [other for other in table if other[0] == name]
            overloads = [other for other in (*self.heads, *self.bodies) if other[0] == name]
            wrong = [other for other in others if other not in overloads]
            if wrong:
                what = f"the {kind} of {name} has {wrong[0][1]} parts; {arity} are needed"
                raise self._error(what, table[wrong[0]][1])
        types = self.types.get(key, ((ANY,) * arity, 0))[0]
        if key not in self.directions:
            if self.directions:
                taken = "inputs" if is_head else "outputs"
                what = f"{name}/{arity} has no direction, so its arguments are taken for {taken}"
                self.ignored.append((what, line))
            return Signature(name, types, (is_head,) * arity, line)
        inputs = tuple(word == "in" for word in self.directions[key][0])
        return Signature(name, types, inputs, line)

    def _error(self, message: str, line: int | None = None) -> InputError:
        return InputError(message, file=self.file, line=line)


#: A rule by which a clause has one variable of a type, without its spaces.
_SINGLE_TYPE = re.compile(
    r":-clause\((\w+)\),#count\{(\w+):(?:clause_var\(\1,\2\),)?var_type\(\1,\2,([a-z]\w*)\)\}!=1"
)
