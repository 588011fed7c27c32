// Made from Python's records by `python -m tablebase.web.records`.

/** the answer to each question */
export interface Answers {
  /** a row */
  probe: Row;
}

/** a row */
export interface Row {
  /** for the side to move */
  result: "win" | "loss";
  /** plies until the game is over */
  dte: number;
  /** the row; of a move, the row after it */
  position: string;
  /** the legal moves */
  moves: Array<Move>;
}

/** a move */
export interface Move {
  /** for the side to move */
  result: "win" | "loss";
  /** plies until the game is over */
  dte: number;
  /** the row; of a move, the row after it */
  position: string;
  /** a pin, such as 3, or two neighbours, such as 3-4 */
  move: string;
  /** whether it wins */
  keeps_win: boolean;
  /** whether no move is better */
  is_best: boolean;
}

/** the parameters of each question */
export interface Queries {
  probe: {
    /** a row of pins */
    position: string;
  };
}
