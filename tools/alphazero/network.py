"""The network: who wins a position of Collapsi, and which move to make; needs ``[torch]``.

Cells are counted from the mover's pawn, because the board is a torus. The network has three hidden
layers, all cells to all. Convolutions over the torus learned less in the same processor time, on a
board of 16 cells: a supervised run of 40 seconds found 87.1% of best moves with them, and 88.7%
with layers like these, which are fifteen times as fast.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from tablebase.errors import FileFormatError
from tablebase.rl.task import Moves, Planes
from tablebase.support.files import replacing

SIDE = 4
CELLS = SIDE * SIDE
PLANES = 9
"""Those of the task, then the moves of the side to move, then those of the other pawn."""

OWN, LEGAL = 5, 7
"""The planes of the mover's pawn and of the mover's moves."""

HIDDEN = 224
"""The size of each hidden layer."""


def inputs(planes: Planes, moves: Moves, others: Moves) -> npt.NDArray[np.int8]:
    """What the network sees of some positions, shape ``(n, PLANES, CELLS)``.

    `others` are the moves that the pawn which waits would have if it were to move.
    """
    found = np.zeros((len(planes), PLANES, CELLS), np.int8)
    found[:, :LEGAL] = planes.reshape(len(planes), LEGAL, CELLS)
    found[moves.of, LEGAL, moves.actions] = 1
    found[others.of, LEGAL + 1, others.actions] = 1
    return found


def turned(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The rows of some positions with the other pawn to move."""
    found = rows.copy()
    found["mover"], found["opponent"] = rows["opponent"], rows["mover"]
    return found


class Network(nn.Module):
    """Logits of the moves, and the expected value of the side to move, from -1 to 1."""

    places: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(PLANES * CELLS, HIDDEN)
        self.second = nn.Linear(HIDDEN, HIDDEN)
        self.third = nn.Linear(HIDDEN, HIDDEN)
        self.moves = nn.Linear(HIDDEN, CELLS)
        self.value = nn.Linear(HIDDEN, 1)
        row, column = torch.arange(CELLS) // SIDE, torch.arange(CELLS) % SIDE
        rows, columns = (row[:, None] + row) % SIDE, (column[:, None] + column) % SIDE
        self.register_buffer("places", rows * SIDE + columns, persistent=False)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        """Takes `inputs` as floats; returns logits, shape ``(n, CELLS)``, and values, ``(n,)``."""
        places = self.places[seen[:, OWN].argmax(1)]
        cells = seen.gather(2, places[:, None].expand(-1, PLANES, -1)).flatten(1)
        found = functional.relu(self.first(cells))
        found = found + functional.relu(self.second(found))
        found = found + functional.relu(self.third(found))
        logits = torch.empty_like(seen[:, 0]).scatter(1, places, self.moves(found))
        values: Tensor = torch.tanh(self.value(found))[:, 0]
        return logits.masked_fill(seen[:, LEGAL] == 0, -torch.inf), values

    def answers(
        self, seen: npt.NDArray[np.int8]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """The same for arrays, without gradients."""
        with torch.no_grad():
            parts = [self(part.float()) for part in torch.from_numpy(seen).split(8192)]
        logits, values = (torch.cat(each).numpy() for each in zip(*parts, strict=True))
        return logits, values

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the weights, in half precision, to a ``.npz`` file."""
        weights = {name: each.half().numpy() for name, each in self.state_dict().items()}
        with replacing(Path(path)) as temporary, temporary.open("wb") as file:
            np.savez(file, **weights)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Network:
        """Read weights that `save` wrote; raises `FileFormatError` for any other file."""
        network = cls()
        try:
            with np.load(path, allow_pickle=False) as file:
                network.load_state_dict({name: torch.from_numpy(file[name]) for name in file.files})
        except (ValueError, EOFError, AttributeError, RuntimeError) as error:
            raise FileFormatError(f"{path} is not a network: expected a file of save()") from error
        return network.eval()
