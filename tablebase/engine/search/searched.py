"""The former place of `engine.searched` and `budget`, until everybody imports those."""

from tablebase.engine.search.budget import Budget as Budget
from tablebase.engine.search.budget import Stopped as Stopped
from tablebase.engine.searched import GOALS as GOALS
from tablebase.engine.searched import METHODS as METHODS
from tablebase.engine.searched import Limits as Limits
from tablebase.engine.searched import Progress as Progress
from tablebase.engine.searched import Search as Search
from tablebase.engine.searched import Searched as Searched
from tablebase.engine.searched import SearchInterrupted as SearchInterrupted
