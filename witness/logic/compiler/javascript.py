"""From emitted Python to JavaScript, so that a page can evaluate clauses without Python.

What is translated is the Python that `witness.logic.compiler.compiler` emits from its own syntax
tree, statement by statement. Every operation becomes a call of `R`, the runtime in
`witness/report/panel/runtime.js`, which does what Python does with the values of clauses, and
raises an error where Python raises one. A node that is not known here is refused by its name.

Names of the source get a `$` in front, so that none of them is a word of JavaScript or a name of
the page; constants are printed as JSON. Comments are left out. So no text of a Prolog file can
become code.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from witness.base.errors import InputError
from witness.logic.language.builtins import HELPERS

#: The largest number that JavaScript tells apart from its neighbours.
MOST = 2**53 - 1

#: The functions of Python that emitted source calls, besides `HELPERS`.
_BUILT_IN = frozenset(
    {"abs", "any", "enumerate", "frozenset", "len", "max", "min", "next", "range", "tuple"}
)

#: What `R` must have besides the operations: a test compares this with the runtime.
FUNCTIONS = frozenset({*HELPERS, *_BUILT_IN})

#: Methods of views and tables.
_METHODS = frozenset({"joined", "joined_to", "region", "region_of", "unmarked"})

_OPERATORS: Mapping[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Mod: "mod",
}
_COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "R.eq({0}, {1})",
    ast.NotEq: "!R.eq({0}, {1})",
    ast.Lt: "R.lt({0}, {1})",
    ast.LtE: "R.le({0}, {1})",
    ast.Gt: "R.lt({1}, {0})",
    ast.GtE: "R.le({1}, {0})",
    ast.In: "R.has({1}, {0})",
    ast.NotIn: "!R.has({1}, {0})",
    ast.Is: "({0} === {1})",
    ast.IsNot: "({0} !== {1})",
}


class UntranslatableError(InputError):
    """Emitted Python has something that is not known in JavaScript."""


def javascript(source: str, tables: Mapping[str, object]) -> str:
    """Return emitted source as an expression: a list of the functions in its `CLAUSES`.

    `tables` are the global names that the source uses (`Compiler.tables`). Raises
    `UntranslatableError` with the name of what is not known.
    """
    return _Module(ast.parse(source), tables).text


def json_text(value: Any) -> str:
    """Return JSON that can stand inside a `<script>`, whatever texts are in it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    # A surrogate by itself cannot be written as UTF-8.
    return "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in text)


class _Module:
    """One module of emitted source."""

    def __init__(self, tree: ast.Module, tables: Mapping[str, object]) -> None:
        self._names = set(tables)
        lines = [f"const ${name} = {_value(value)};" for name, value in tables.items()]
        result = ""
        # Functions may call those that come after them.
        self._names |= _assigned(tree.body) | {
            node.name for node in tree.body if isinstance(node, ast.FunctionDef)
        }
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                if node.name != "fires":
                    lines.append(self._function(node))
                continue
            if not (isinstance(node, ast.Assign) and len(node.targets) == 1):
                raise _unknown(node)
            (target,) = node.targets
            if not isinstance(target, ast.Name):
                raise _unknown(target)
            if target.id == "CLAUSES":
                result = self.expression(node.value)
            else:
                lines.append(f"const ${target.id} = {self.expression(node.value)};")
        body = "\n".join([*lines, f"return {result};"])
        self.text = f"(() => {{\n{body}\n}})()"

    # ---- statements ------------------------------------------------------------------------

    def _function(self, node: ast.FunctionDef) -> str:
        known = self._names
        parameters = [argument.arg for argument in node.args.args]
        assigned = sorted(_assigned(node.body) - set(parameters))
        self._names = known | set(parameters) | set(assigned)
        yields = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.walk(node))
        arguments = ", ".join(f"${name}" for name in parameters)
        lines = [f"function{'*' * yields} ${node.name}({arguments}) {{"]
        if assigned:
            lines.append(f"  let {', '.join(f'${name}' for name in assigned)};")
        lines += self._block(node.body, 1)
        if not yields:
            lines.append("  return null;")
        self._names = known
        return "\n".join([*lines, "}"])

    def _block(self, statements: Sequence[ast.stmt], depth: int) -> list[str]:
        return [line for one in statements for line in self._statement(one, depth)]

    def _statement(self, node: ast.stmt, depth: int) -> list[str]:
        space = "  " * depth
        match node:
            case ast.Return(value):
                return [f"{space}return {'null' if value is None else self.expression(value)};"]
            case ast.Continue():
                return [f"{space}continue;"]
            case ast.Assign([ast.Tuple(parts) as target], value):
                unpacked = f"R.unpack({self.expression(value)}, {len(parts)})"
                return [f"{space}{_target(target)} = {unpacked};"]
            case ast.Assign([target], value):
                return [f"{space}{_target(target)} = {self.expression(value)};"]
            case ast.If(test, body, []):
                head = f"{space}if ({self._test(test)}) {{"
            case ast.For(target, items, body, []):
                head = f"{space}for ({_target(target)} of {self._items(target, items)}) {{"
            case ast.Expr(ast.Yield(ast.expr() as value)):
                return [f"{space}yield {self.expression(value)};"]
            case ast.Expr(ast.YieldFrom(value)):
                return [f"{space}yield* R.iterate({self.expression(value)});"]
            case ast.Expr(ast.Call() as call):
                return [f"{space}{self.expression(call)};"]
            case _:
                raise _unknown(node)
        return [head, *self._block(body, depth + 1), f"{space}}}"]

    def _items(self, target: ast.expr, items: ast.expr) -> str:
        """Return what a loop runs over; each item has as many parts as there are targets."""
        text = f"R.iterate({self.expression(items)})"
        if isinstance(target, ast.Tuple):
            return f"R.unpacked({text}, {len(target.elts)})"
        return text

    # ---- expressions -----------------------------------------------------------------------

    def _test(self, node: ast.expr) -> str:
        return f"R.truth({self.expression(node)})"

    def expression(self, node: ast.expr) -> str:
        """Return the JavaScript of an expression."""
        match node:
            case ast.Constant(value):
                return _value(value)
            case ast.Name(name) if name in self._names:
                return f"${name}"
            case ast.Name(name):
                raise UntranslatableError(f"the name {name} has no meaning in JavaScript")
            case ast.Tuple(items) | ast.List(items):
                return f"[{', '.join(map(self._item, items))}]"
            case ast.Dict(keys, values):
                pairs = zip(keys, values, strict=True)
                rows = [f"[{self._key(key)}, {self.expression(value)}]" for key, value in pairs]
                return f"R.table([{', '.join(rows)}])"
            case ast.Attribute(value, name):
                return f"R.get({self.expression(value)}, {json.dumps(name)})"
            case ast.Subscript(value, ast.Slice(ast.expr() as lower, None, None)):
                return f"R.rest({self.expression(value)}, {self.expression(lower)})"
            case ast.Subscript(value, place) if not isinstance(place, ast.Slice):
                return f"R.item({self.expression(value)}, {self.expression(place)})"
            case ast.Call():
                return self._call(node)
            case ast.GeneratorExp(item, parts):
                return self._generator(item, parts)
            case ast.ListComp(item, parts):
                return f"[...{self._generator(item, parts)}]"
            case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS:
                sides = f"{self.expression(left)}, {self.expression(right)}"
                return f"R.{_OPERATORS[type(operator)]}({sides})"
            case ast.UnaryOp(ast.Not(), operand):
                return f"!{self._test(operand)}"
            case ast.UnaryOp(ast.USub(), operand):
                return f"R.sub(0, {self.expression(operand)})"
            case ast.BoolOp(junction, operands):
                sign = " && " if isinstance(junction, ast.And) else " || "
                return f"({sign.join(map(self._test, operands))})"
            case ast.IfExp(test, yes, no):
                return f"({self._test(test)} ? {self.expression(yes)} : {self.expression(no)})"
            case ast.Compare():
                return self._comparison(node)
        raise _unknown(node.slice if isinstance(node, ast.Subscript) else node)

    def _comparison(self, node: ast.Compare) -> str:
        for op in node.ops:
            if type(op) not in _COMPARISONS:
                raise _unknown(op)
        forms = [_COMPARISONS[type(op)] for op in node.ops]
        sides = [self.expression(side) for side in (node.left, *node.comparators)]
        if len(forms) == 1:
            return forms[0].format(*sides)
        # Each side is evaluated once.
        names = [f"s{number}" for number in range(len(sides))]
        tests = [form.format(names[number], names[number + 1]) for number, form in enumerate(forms)]
        return f"(({', '.join(names)}) => {' && '.join(tests)})({', '.join(sides)})"

    def _item(self, node: ast.expr) -> str:
        if isinstance(node, ast.Starred):
            return f"...R.iterate({self.expression(node.value)})"
        return self.expression(node)

    def _key(self, node: ast.expr | None) -> str:
        if node is None:
            raise UntranslatableError("** has no meaning in JavaScript")
        return self.expression(node)

    def _call(self, node: ast.Call) -> str:
        if node.keywords:
            raise _unknown(node.keywords[0])
        function = node.func
        if isinstance(function, ast.Attribute):
            given = [self.expression(function.value), *map(self.expression, node.args)]
            if function.attr == "get":
                return f"R.look_up({', '.join(given)})"
            if function.attr in _METHODS:
                return f"R.call({json.dumps(function.attr)}, {', '.join(given)})"
        if not isinstance(function, ast.Name):
            raise _unknown(function)
        if function.id == "isinstance":
            subject, kind = node.args
            if not (isinstance(kind, ast.Name) and kind.id == "tuple"):
                raise _unknown(kind)
            return f"Array.isArray({self.expression(subject)})"
        given = [self._item(argument) for argument in node.args]
        if function.id in self._names:
            return f"${function.id}({', '.join(given)})"
        if function.id in FUNCTIONS:
            return f"R.{function.id}({', '.join(given)})"
        raise UntranslatableError(f"the function {function.id} has no meaning in JavaScript")

    def _generator(self, item: ast.expr, parts: Sequence[ast.comprehension]) -> str:
        known = self._names
        opening, closing = "(function* () { ", " })()"
        for part in parts:
            if part.is_async:
                raise _unknown(part)
            items = self._items(part.target, part.iter)
            new = sorted(_names_in(part.target))
            self._names = self._names | set(new)
            opening += f"let {', '.join(f'${name}' for name in new)}; "
            opening += f"for ({_target(part.target)} of {items}) {{ "
            for test in part.ifs:
                opening += f"if (!{self._test(test)}) continue; "
            closing = f" }}{closing}"
        text = f"{opening}yield {self.expression(item)};{closing}"
        self._names = known
        return text


def _target(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return f"${node.id}"
    if isinstance(node, ast.Tuple):
        return f"[{', '.join(map(_target, node.elts))}]"
    raise _unknown(node)


def _names_in(node: ast.expr) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _assigned(statements: Iterable[ast.stmt]) -> set[str]:
    """Return the names that statements assign to."""
    found: set[str] = set()
    for node in statements:
        if isinstance(node, ast.Assign):
            found |= {name for target in node.targets for name in _names_in(target)}
        elif isinstance(node, ast.For):
            found |= _names_in(node.target) | _assigned(node.body)
        elif isinstance(node, ast.If):
            found |= _assigned(node.body)
    return found


def _value(value: Any) -> str:
    """Return a constant, or a table of facts."""
    if value is None or isinstance(value, bool | str):
        return json_text(value)
    if isinstance(value, int):
        if abs(value) > MOST:
            raise UntranslatableError(f"the number {value:.6g} is too large for JavaScript")
        return str(value)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, frozenset):
        items = sorted(map(_value, value))
        return f"R.frozenset([{', '.join(items)}])"
    if isinstance(value, dict):
        rows = [f"[{_value(key)}, {_value(found)}]" for key, found in value.items()]
        return f"R.table([{', '.join(rows)}])"
    raise UntranslatableError(f"a value of the type {type(value).__name__} has no JavaScript")


def _unknown(node: ast.AST) -> UntranslatableError:
    return UntranslatableError(f"{type(node).__name__} of Python has no JavaScript here")
