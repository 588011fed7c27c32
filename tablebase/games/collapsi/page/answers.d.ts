// Made from Python's records by `python -m tablebase.web.records`.

/** the answer to each question */
export interface Answers {
  /** the exact value of a position and of every move */
  probe: Probe;
  /** the values of positions */
  probeMany: Values;
  /** best play */
  line: Line;
  /** the exact value of a position and of every move */
  moves: Probe;
  /** what a search has proven */
  search: SearchAnswer;
  /** the computer's move */
  reply: Reply;
  /** the strengths, strongest first */
  levels: Array<Strength>;
  /** counts over all positions of a deal, both editions, either joker red */
  deal: DealStatistics;
  /** a random deal, with its value if there is an opening book of the rules */
  random: RandomDeal;
  /** the rules, the published game first */
  rules: Array<Rules>;
}

/** the exact value of a position and of every move */
export interface Probe {
  /** the position, in notation */
  position: string;
  /** the edition of the rules, such as wild */
  edition: string;
  /** plies played */
  ply: number;
  /** the side to move; once the game is over, the side that has no move */
  side_to_move: "red" | "blue" | "green" | "yellow";
  /** for the side to move, null if not known */
  result: "win" | "loss" | null;
  /** plies until the game is over with perfect play; with three or four players, as in `values`; null if not known */
  dte: number | null;
  /** who wins with perfect play; with three or four players, the same as `forced_by`; if there is no table, who has already won */
  winner: "red" | "blue" | "green" | "yellow" | null;
  /** cards face up at the end with perfect play, negative if blue wins; null with three or four players, and if pawns may land on each other */
  score: number | null;
  /** all legal moves, best first; empty if the game is over */
  moves: Array<Move>;
  /** how many of them win, null if not known */
  winning_moves: number | null;
  /** the canonical deal, which names the table; null if there is none */
  table: string | null;
  /** where the answer comes from: a file's name, built, solved (the whole game), or opening book; null if there is no value */
  origin: string | null;
  /** the name of the rules */
  rules: string;
  /** a deal that the position can come from; null if it is unknown: lines stick out */
  deal: string | null;
  /** the board, to draw it */
  board: Board;
  /** with three or four players: those still in, in turn order from the side to move */
  players?: Array<"red" | "blue" | "green" | "yellow">;
  /** with three or four players: those who are out */
  out?: Array<"red" | "blue" | "green" | "yellow">;
  /** with three or four players: who can force a win; null if nobody can, or if it is not known */
  forced_by?: "red" | "blue" | "green" | "yellow" | null;
  /** with three or four players: for each player still in, what they can force against all others together; null if not known */
  values?: Partial<Record<"red" | "blue" | "green" | "yellow", Force>> | null;
}

/** a legal move and what it is worth */
export interface Move {
  /** the move: name of the cell it ends on, such as c2; and of a shift, as in c2L */
  move: string;
  /** for the side that makes the move, null if not known */
  result: "win" | "loss" | null;
  /** plies to the end from before the move, null if not known */
  dte: number | null;
  /** whether that side still wins after it, null if not known */
  keeps_win: boolean | null;
  /** whether no other move is better, null if not known */
  is_best: boolean | null;
  /** the position after the move, in notation */
  position: string;
  /** one legal path of the move, from the starting cell on */
  path: Array<string>;
  /** with three or four players: who can force a win; null if nobody can, or if it is not known */
  forced_by?: "red" | "blue" | "green" | "yellow" | null;
  /** with three or four players: for each player still in, what they can force against all others together; null if not known */
  values?: Partial<Record<"red" | "blue" | "green" | "yellow", Force>> | null;
}

/** what a player can force */
export interface Force {
  /** win: this player can be the last one in */
  result: "win" | "loss";
  /** win: within this many plies; loss: the plies that this player can stay in */
  dte: number;
}

/** the board, to draw it */
export interface Board {
  /** number of rows */
  rows: number;
  /** number of columns */
  columns: number;
  /** whether opposite edges are joined */
  wrap: boolean;
  /** its rows */
  picture: Array<string>;
  /** the cells row by row */
  cells: Array<Cell>;
  /** all pawns that are not removed */
  pawns: Array<Pawn>;
}

/** a cell */
export interface Cell {
  /** its name: column letter from the left, row number from the top */
  cell: string;
  /** its card: A, 2 to 9, J; ? if face down and unknown */
  card: string;
  /** whether the card is face up */
  face_up: boolean;
  /** the pawn on it; if there are two, the one to move */
  pawn: "red" | "blue" | "green" | "yellow" | null;
}

/** a pawn */
export interface Pawn {
  /** whose it is */
  pawn: "red" | "blue" | "green" | "yellow";
  /** the name of its cell */
  cell: string;
}

/** the values of positions */
export interface Values {
  /** in the order of the request */
  values: Array<BriefValue>;
}

/** a position and its value */
export interface BriefValue {
  /** the position, in notation */
  position: string;
  /** the side to move; once the game is over, the side that has no move */
  side_to_move: "red" | "blue" | "green" | "yellow";
  /** for the side to move */
  result: "win" | "loss";
  /** plies until the game is over with perfect play */
  dte: number;
}

/** best play */
export interface Line {
  /** the probes of its positions, from the given one on */
  line: Array<Probe>;
}

/** what a search has proven */
export interface SearchAnswer {
  /** the position, in notation */
  position: string;
  /** the edition of the rules, such as wild */
  edition: string;
  /** plies played */
  ply: number;
  /** the side to move */
  side_to_move: "red" | "blue";
  /** whether the value is known exactly */
  complete: boolean;
  /** why it stopped early */
  stopped: "nodes" | "seconds" | null;
  /** for the side to move, null if it is not known */
  result: "win" | "loss" | null;
  /** who wins with perfect play, null if it is not known */
  winner: "red" | "blue" | null;
  /** plies to the end, null if it is not known */
  dte: number | null;
  /** the value is no worse than this */
  lower: Bound;
  /** and no better than this */
  upper: Bound;
  /** best play to the end; one move if the search stopped early */
  line: Array<string>;
  /** positions visited */
  nodes: number;
  /** all legal moves, best first as far as is known; empty if the game is over */
  moves: Array<SearchedMove>;
  /** the name of the rules */
  rules: string;
  /** a deal that the position can come from; null if it is unknown: lines stick out */
  deal: string | null;
  /** the board, to draw it */
  board: Board;
}

/** a bound of a value */
export interface Bound {
  /** for the side to move */
  result: "win" | "loss";
  /** plies to the end */
  dte: number;
}

/** a legal move and what is known about its value */
export interface SearchedMove {
  /** the move: name of the cell it ends on, such as c2; and of a shift, as in c2L */
  move: string;
  /** for the side that makes the move, null if not known */
  result: "win" | "loss" | null;
  /** plies to the end from before the move, null if not known */
  dte: number | null;
  /** whether that side still wins after it, null if not known */
  keeps_win: boolean | null;
  /** whether no other move is better, null if not known */
  is_best: boolean | null;
  /** the position after the move, in notation */
  position: string;
  /** one legal path of the move, from the starting cell on */
  path: Array<string>;
}

/** the computer's move */
export interface Reply {
  /** the move: name of the cell it ends on */
  move: string;
  /** the position after the move, in notation */
  position: string;
  /** one legal path of the move, from the starting cell on */
  path: Array<string>;
  /** how it plays: a strength, or a strategy */
  level: "perfect" | "strong" | "casual" | "beginner" | "random" | "mobility" | "weights" | "worst-case" | "look-ahead-1" | "look-ahead-2" | "look-ahead-3" | "look-ahead-4" | "look-ahead-5" | "traps" | "high-cards" | "room" | "safe-moves";
  /** the seed: the one given, or the one chosen */
  seed: number;
}

/** a strength */
export interface Strength {
  /** its name */
  name: string;
  /** how it plays, in a sentence */
  description: string;
  /** plies it sees ahead */
  sight: number;
  /** probability of a careless move when it does not see the end */
  slip: number;
}

/** counts over all positions of a deal, both editions, either joker red */
export interface DealStatistics {
  /** the deal, in notation; red starts on the joker marked Jr, else on the first */
  deal: string;
  /** the name of the rules */
  rules: string;
  /** the edition of the rules, such as wild */
  edition: string;
  /** the canonical deal */
  canonical: string;
  /** number of deals equivalent to it, itself included */
  orbit: number;
  /** number of positions */
  positions: number;
  /** how many the side to move wins */
  wins: number;
  /** how many it loses */
  losses: number;
  /** the longest distance to the end */
  longest_dte: number;
  /** the values that occur, by distance */
  values: Array<ValueCount>;
  /** the plies; none if pawns may land on each other */
  plies: Array<PlyCount>;
  /** the start, under the given edition */
  opening: Opening;
  /** a few positions with the longest distance */
  longest: Array<Example>;
  /** where the counts come from, as in `/api/probe` */
  origin: string;
}

/** a value */
export interface ValueCount {
  /** for the side to move */
  result: "win" | "loss";
  /** plies to the end */
  dte: number;
  /** number of positions of this value */
  positions: number;
}

/** a ply */
export interface PlyCount {
  /** plies played */
  ply: number;
  /** positions that the side to move wins */
  wins: number;
  /** positions that it loses */
  losses: number;
}

/** the start, under the given edition */
export interface Opening {
  /** who wins with perfect play */
  winner: "red" | "blue";
  /** plies of the perfect game */
  dte: number;
  /** cards face up at the end with perfect play, negative if blue wins; null with three or four players, and if pawns may land on each other */
  score: number | null;
  /** red's first moves that win */
  winning_moves: number;
  /** red's first moves */
  moves: number;
}

/** a position */
export interface Example {
  /** the position, in notation */
  position: string;
  /** the edition of the rules, such as wild */
  edition: string;
}

/** a random deal, with its value if there is an opening book of the rules */
export interface RandomDeal {
  /** the deal, in notation; red starts on the joker marked Jr, else on the first */
  deal: string;
  /** the name of the rules */
  rules: string;
  /** the edition of the rules, such as wild */
  edition: string;
  /** the seed: the one given, or the one chosen */
  seed: number;
  /** who wins with perfect play */
  winner: "red" | "blue" | null;
  /** plies of the perfect game */
  dte: number | null;
  /** red's first moves that win */
  winning_moves: number | null;
  /** how hard it is for the side that wins, in the published game */
  difficulty: "easy" | "medium" | "hard" | null;
  /** the starting position, in notation */
  position: string;
}

/** rules */
export interface Rules {
  /** the name of the rules */
  name: string;
  /** number of rows */
  rows: number;
  /** number of columns */
  columns: number;
  /** whether opposite edges are joined */
  wrap: boolean;
  /** its rows */
  picture: Array<string>;
  /** its cards */
  deck: string;
  /** its editions, the first is the default */
  editions: Array<Edition>;
  /** whether a pawn may end on the other pawn’s card */
  landing: boolean;
  /** whether a player may or must shift a line after a move, or neither */
  shift: "" | "may" | "must";
  /** whether cards that a shift pushes out stay there or come back */
  pushed: "" | "out" | "back";
  /** if they stay: whether the ends of each line are joined, or the edges of the board */
  edges: "" | "line" | "board";
  /** number of players */
  players: number;
  /** what happens if one of three or four players cannot move */
  out: "stays" | "removed" | "ends";
  /** players who are not there: their starting cards are face down */
  absent: number;
  /** positions in a deal's table, null if it has none */
  positions: number | null;
  /** whether every position has a value, if need be from a table built on the spot */
  tabled: boolean;
  /** whether the served file holds tables of some deals */
  stored: boolean;
  /** whether `/api/search` takes them, as with two players */
  searched: boolean;
  /** whether there is an opening book: `/api/random` takes filters */
  book: boolean;
  /** turns, reflections and shifts of the grid that keep every value */
  motions: Array<Motion>;
}

/** an edition */
export interface Edition {
  /** its name */
  name: string;
  /** how far a joker leads */
  joker_steps: Array<number>;
}

/** a symmetry of the board */
export interface Motion {
  /** turn, reflection or shift: rotate, turn, mirror, flip, left, ... */
  motion: string;
  /** where each cell goes, in reading order */
  cells: Array<string>;
}

/** the parameters of each question */
export interface Queries {
  probe: {
    /** a position in notation; a deal means its start */
    position: string;
    /** how far a pawn steps from a joker: `wild` for 1 to 4 (rules 1.1, the default), `single` for 1 (rules 1.2 and later), or another edition of the rules */
    edition?: string;
    /** the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default the published game */
    rules?: string | Partial<Rules> & Pick<Rules, "rows" | "columns" | "deck">;
  };
  probeMany: {
    /** positions in notation */
    positions: Array<string>;
    /** how far a pawn steps from a joker: `wild` for 1 to 4 (rules 1.1, the default), `single` for 1 (rules 1.2 and later), or another edition of the rules */
    edition?: string;
    /** the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default the published game */
    rules?: string | Partial<Rules> & Pick<Rules, "rows" | "columns" | "deck">;
  };
  line: {
    /** a position in notation; a deal means its start */
    position: string;
    /** how far a pawn steps from a joker: `wild` for 1 to 4 (rules 1.1, the default), `single` for 1 (rules 1.2 and later), or another edition of the rules */
    edition?: string;
    /** the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default the published game */
    rules?: string | Partial<Rules> & Pick<Rules, "rows" | "columns" | "deck">;
  };
  moves: {
    /** a position in notation; a deal means its start */
    position: string;
    /** how far a pawn steps from a joker: `wild` for 1 to 4 (rules 1.1, the default), `single` for 1 (rules 1.2 and later), or another edition of the rules */
    edition?: string;
    /** the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default the published game */
    rules?: string | Partial<Rules> & Pick<Rules, "rows" | "columns" | "deck">;
  };
  search: {
    /** a position in notation; a deal means its start */
    position: string;
    /** how far a pawn steps from a joker: `wild` for 1 to 4 (rules 1.1, the default), `single` for 1 (rules 1.2 and later), or another edition of the rules */
    edition?: string;
    /** the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default the published game */
    rules?: string | Partial<Rules> & Pick<Rules, "rows" | "columns" | "deck">;
    /** time limit; by default the longest */
    seconds?: number;
  };
  reply: {
    /** a position in notation; a deal means its start */
    position: string;
    /** how far a pawn steps from a joker: `wild` for 1 to 4 (rules 1.1, the default), `single` for 1 (rules 1.2 and later), or another edition of the rules */
    edition?: string;
    /** the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default the published game */
    rules?: string | Partial<Rules> & Pick<Rules, "rows" | "columns" | "deck">;
    /** how the computer plays: a strength, or for two players a strategy (`tablebase learn list`); by default perfect */
    level?: "perfect" | "strong" | "casual" | "beginner" | "random" | "mobility" | "weights" | "worst-case" | "look-ahead-1" | "look-ahead-2" | "look-ahead-3" | "look-ahead-4" | "look-ahead-5" | "traps" | "high-cards" | "room" | "safe-moves";
    /** the same seed gives the same answer; chosen and shown if omitted */
    seed?: number;
  };
  levels: {
  };
  deal: {
    /** a deal in notation */
    deal: string;
    /** how far a pawn steps from a joker: `wild` for 1 to 4 (rules 1.1, the default), `single` for 1 (rules 1.2 and later), or another edition of the rules */
    edition?: string;
    /** the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default the published game */
    rules?: string | Partial<Rules> & Pick<Rules, "rows" | "columns" | "deck">;
  };
  random: {
    /** how far a pawn steps from a joker: `wild` for 1 to 4 (rules 1.1, the default), `single` for 1 (rules 1.2 and later), or another edition of the rules */
    edition?: string;
    /** the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default the published game */
    rules?: string | Partial<Rules> & Pick<Rules, "rows" | "columns" | "deck">;
    /** who wins with perfect play */
    winner?: "red" | "blue";
    /** plies of the perfect game */
    length?: number;
    /** number of red's first moves that win */
    winning_moves?: number;
    /** how hard it is for the side that wins; only in the published game */
    difficulty?: "easy" | "medium" | "hard";
    /** the same seed gives the same answer; chosen and shown if omitted */
    seed?: number;
  };
  rules: {
    /** the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default the published game */
    rules?: string | Partial<Rules> & Pick<Rules, "rows" | "columns" | "deck">;
  };
}
