/** What turns say of themselves, made by `python -m tablebase.games.collapsi.answers.known`. */

export type Options = { landing: boolean; players: number; shift: "" | "may" | "must"; pushed: "" | "out" | "back"; edges: "" | "line" | "board"; out: "stays" | "removed" | "ends"; absent: number };

export const OPTIONS: Options = {"landing": false, "players": 2, "shift": "", "pushed": "", "edges": "", "out": "stays", "absent": 0};
export const TURNS: { options: Partial<Options>; says: any }[] = [
  {"options": {}, "says": {"near": 0, "group": "automorphisms", "flags": 0, "pawnsShare": false, "linesMove": false, "mayStay": false, "pawnsRemoved": false, "oneEnds": false, "spreads": false, "isScored": true, "shows": [true, true], "ending": "loss", "words": [], "paths": ["NIBBLES", "BYTES", "SEARCH", "STRATEGY", "DUELS"]}},
  {"options": {"shift": "may", "pushed": "out", "edges": "line"}, "says": {"near": -1, "group": "rigid", "flags": 6, "linesMove": true, "mayStay": true, "spreads": true, "words": ["may shift", "sticks out", "lines joined"], "paths": ["SHIFTING"]}},
  {"options": {"shift": "may", "pushed": "out", "edges": "board"}, "says": {"near": -1, "group": "rigid", "flags": 6, "linesMove": true, "mayStay": true, "spreads": true, "words": ["may shift", "sticks out", "edges joined"], "paths": ["SHIFTING"]}},
  {"options": {"shift": "may", "pushed": "back"}, "says": {"group": "keeping_lines", "flags": 6, "linesMove": true, "mayStay": true, "words": ["may shift", "comes back"], "paths": []}},
  {"options": {"shift": "must", "pushed": "out", "edges": "line"}, "says": {"near": -1, "group": "rigid", "flags": 2, "linesMove": true, "spreads": true, "words": ["must shift", "sticks out", "lines joined"], "paths": ["SHIFTING"]}},
  {"options": {"shift": "must", "pushed": "out", "edges": "board"}, "says": {"near": -1, "group": "rigid", "flags": 2, "linesMove": true, "spreads": true, "words": ["must shift", "sticks out", "edges joined"], "paths": ["SHIFTING"]}},
  {"options": {"shift": "must", "pushed": "back"}, "says": {"group": "keeping_lines", "flags": 2, "linesMove": true, "words": ["must shift", "comes back"], "paths": []}},
  {"options": {"players": 3}, "says": {"isScored": false, "words": ["3 players"], "paths": ["DUELS"]}},
  {"options": {"players": 3, "out": "removed"}, "says": {"flags": 8, "pawnsRemoved": true, "isScored": false, "words": ["3 players", "pawns removed"], "paths": ["DUELS"]}},
  {"options": {"players": 3, "out": "ends"}, "says": {"flags": 16, "oneEnds": true, "isScored": false, "words": ["3 players", "first ends"], "paths": ["DUELS"]}},
  {"options": {"players": 4}, "says": {"isScored": false, "words": ["4 players"], "paths": ["DUELS"]}},
  {"options": {"players": 4, "out": "removed"}, "says": {"flags": 8, "pawnsRemoved": true, "isScored": false, "words": ["4 players", "pawns removed"], "paths": ["DUELS"]}},
  {"options": {"players": 4, "out": "ends"}, "says": {"flags": 16, "oneEnds": true, "isScored": false, "words": ["4 players", "first ends"], "paths": ["DUELS"]}},
  {"options": {"landing": true}, "says": {"flags": 1, "pawnsShare": true, "isScored": false, "shows": [true, false], "words": ["landing"], "paths": ["BYTES"]}},
];
export const LETTERS: string[] = ["", "L", "R", "U", "D"];
export const CONTEXT: Record<string, number> = {"board": 0, "flags": 5, "neighbours": 8, "steps": 72, "places": 82, "at": 146, "deck": 227, "size": 237};
export const LINE: number = 10;
export const SPREADING: [number, number] = [6, 16];
