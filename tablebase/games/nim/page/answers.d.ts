// Made from Python's records by `python -m tablebase.web.records`.

/** the answer to each question */
export interface Answers {
  /** a position and its value */
  probe: Board;
  /** a position, and what is proven of it */
  decide: ProvenBoard;
}

/** a position and its value */
export interface Board {
  /** for the side to move */
  result: "win" | "loss";
  /** plies until the game is over, with best play */
  dte: number;
  /** rows of 1 (a stone) and 0 (a gap) */
  position: string;
  /** the largest number of stones that may be taken in a turn */
  take: number;
  /** whether the player who takes the last stone loses */
  misere: boolean;
  /** stones left */
  stones: number;
  /** the legal moves, best first */
  moves: Array<Take>;
}

/** a move: a1-c1 takes the stones from a1 to c1 */
export interface Take {
  /** for the side to move */
  result: "win" | "loss";
  /** plies until the game is over, with best play */
  dte: number;
  /** the move, in notation */
  move: string;
  /** whether it wins */
  keeps_win: boolean;
  /** whether no move is better */
  is_best: boolean;
  /** the position after it */
  position: string;
  /** the cells of the stones taken */
  cells: Array<string>;
}

/** a position, and what is proven of it */
export interface ProvenBoard {
  /** for the side to move; null if not known */
  result: "win" | "loss" | null;
  /** rows of 1 (a stone) and 0 (a gap) */
  position: string;
  /** the largest number of stones that may be taken in a turn */
  take: number;
  /** whether the player who takes the last stone loses */
  misere: boolean;
  /** stones left */
  stones: number;
  /** the legal moves: those that win, not known, and that lose */
  moves: Array<ProvenTake>;
}

/** a move, and what is proven of it */
export interface ProvenTake {
  /** for the side to move; null if not known */
  result: "win" | "loss" | null;
  /** the move, in notation */
  move: string;
  /** the position after it */
  position: string;
  /** the cells of the stones taken */
  cells: Array<string>;
}

/** the parameters of each question */
export interface Queries {
  probe: {
    /** rows of 1 and 0, or a full board such as 4x4; at most 25 cells */
    position: string;
    /** the most stones that may be taken in a turn; usually 3 */
    take?: number;
    /** whether the player who takes the last stone loses; usually true */
    misere?: boolean;
  };
  decide: {
    /** rows of 1 and 0, or a full board such as 4x4; at most 64 cells */
    position: string;
    /** the most stones that may be taken in a turn; usually 3 */
    take?: number;
    /** whether the player who takes the last stone loses; usually true */
    misere?: boolean;
  };
}
