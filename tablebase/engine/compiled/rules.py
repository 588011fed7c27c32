"""The former place of what `engine.position` has, until everybody imports that."""

from tablebase.engine.position import AGAIN as AGAIN
from tablebase.engine.position import CompiledRules as CompiledRules
