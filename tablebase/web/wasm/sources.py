"""The code that compiled kernels depend on, without its words.

From every statement of some modules, names are followed to the definitions that they stand for, in
any module of ours or of the same package: a constant that a kernel uses counts, and the rest of its
module does not. Comments, docstrings and annotations say nothing to the compiler.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

Definition = tuple[str, str]
"""A module, and a name in it."""

_APART = "tablebase.engine.kernels"
"""Decorates kernels for the machine that they run on, which does not change their code."""


class _Module(NamedTuple):
    """The statements that define or change each name, and what each imported name stands for.

    Statements that only call something are those of the name "".
    """

    definitions: dict[str, list[ast.stmt]]
    imports: dict[str, Definition]


def dependencies(*modules: str) -> dict[Definition, str]:
    """The code of each definition that the modules have or use.

    As `ast.unparse` writes it, which is alike in all versions of Python.
    """
    ours = {name.partition(".")[0] for name in (__name__, *modules)}
    found: dict[Definition, str] = {}
    waiting = [(module, name) for module in modules for name in _read(module).definitions]
    while waiting:
        module, name = waiting.pop()
        if (module, name) in found or module == _APART or module.partition(".")[0] not in ours:
            continue
        definitions, imports = _read(module)
        if name in definitions:
            statements = definitions[name]
            found[module, name] = "\n".join(map(ast.unparse, statements))
            for statement in statements:
                waiting += _used(module, statement)
        elif name in imports:
            waiting.append(imports[name])
    return found


def _used(module: str, statement: ast.stmt) -> Iterator[Definition]:
    """The definitions that a statement names, and those that it names as attributes of modules."""
    imports = _read(module).imports
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            yield module, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            package, name = imports.get(node.value.id, ("", ""))
            if package:
                yield f"{package}.{name}" if name else package, node.attr


@cache
def _read(name: str) -> _Module:
    """The definitions and imports of a module; none if there is no such module."""
    try:
        spec = find_spec(name)
    except ModuleNotFoundError:  # what should hold it is no package
        spec = None
    if spec is None or spec.origin is None:
        return _Module({}, {})
    tree = _Bare().visit(ast.parse(Path(spec.origin).read_text("utf-8")))
    definitions: dict[str, list[ast.stmt]] = {}
    imports: dict[str, Definition] = {}
    for statement in tree.body:
        for bound in _bound(statement):
            definitions.setdefault(bound, []).append(statement)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            imports |= {one.asname or one.name: (str(node.module), one.name) for one in node.names}
        elif isinstance(node, ast.Import):
            imports |= {one.asname: (one.name, "") for one in node.names if one.asname}
    return _Module(definitions, imports)


def _bound(statement: ast.stmt) -> set[str]:
    """The names that a statement of a module defines or changes, see `_Module`."""
    if isinstance(statement, ast.Expr):
        return {""}
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return set()
    stored = (
        node for node in ast.walk(statement)
        if isinstance(node, ast.Name | ast.Subscript | ast.Attribute)
        and isinstance(node.ctx, ast.Store)
    )  # fmt: skip
    return {name for node in stored if (name := _base(node))}


def _base(node: ast.expr) -> str:
    """The name of the variable that an expression is or is a part of; "" if there is none."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


class _Bare(ast.NodeTransformer):
    """Takes docstrings and annotations out, and f-strings apart.

    From Python 3.12 on, `ast.unparse` quotes f-strings in another way.
    """

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """The parts of an f-string as a list."""
        return self.generic_visit(ast.List([ast.Constant("f"), *node.values], ast.Load()))

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        """What is formatted, and how, as a list."""
        spec = node.format_spec or ast.Constant(None)
        parts = [node.value, ast.Constant(node.conversion), spec]
        return self.generic_visit(ast.List(parts, ast.Load()))

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name in ("annotation", "returns"):
            if getattr(node, name, None) is not None:
                setattr(node, name, None if name == "returns" else ast.Constant(None))
        body = getattr(node, "body", None)
        if isinstance(body, list):
            said = (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant) for s in body)
            node.body = [s for s, is_said in zip(body, said, strict=True) if not is_said]  # type: ignore[attr-defined]
        return super().generic_visit(node)
