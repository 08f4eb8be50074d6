"""What may stand in emitted source, and nothing else."""

from __future__ import annotations

import ast

from witness.clauses.compiler.compiler import Compiler
from witness.clauses.language.builtins import HELPERS

#: What emitted code may call besides its own functions, and the attributes that it may use.
CALLED = {
    *("len", "any", "sum", "range", "tuple", "abs", "min", "max", "frozenset", "isinstance"),
    *("enumerate", "next"),
}
ATTRIBUTES = {"get"}
NODES = (
    *(ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.For, ast.If),
    *(ast.Continue, ast.Expr, ast.Yield, ast.YieldFrom, ast.BoolOp, ast.And, ast.Or, ast.BinOp),
    *(ast.Add, ast.Sub, ast.Mult, ast.Mod, ast.UnaryOp, ast.Not, ast.USub, ast.Compare, ast.Eq),
    *(ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn, ast.Call),
    *(ast.Constant, ast.Name, ast.Load, ast.Store, ast.Tuple, ast.Dict, ast.List, ast.Starred),
    *(ast.Subscript, ast.Slice, ast.Attribute, ast.GeneratorExp, ast.ListComp, ast.comprehension),
)


def assert_harmless(compiler: Compiler) -> None:
    """Check that source consists of functions that call only each other and the helpers."""
    tree = ast.parse("\n".join(compiler.blocks))
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for statement in tree.body:
        # Besides functions there are only tables of constants.
        assert isinstance(statement, ast.FunctionDef | ast.Assign)
        if isinstance(statement, ast.Assign):
            assert {n.func.id for n in ast.walk(statement) if isinstance(n, ast.Call)} <= {
                "frozenset"
            }
            assert not any(isinstance(n, ast.Attribute) for n in ast.walk(statement))
    for node in ast.walk(tree):
        assert isinstance(node, NODES), ast.dump(node)
        if isinstance(node, ast.Attribute):
            assert node.attr in ATTRIBUTES
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id in defined | CALLED | HELPERS.keys()
        elif isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Attribute)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            assert node.id not in defined | CALLED | HELPERS.keys()
        if isinstance(node, ast.Constant):
            assert isinstance(node.value, int | str | None)
