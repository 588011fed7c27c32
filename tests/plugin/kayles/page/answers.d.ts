// Made from Python's records by `python -m tablebase.web.records`.

/** the answer to each question */
export interface Answers {
  /** a position and its value */
  probe: Probed;
  /** a line of best play */
  line: Line;
}

/** a position and its value */
export interface Probed {
  /** for the side to move */
  result: "win" | "loss";
  /** plies until the game is over, with best play */
  dte: number;
  /** the position, in notation */
  position: string;
  /** the legal moves, best first */
  moves: Array<Move>;
}

/** a move */
export interface Move {
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
}

/** a line of best play */
export interface Line {
  /** the positions, from the one asked about to the end of the game */
  line: Array<Probed>;
}

/** the parameters of each question */
export interface Queries {
  probe: {
    /** a position */
    position: string;
  };
  line: {
    /** a position */
    position: string;
  };
}
