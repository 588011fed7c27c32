// Made from Python's records by `python -m tablebase.web.records`.

/** the answer to each question */
export interface Answers {
  /** a position and its value: whether the pawn can leave by the exit */
  probe: Board;
  /** a random board that can be cleared */
  random: Start;
}

/** a position and its value: whether the pawn can leave by the exit */
export interface Board {
  /** how the exit is entered */
  exit: "door" | "exact";
  /** the numbers of steps that the first move may take, as digits */
  joker: string;
  /** for the side to move */
  result: "win" | "loss";
  /** plies until the game is over, with best play */
  dte: number;
  /** the cards left at the end, with best play */
  score: number;
  /** rows of cards */
  position: string;
  /** cards left, without the exit */
  cards: number;
  /** how hard a start is, from 1 (easy); null later, or if it cannot be cleared */
  grade: number | null;
  /** the legal moves, best first */
  moves: Array<Step>;
}

/** a move: the cell where it ends */
export interface Step {
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
  /** the cards left at the end, with best play */
  score: number;
  /** the cells that the pawn visits, from its own on */
  path: Array<string>;
}

/** a random board that can be cleared */
export interface Start {
  /** how the exit is entered */
  exit: "door" | "exact";
  /** the numbers of steps that the first move may take, as digits */
  joker: string;
  /** the start */
  position: string;
  /** how hard it is, from 1 (easy) */
  grade: number;
  /** the seed that it was drawn with */
  seed: number;
}

/** the parameters of each question */
export interface Queries {
  probe: {
    /** rows of 4x4 or 3x3 cards, `r` after the pawn's, `x` before those face down */
    position: string;
    /** how the exit is entered, as `tablebase solo probe --exit`; by default a door */
    exit?: "door" | "exact";
    /** the numbers of steps to choose from on the first move, as digits; by default 1234 */
    joker?: string;
  };
  random: {
    /** the board; 3x3 is that of the rule sheet; by default 4x4 */
    board?: "3x3" | "4x4";
    /** how hard it is, from 1 (easy); only on 4x4 */
    grade?: number;
    /** how the exit is entered, as `tablebase solo probe --exit`; by default a door */
    exit?: "door" | "exact";
    /** the numbers of steps to choose from on the first move, as digits; by default 1234 */
    joker?: string;
    /** the same seed gives the same answer; chosen and shown if omitted */
    seed?: number;
  };
}
