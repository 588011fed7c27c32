// Made from Python's records by `python -m tablebase.web.records`.

/** the answer to each question */
export interface Answers {
  /** a position */
  probe: LegalPlays;
  /** what the strategy lays */
  advice: Advice;
  /** a shuffled deck */
  deal: Deal;
  /** the end of a game */
  game: Ending;
}

/** a position */
export interface LegalPlays {
  /** the hand, and what lies on each pile */
  position: string;
  /** the cards in hand, ascending */
  hand: Array<number>;
  /** the cards on each pile, the top last */
  piles: Array<Array<number>>;
  /** the top of each pile; of an empty one the number it starts from */
  tops: Array<number>;
  /** the cards neither laid nor in hand, ascending */
  deck: Array<number>;
  /** how many cards are not laid */
  remaining: number;
  /** what may be laid */
  plays: Array<LegalPlay>;
}

/** a card that may be laid */
export interface LegalPlay {
  /** the card and the pile: 12u1 lays 12 on the first pile that goes up */
  move: string;
  /** a card */
  card: number;
  /** the pile, from 0; those that go up come first */
  pile: number;
  /** whether it is a backwards trick */
  is_trick: boolean;
  /** how far the pile goes on, less than 0 for a backwards trick */
  advance: number;
  /** the position after it */
  position: string;
}

/** what the strategy lays */
export interface Advice {
  /** the position */
  position: string;
  /** the name of the strategy, as `tablebase thegame` has it */
  strategy: string;
  /** ways to play on, the strategy's own first; none if it draws cards now */
  options: Array<Option>;
}

/** a way to play the turn */
export interface Option {
  /** the cards to lay, in order */
  plays: Array<Lay>;
  /** the position after them, before cards are drawn */
  position: string;
  /** its value, greater for better; null if the minimum cannot be laid */
  value: number | null;
}

/** a card that is laid */
export interface Lay {
  /** the card and the pile: 12u1 lays 12 on the first pile that goes up */
  move: string;
  /** a card */
  card: number;
  /** the pile, from 0; those that go up come first */
  pile: number;
  /** whether it is a backwards trick */
  is_trick: boolean;
  /** how far the pile goes on, less than 0 for a backwards trick */
  advance: number;
}

/** a shuffled deck */
export interface Deal {
  /** the seed that it was shuffled with */
  seed: number;
  /** all cards, in the order of drawing */
  cards: Array<number>;
}

/** the end of a game */
export interface Ending {
  /** the seed that its deck was shuffled with */
  seed: number;
  /** how many cards the strategy cannot lay; 0 if it wins */
  remaining: number;
}

/** the parameters of each question */
export interface Queries {
  probe: {
    /** the hand, a colon, and all cards laid on each pile, the top last; `-` for none */
    position: string;
  };
  advice: {
    /** the hand, a colon, and all cards laid on each pile, the top last; `-` for none */
    position: string;
    /** how many cards are laid this turn; by default none */
    laid?: number;
  };
  deal: {
    /** the same seed gives the same answer; chosen and shown if omitted */
    seed?: number;
  };
  game: {
    /** the same seed gives the same answer; chosen and shown if omitted */
    seed?: number;
  };
}
