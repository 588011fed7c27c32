// Made from Python's records by `python -m tablebase.web.records`.

/** the answer to each question */
export interface Answers {
  /** a position */
  probe: Stack;
  /** what a search has found */
  solve: Solution;
  /** a shuffled stack of 52 cards */
  random: Shuffle;
}

/** a position */
export interface Stack {
  /** the stack, top card first, with x before a removed card */
  position: string;
  /** cards left */
  cards: number;
  /** the cards that may be removed */
  removable: Array<string>;
}

/** what a search has found */
export interface Solution {
  /** the stack that was searched */
  position: string;
  /** the fewest cards that it could leave */
  left: number;
  /** whether only two are left */
  perfect: boolean;
  /** whether no game leaves fewer */
  proven: boolean;
  /** the cards to remove, in order; the first one is a hint */
  moves: Array<string>;
  /** the cards that then remain */
  cards_left: Array<string>;
  /** whether the last search left out no position */
  complete: boolean;
  /** positions after 0, 1, ... removals */
  states: Array<number>;
  /** positions visited by all searches */
  searched: number;
}

/** a shuffled stack of 52 cards */
export interface Shuffle {
  /** the stack, top card first */
  position: string;
  /** the seed that it was drawn with */
  seed: number;
}

/** the parameters of each question */
export interface Queries {
  probe: {
    /** a stack, top card first, with `x` before each removed card */
    position: string;
  };
  solve: {
    /** a stack, top card first, with `x` before each removed card */
    position: string;
    /** time limit; by default the longest */
    seconds?: number;
  };
  random: {
    /** the same seed gives the same answer; chosen and shown if omitted */
    seed?: number;
  };
}
