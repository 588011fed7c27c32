"""Kernels without the compiler, as plain Python, find the same as compiled ones.

What they compute is in the functions `uncompiled` of the test files, next to what else these claim
of the kernels. One process computes all of it.
"""

import json
from importlib import import_module
from pathlib import Path

import pytest
from support import environment, python

pytestmark = pytest.mark.thorough
HERE = Path(__file__).parents[1]
MODULES = [
    ".".join(path.relative_to(HERE).with_suffix("").parts)
    for path in sorted(HERE.rglob("test_*.py"))
    if "\ndef uncompiled():" in path.read_text()
]
CODE = """
import json, sys
from importlib import import_module
import numba
assert numba.config.DISABLE_JIT
print(json.dumps({name: repr(import_module(name).uncompiled()) for name in sys.argv[1:]}))
"""


@pytest.fixture(scope="module")
def found():
    """What each module computes without the compiler."""
    # Words of 64 bits wrap around, which NumPy warns of.
    own = {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore::RuntimeWarning"}
    done = python(CODE, *MODULES, env={**environment(), **own})
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("module", MODULES)
def test_kernels_without_the_compiler(module, found):
    assert found[module] == repr(import_module(module).uncompiled())
