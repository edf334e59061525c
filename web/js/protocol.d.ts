// Made of schema/ by tests/prepare.mjs: web/protocol_types.mjs says which type is what there.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    PlayFrame:
      | components["schemas"]["Hello"]
      | components["schemas"]["State"]
      | components["schemas"]["Learned"]
      | components["schemas"]["Dry"]
      | components["schemas"]["Failure"];
    WatchFrame: components["schemas"]["WatchHello"] | components["schemas"]["Feed"];
    HouseFrame:
      | {
          type: "hello";
          /** The subprotocol. */
          protocol: "menagerie.v1";
          /** The machines, in the order in which they were created. */
          machines: components["schemas"]["HouseMachine"][];
        }
      | {
          type: "house";
          /** Only those that changed. */
          machines: components["schemas"]["HouseMachine"][];
        };
    SealedFrame:
      | components["schemas"]["SealedHello"]
      | components["schemas"]["Room"]
      | {
          type: "left";
        }
      | components["schemas"]["Door"]
      | components["schemas"]["Failure"];
    VisitorFrame:
      | components["schemas"]["Begin"]
      | {
          type: "move";
          /** The episode, as its state names it. */
          episode: string;
          /** The ply of the state that it answers. */
          ply: number;
          /** One of the state's legal moves. */
          move: string;
        }
      | {
          type: "resume";
          /** The newest ticket of the episode, as a state gave it: no older one goes on. */
          ticket: string;
          /** The visit to go on as, once this episode is over. */
          visit?: string;
          /** After each learned episode the server begins the next by itself: its state follows right after learned. The last state of an episode then goes out together with learned, a few milliseconds after the move (after half a second to a second and a half where storing takes long). */
          again?: boolean;
        }
      | {
          type: "give_up";
        };
    SealedVisitorFrame:
      | {
          type: "enter";
          /** A visit_token that this server has given: nobody is seated next door to himself. What is not signed by this server is refused with bad-visit. */
          visit?: string;
        }
      | {
          type: "move";
          /** The game of the room frame that it answers. */
          game: number;
          /** The ply of that frame. */
          ply: number;
          /** One of its legal moves. */
          move: string;
        }
      | {
          type: "guess";
          /** What the visitor takes the one next door for. */
          who: "machine" | "person";
          /** What the visitor thought after each of the own moves, 1 to 9 for one of the nine remarks, 0 for none, with / between the games. The one next door is told of it when that door opens, and of no word. */
          remarks?: string;
        };
    /** The first frame to a visitor: what the page needs, and no draw. */
    Hello: {
      type: "hello";
      /** The subprotocol. */
      protocol: "menagerie.v1";
      /** The machine's name in addresses. */
      machine: string;
      /** The machine's name for people. */
      title: string;
      /** The game's name, as /api/v1/games lists it. */
      game: string;
      /** The side that the machine plays; either: the visitor says which in begin. */
      seat: "first" | "second" | "either";
      /** The learning rule. */
      rule: string;
      /** How positions are merged into boxes. */
      convention: "canonical" | "rotations" | "mirror" | "raw" | "gardner-24" | "tretyakov-24";
      /** How many matchboxes it has; where boxes are made when first met, so far. */
      boxes: number;
      /** The newest row of its log. */
      seq: number;
      /** Its life, counted from 1; a reset begins the next. */
      era: number;
      /** Episodes that it has learned, over all eras. */
      episodes: number;
      /** How the machine draws, for whoever works out the odds of a box from its counts: a bead weighs its count, and comes with the chance weight / sum of the weights; the members say where it weighs something else. */
      drawing: components["schemas"]["DrawRule"];
      /** Whether the curator has frozen it: it plays, and learns nothing. */
      frozen: boolean;
      /** Only where the visitor plays a copy of his own (the query's copy): it learns from him alone, in the server's memory. */
      copy?: true;
      /** Only where the machine is played as it was after this row of its log (the query's as_of). It teaches nobody: its games end with the error frozen, and its tickets are good there only. */
      as_of?: number;
      /** The board as a page draws it, without any rules. */
      board: components["schemas"]["Layout"];
      /** This stay's id, anonymous and random, as lists show it. */
      visit: string;
      /** The same, signed by the server: keep it for as long as the stay lasts, show it to nobody, and send it in begin. */
      visit_token: string;
    };
    /** Starts an episode. One that is in play is given up. Members that the server does not know are ignored. */
    Begin: {
      type: "begin";
      /** The side that the machine is to play; needed where hello's seat is either. first: the machine starts. */
      seat?: "first" | "second";
      /** Goes on as this visit, so that one stay keeps one id: hello's visit_token, which the server signed. A bare id, which lists show to everybody, is ignored; what else is not signed by this server is refused with bad-visit. */
      visit?: string;
      /** After each learned episode the server begins the next by itself: its state follows right after learned. The last state of an episode then goes out together with learned, a few milliseconds after the move (after half a second to a second and a half where storing takes long). */
      again?: boolean;
    };
    /** The board as a page draws it, without any rules. */
    Layout: {
      /** What the cells are. */
      kind: "squares" | "dark_squares" | "points" | "piles";
      /** Files, from a. */
      columns: number;
      /** Ranks, from 1 at the bottom. */
      rows: number;
      /** The letters that stand on cells; the first one is the empty cell. In noughts and crosses X is the side that begins, which is drawn as a nought. */
      pieces: string;
      /** The letters of the first and the second player at the end of a position; empty where the pieces tell who moves. */
      movers: string;
      /** The start position. */
      start: string;
    };
    /** How the machine draws, for whoever works out the odds of a box from its counts: a bead weighs its count, and comes with the chance weight / sum of the weights; the members say where it weighs something else. */
    DrawRule: {
      /** While some colour has two beads or more, a colour with one weighs 0. */
      prune: boolean;
      /** At a box without a bead it resigns, or every colour weighs 1. */
      empty: "resign" | "top-up";
      /** With `most` a colour that has the most beads weighs 1, and every other one 0. */
      choose: "chance" | "most";
      /** Whether its boxes have two compartments. */
      compartments: boolean;
    };
    /** The episode as it stands when the visitor must decide, or as it ended. */
    State: {
      type: "state";
      /** The episode, a UUIDv7. */
      episode: string;
      /** The side that the machine plays in it. */
      seat: "first" | "second";
      /** Plies played so far. */
      ply: number;
      /** The board now. */
      position: string;
      /** The visitor's legal moves; empty once the episode is over. */
      legal: string[];
      /** The plies since the visitor's last decision: one when the machine opens, two after a move, only the machine's after a resume. */
      played: {
        /** The move. */
        move: string;
        /** The board after it. */
        position: string;
      }[];
      /** The machine's last draw; absent while it has not drawn (it has not moved, or moved without a box). */
      drawn?: components["schemas"]["Drawn"];
      /** The machine's result; only in the last state. */
      outcome?: "win" | "draw" | "loss";
      /** What ended it: the board, an empty box, or the greatest number of plies; only in the last state. */
      why?: "board" | "resign" | "length";
      /** Why it ended, and the cells to be shown for it, as the visitor's board has them; only in the last state. */
      end?: components["schemas"]["End"];
      /** Resumes the episode from here, for 24 hours and within this era; the last one submits it again. */
      ticket: string;
    };
    /** The machine's last draw; absent while it has not drawn (it has not moved, or moved without a box). */
    Drawn: {
      /** The box: the position on its label. */
      box: string;
      /** The number on its label; null: the box was made for this draw, and its number comes with learned. */
      number: number | null;
      /** The machine's earliest move in which the box can be met. */
      turn: number;
      /** The symmetry that turns the visitor's board into the label: rotate is clockwise, mirror left and right, mirror-90 mirrored and then turned. For piles the letters to which a, b, c, ... go: to-cab brings pile a to c, b to a and c to b. */
      orientation: string;
      /** The label's position as it stood on the visitor's board. */
      position: string;
      /** Which of `beads` was drawn; null: the box was empty, and the machine resigned. */
      bead: number | null;
      /** The move that it made on the visitor's board; null when it resigned. */
      move: string | null;
      /** The box's beads in its own order. */
      beads: {
        /** How many there were at the draw. */
        count: number;
        /** The chance, to six decimals, with which this very draw gave this bead, as the rule draws: a rule that prunes, or draws from an empty box, does not go by count alone, and a bead whose moves superko forbids is never drawn. They add up to 1; all are 0 where the machine resigned. */
        odds: number;
        /** How many lie in the box's compartments A and B; together they are the count. Draws are made from A while any colour has a bead there, and from B otherwise. Absent where the machine's boxes have no compartments. */
        compartments?: [number, number];
        /** The moves on the visitor's board that it stands for. */
        moves: string[];
      }[];
    };
    /** Why it ended, and the cells to be shown for it, as the visitor's board has them; only in the last state. */
    End: {
      /** line: cells in a row; board-full: without a line, a draw; far-row: a pawn has come to it; all-captured: a side has no piece left; blocked: the side to move cannot; two-kings: both sides have one, a draw; last-counter: it was taken; score: points were counted; length: the greatest number of plies, a draw; resign: the machine's box was empty. */
      reason:
        | "line"
        | "board-full"
        | "far-row"
        | "all-captured"
        | "blocked"
        | "two-kings"
        | "last-counter"
        | "score"
        | "length"
        | "resign";
      /** line: those of every line; far-row: where the pawn stands; all-captured: where the last capture ended; blocked: the pieces that cannot move; two-kings: the kings; last-counter: the pile, by its letter; score: what counts for the winner; none for the others and for a drawn score. */
      cells: string[];
      /** Where points were counted: the first player's less the second's. */
      points?: number;
    };
    /** The episode is on disk and the beads have moved. Sent to its visitor, never before the durable commit. */
    Learned: {
      type: "learned";
      /** The episode. */
      episode: string;
      /** Its row in the machine's log. */
      seq: number;
      /** The lesson's code: its page is /lesson/CODE. Missing at a visitor's own copy, which has no log. */
      lesson?: string;
      /** The machine's life that it belongs to. */
      era: number;
      /** The machine's result. */
      outcome: components["schemas"]["Outcome"];
      /** Why the beads moved: the result, or an empty box. */
      reason: "win" | "draw" | "loss" | "resign";
      /** Every bead change, in order; empty where the rule changes nothing. */
      changes: components["schemas"]["Change"][];
    };
    /** The machine's result. */
    Outcome: "win" | "draw" | "loss";
    Change: {
      /** The number on the box. */
      number: number;
      /** The position on its label. */
      box: string;
      /** Which of its beads, from 0. */
      bead: number;
      /** The bead's name: the first of the label's moves that it stands for. */
      move: string;
      /** How many there were. */
      before: number;
      /** How many there are. */
      after: number;
    };
    /** Instead of a state: no bead is left in a box where the machine must open, so it does not play. Send begin again once the new era has begun. */
    Dry: {
      type: "dry";
      /** The machine's name in addresses. */
      machine: string;
      /** The newest row of its log. */
      seq: number;
      /** The box that is empty. */
      box: string;
      /** When it ran dry. */
      since: string;
      /** When a new era begins by itself; null: none does while the machine is frozen. */
      new_era_at: string | null;
      /** What to tell the visitor. */
      message: string;
    };
    /** A frame could not be taken. After three mistakes of the protocol (bad-frame, unknown-type, not-your-episode, bad-visit, bad-ticket) the server closes the connection with 1008. */
    Failure: {
      type: "error";
      /** Stable. stale-ticket (expired, of an ended era, of an episode that was given up or went on from a newer ticket, or with other moves than the episode in play) and era-over (the same for an episode in play): throw the ticket away and begin anew. frozen: an episode ended and was not learned, because the machine is frozen; the next may begin. */
      code:
        | "bad-frame"
        | "unknown-type"
        | "no-episode"
        | "not-your-episode"
        | "wrong-ply"
        | "illegal-move"
        | "bad-seat"
        | "bad-visit"
        | "bad-ticket"
        | "stale-ticket"
        | "era-over"
        | "frozen"
        | "busy"
        | "too-fast"
        | "too-many-episodes"
        | "shutting-down";
      /** For people. */
      message: string;
      /** Seconds after which trying again makes sense; null: not a matter of time. */
      retry_after_s: number | null;
    };
    /** The first frame to a watcher of one machine. */
    WatchHello: {
      type: "hello";
      /** The subprotocol. */
      protocol: "menagerie.v1";
      /** The machine's name in addresses. */
      machine: string;
      /** The machine's name for people. */
      title: string;
      /** The game's name, as /api/v1/games lists it. */
      game: string;
      /** The side that the machine plays; either: the visitor says which in begin. */
      seat: "first" | "second" | "either";
      /** The learning rule. */
      rule: string;
      /** How positions are merged into boxes. */
      convention: "canonical" | "rotations" | "mirror" | "raw" | "gardner-24" | "tretyakov-24";
      /** How many matchboxes it has; where boxes are made when first met, so far. */
      boxes: number;
      /** The newest row of its log. */
      seq: number;
      /** Its life, counted from 1; a reset begins the next. */
      era: number;
      /** Episodes that it has learned, over all eras. */
      episodes: number;
      /** How the machine draws, for whoever works out the odds of a box from its counts: a bead weighs its count, and comes with the chance weight / sum of the weights; the members say where it weighs something else. */
      drawing: components["schemas"]["DrawRule"];
      /** Whether the curator has frozen it: it plays, and learns nothing. */
      frozen: boolean;
      /** The board as a page draws it, without any rules. */
      board: components["schemas"]["Layout"];
      /** Visitors who play: with an episode in play, or between two. A visit counts once, however many connections it has. */
      playing: number;
      /** Watchers who do not play: all who count, less one for each connection that does, since its page watches too. */
      watching: number;
      /** The machine's wins, over all eras. */
      wins: number;
      /** Its draws. */
      draws: number;
      /** Its defeats. */
      losses: number;
      /** Beads in all its boxes. */
      beads: number;
    };
    /** What happened at a machine, at most 20 times a second, less often the more watch, and at most once a second where nothing but how many play or watch has changed. Every row of its log is accounted for by one feed; the first one may begin with rows that hello has counted. */
    Feed: {
      type: "feed";
      /** The machine's name in addresses. */
      machine: string;
      /** The newest row of its log. */
      seq: number;
      /** Its life, counted from 1; a reset begins the next. */
      era: number;
      /** Episodes that it has learned, over all eras. */
      episodes: number;
      /** The machine's wins, over all eras. */
      wins: number;
      /** Its draws. */
      draws: number;
      /** Its defeats. */
      losses: number;
      /** Beads in all its boxes. */
      beads: number;
      /** Visitors who play: with an episode in play, or between two. A visit counts once, however many connections it has. */
      playing: number;
      /** Watchers who do not play: all who count, less one for each connection that does, since its page watches too. */
      watching: number;
      /** The first log row that this feed accounts for; absent, as are to, outcomes, counts and rows, when only the presence changed. */
      from?: number;
      /** The last of them. */
      to?: number;
      /** A letter a row: win, draw or loss of the machine, - for an act. */
      outcomes?: string;
      /** [number, bead, count]: the newest count of every bead that changed in these rows. */
      counts?: [number, number, number][];
      /** The last few of these rows. */
      rows?: components["schemas"]["FeedRow"][];
      /** Boards in play right now, those first that a visitor has moved on. */
      tables: {
        /** Tells tables apart, and nothing else. */
        table: string;
        /** Plies played on it. */
        ply: number;
        /** Its board. */
        position: string;
        /** The move of the bead that the machine drew last; absent before the first. */
        drawn?: string;
      }[];
      /** The dry frame while the machine is dry. */
      dry: components["schemas"]["Dry"] | null;
      /** Whether the curator has frozen it: it plays, and learns nothing. */
      frozen: boolean;
    };
    FeedRow: {
      /** The row. */
      seq: number;
      /** An episode, or the act that it was. After an act the boxes must be read anew. */
      kind: "episode" | "start" | "reset" | "rewind" | "unteach" | "fork" | "freeze" | "thaw" | "topup";
      /** The life that it belongs to; an act that begins one counts as in it. */
      era: number;
      /** The machine's result; null for an act. */
      outcome: "win" | "draw" | "loss" | null;
      /** Why the beads moved; null for an act. */
      reason: "win" | "draw" | "loss" | "resign" | null;
      /** When it was learned. */
      time: string;
      /** [number, bead, before, after]; empty for an act. */
      changes: [number, number, number, number][];
    };
    HouseMachine: {
      /** The machine's name in addresses. */
      name: string;
      /** The newest row of its log. */
      seq: number;
      /** Its life, counted from 1; a reset begins the next. */
      era: number;
      /** Episodes that it has learned, over all eras. */
      episodes: number;
      /** The machine's wins, over all eras. */
      wins: number;
      /** Its draws. */
      draws: number;
      /** Its defeats. */
      losses: number;
      /** Beads in all its boxes. */
      beads: number;
      /** Visitors who play: with an episode in play, or between two. A visit counts once, however many connections it has. */
      playing: number;
      /** Watchers who do not play: all who count, less one for each connection that does, since its page watches too. */
      watching: number;
      /** Whether it cannot play until its new era. */
      dry: boolean;
      /** Whether the curator has frozen it: it plays, and learns nothing. */
      frozen: boolean;
      /** Whether nobody can beat it: no line of play, by anybody. */
      finished: boolean;
    };
    /** The first frame: the board, how many games there are, and the score of all visitors. */
    SealedHello: {
      type: "hello";
      /** The subprotocol. */
      protocol: "menagerie.v1";
      /** The game. */
      game: "hexapawn";
      /** The board as a page draws it, without any rules. */
      board: components["schemas"]["Layout"];
      /** Games in a room; colours alternate. */
      games: number;
      /** What all visitors guessed, and all that is kept of them. */
      score: {
        /** Guesses of those who had played a machine. */
        machines: number;
        /** Of these: a person, they said. */
        machines_as_people: number;
        /** Guesses of those who had played a person. */
        people: number;
        /** Of these: a machine, they said. */
        people_as_machines: number;
      };
      /** The same, signed by the server: keep it for as long as the stay lasts, show it to nobody, and send it in begin. */
      visit_token: string;
    };
    /** The game as it stands: at its start, after each own move at once, and after each move from next door. It is the same with a machine and with a person. */
    Room: {
      type: "room";
      /** Which of the games. */
      game: number;
      /** The side that the visitor plays in it. */
      seat: "first" | "second";
      /** Plies played so far. */
      ply: number;
      /** The board now. */
      position: string;
      /** The visitor's legal moves; empty while the other one is to move, and once the game is over. */
      legal: string[];
      /** The last move of either; null at the start. */
      played: string | null;
      /** The visitor's result; only in a game's last frame. The next game begins by itself a few seconds after both have seen it. */
      outcome?: "win" | "draw" | "loss";
      /** Why it ended; only there. */
      end?: components["schemas"]["End"];
    };
    /** Who it was. It follows the guess at once, or, with a person, once both have guessed, within a minute. All games once more, with what the machine drew. */
    Door: {
      type: "door";
      /** Who sat next door, at first. */
      who: "machine" | "person";
      /** What the visitor said; null where the other had left, so that nothing was asked. */
      guess: "machine" | "person" | null;
      /** What all visitors guessed, and all that is kept of them. */
      score: {
        /** Guesses of those who had played a machine. */
        machines: number;
        /** Of these: a person, they said. */
        machines_as_people: number;
        /** Guesses of those who had played a person. */
        people: number;
        /** Of these: a machine, they said. */
        people_as_machines: number;
      };
      /** The visitor's own, as guess told them. */
      remarks: string;
      /** Those of the person next door; empty where it was a machine, or has not said. */
      theirs: string;
      /** The games, first to last. */
      games: {
        /** The visitor's side. */
        seat: "first" | "second";
        /** The visitor's result. */
        outcome: "win" | "draw" | "loss";
        /** All moves. */
        moves: string[];
        /** The board at the start, and after each move. */
        positions: string[];
        /** What the machine drew; none where a person played. */
        draws: {
          /** The box: the position on its label. */
          box: string;
          /** The box's number. */
          number: number;
          /** The machine's earliest move in which the box can be met. */
          turn: number;
          /** The symmetry that turns the visitor's board into the label: rotate is clockwise, mirror left and right, mirror-90 mirrored and then turned. For piles the letters to which a, b, c, ... go: to-cab brings pile a to c, b to a and c to b. */
          orientation: string;
          /** The label's position as it stood on the visitor's board. */
          position: string;
          /** Which move it made with it. */
          ply: number;
          /** Which of beads; null: the box was empty, and the machine guessed. To give up would have told who it is. */
          bead: number | null;
          /** The box's beads as they were. */
          beads: {
            /** How many there were. */
            count: number;
            /** The moves that it stands for. */
            moves: string[];
          }[];
        }[];
      }[];
      /** Mark I as these games left it; empty where it was a person. */
      boxes: {
        /** The box's number. */
        number: number;
        /** The position on its label. */
        box: string;
        /** Its beads. */
        beads: {
          /** The bead's name: the first move that it stands for. */
          move: string;
          /** How many are left. */
          count: number;
        }[];
      }[];
    };
    Machine: {
      /** The machine's name in addresses. */
      name: string;
      /** The machine's name for people. */
      title: string;
      /** Who made the first one, in English; as `story`. */
      maker: string;
      /** A sentence or two for the label, in English. Those of the museum's own machines are this release's, as its pages have them, also where an earlier release created the machine; another machine's is as the curator wrote it. */
      story: string;
      /** Its colour in the museum. */
      colour: string;
      /** The game's name, as /api/v1/games lists it. */
      game: string;
      /** The side that the machine plays; either: the visitor says which in begin. */
      seat: "first" | "second" | "either";
      /** The learning rule. */
      rule: string;
      /** How positions are merged into boxes. */
      convention: "canonical" | "rotations" | "mirror" | "raw" | "gardner-24" | "tretyakov-24";
      /** How the machine draws, for whoever works out the odds of a box from its counts: a bead weighs its count, and comes with the chance weight / sum of the weights; the members say where it weighs something else. */
      drawing: components["schemas"]["DrawRule"];
      /** The newest row of its log. */
      seq: number;
      /** Its life, counted from 1; a reset begins the next. */
      era: number;
      /** Episodes that it has learned, over all eras. */
      episodes: number;
      /** The machine's wins, over all eras. */
      wins: number;
      /** Its draws. */
      draws: number;
      /** Its defeats. */
      losses: number;
      /** Beads in all its boxes. */
      beads: number;
      /** How many matchboxes it has; where boxes are made when first met, so far. */
      boxes: number;
      /** Visitors who play: with an episode in play, or between two. A visit counts once, however many connections it has. */
      playing: number;
      /** Watchers who do not play: all who count, less one for each connection that does, since its page watches too. */
      watching: number;
      /** What it ran dry of; null while it can play. */
      dry: {
        /** The log row that took the last bead. */
        seq: number;
        /** The box that is empty. */
        box: string;
        /** When it ran dry. */
        since: string;
        /** When a new era begins by itself; null: none does while the machine is frozen. */
        new_era_at: string | null;
      } | null;
      /** Since when nobody can beat it, by any line of play; null where somebody can, or it cannot be told. */
      finished: {
        /** The log row from which on that has been so. */
        seq: number;
        /** That row's time. */
        since: string;
        /** Games of its era until then. */
        episodes: number;
        /** So many games more, and a new era begins by itself (`--finished-games`); null where none does, as while it is frozen. */
        games_left: number | null;
      } | null;
      /** Whether the curator has frozen it: it plays, and learns nothing. */
      frozen: boolean;
      /** When it was created. */
      created: string;
    };
    /** A life of the machine that nobody could beat in the end. It plays on at /api/v1/play?machine=…&as_of=seq, where nothing is learned. */
    Graduate: {
      /** The log row from which on nobody could beat it. */
      seq: number;
      /** That row's time. */
      time: string;
      /** The era. */
      era: number;
      /** The era's first row. */
      from_seq: number;
      /** Its last row, or the newest. */
      to_seq: number;
      /** The era's games up to `seq`. */
      episodes: number;
      /** Of them won by the machine. */
      wins: number;
      /** Of them drawn. */
      draws: number;
      /** Of them lost by the machine. */
      losses: number;
      /** The era's games since. */
      episodes_after: number;
    };
    Box: {
      /** The number on its label. */
      number: number;
      /** The position on its label. */
      box: string;
      /** The machine's earliest move in which it can be met. */
      turn: number;
      /** All its beads. */
      beads: number;
      /** What the position is worth to the machine under best play: `loss`, where it is lost whatever is drawn; null where the game is not evaluated. */
      value: "win" | "draw" | "loss" | null;
      /** Whether there are beads and every one that is left keeps that value; null where the game is not evaluated. */
      solved: boolean | null;
      moves: {
        /** The bead's name: the first move of its orbit. */
        move: string;
        /** Every move that the bead stands for. */
        orbit: string[];
        /** How many there are. */
        beads: number;
        /** The chance with which a draw from this box gives this bead, as the rule draws, where every move may be played (superko can forbid one in an episode: the frames tell the odds of a draw as it was made). All are 0 where the machine would resign. */
        odds: number;
        /** Whether the move keeps the value of the position; null where the game is not evaluated. */
        keeps: boolean | null;
        /** How many lie in the box's compartments A and B; together they are the count. Draws are made from A while any colour has a bead there, and from B otherwise. Absent where the machine's boxes have no compartments. */
        compartments?: [number, number];
      }[];
    };
    Boxes: {
      /** The machine's name in addresses. */
      machine: string;
      /** The log row after which the beads are these. */
      seq: number;
      /** Its life, counted from 1; a reset begins the next. */
      era: number;
      boxes: components["schemas"]["Box"][];
    };
    Curve: {
      /** The machine's name in addresses. */
      machine: string;
      /** The newest row of its log. */
      seq: number;
      /** Its life, counted from 1; a reset begins the next. */
      era: number;
      /** The log row of the era's first episode (to be). */
      from: number;
      /** [seq, height]: a step up for each win, down for each loss. */
      staircase: [number, number][];
      /** [seq, beads]: how many beads were in box 1. */
      first_box: [number, number][];
      /** [seq, boxes]: how many boxes play had changed by then. */
      opened: [number, number][];
      /** [seq, beads]: how many beads were left that lose under best play; empty where the machine is not evaluated. */
      losing: [number, number][];
    };
    Strength: {
      /** The machine's name in addresses. */
      machine: string;
      /** The log row after which this holds. */
      seq: number;
      /** Whether it can be reckoned. */
      evaluated: boolean;
      /** Why it is not evaluated. */
      why: string | null;
      /** The sides that it plays. */
      sides: components["schemas"]["Side"][];
      beads: {
        /** Beads whose moves win under best play. */
        winning: number;
        /** Beads whose moves draw. */
        drawing: number;
        /** Beads whose moves lose. */
        losing: number;
      } | null;
      /** What a visitor wins who beats it: of machines with the rule tanner-carnival, whose prizes grow as they get better; null for others. */
      prizes: null | components["schemas"]["Prizes"];
      /** With `before=1`: its strength before the row; null for the first row, and where it is not evaluated. */
      before?: null | {
        /** The log row before. */
        seq: number;
        /** The sides that it plays. */
        sides: components["schemas"]["Side"][];
        beads: {
          /** Beads whose moves win under best play. */
          winning: number;
          /** Beads whose moves draw. */
          drawing: number;
          /** Beads whose moves lose. */
          losing: number;
        };
      };
    };
    Side: {
      /** The side that it plays here. */
      side: "first" | "second";
      /** Against the player who moves at random. */
      random: {
        /** That the machine wins. */
        win: number;
        /** That it draws. */
        draw: number;
        /** That it loses. */
        loss: number;
      };
      /** Against the player who never errs: any move that keeps the game's value, all alike; where every move loses, any move. */
      optimal: {
        /** That the machine wins. */
        win: number;
        /** That it draws. */
        draw: number;
        /** That it loses. */
        loss: number;
      };
      /** Against the strongest reply to these very beads. */
      best_response: {
        /** That the machine wins. */
        win: number;
        /** That it draws. */
        draw: number;
        /** That it loses. */
        loss: number;
      };
      /** Whether no line of play can beat it or dry it. */
      unbeatable: boolean;
      /** Whether every move that it may make keeps the game's value. */
      plays_perfectly: boolean;
    };
    Prizes: {
      /** Which row of the table is paid. */
      now: number;
      /** One player in so many beats it by moving at random, exactly; null where none does. */
      one_in: number | null;
      table: {
        /** The prize. */
        name: string;
        /** It is paid where one in so many or fewer beat the machine. */
        from_one_in: number;
      }[];
    };
    Practice: {
      /** The machine's name in addresses. */
      machine: string;
      /** Who played against it. */
      against: "random" | "optimal" | "twin";
      /** With which beads it began. */
      from: "now" | "start";
      /** Of all that was drawn. */
      seed: number;
      /** How many were played. */
      games: number;
      /** A letter a game, as the copy fared: win, draw or loss. */
      results: string;
      /** A game's moves, of both sides. */
      plies: number[];
      /** How many boxes it had. */
      boxes: number[];
      /** How many beads lay in them. */
      beads: number[];
      /** The first box, and what lay in it; null where no box was made. A list of counts is empty as long as it was not made. */
      first_box: null | {
        /** Its number. */
        number: 1;
        /** Its position as text. */
        box: string;
        /** The beads' names. */
        moves: string[];
        /** How many of each lay in it. */
        counts: number[][];
      };
      /** Whether its strength can be reckoned. */
      evaluated: boolean;
      /** Why it is not evaluated. */
      why: string | null;
      /** How good it was, exactly: at most some 40 times; the last one is after the last game. */
      strength: {
        /** After so many games. */
        games: number;
        /** The sides that it plays. */
        sides: components["schemas"]["Side"][];
        beads: {
          /** Beads whose moves win under best play. */
          winning: number;
          /** Beads whose moves draw. */
          drawing: number;
          /** Beads whose moves lose. */
          losing: number;
        };
      }[];
      /** The first number of games after which no line of play could beat it; null where there is none, or it cannot be told. */
      unbeatable_after: number | null;
      /** After so many games it had no bead left to open with, and played no more. */
      dry_after: number | null;
      /** After so many games its twin had no bead left for its first move: a walkover is no win, so no more were played. */
      twin_dry_after: number | null;
      /** Some of the games: the first, the last one that it lost, and the last. */
      shown: components["schemas"]["PracticeGame"][];
      /** The machine's log row whose beads it was copied with. */
      seq: number;
    };
    PracticeGame: {
      /** Its number, from 1. */
      game: number;
      /** The side that the copy played. */
      seat: "first" | "second";
      /** As the copy fared. */
      result: "win" | "draw" | "loss";
      /** It found no bead in a box. */
      resigned: boolean;
      /** Of both sides. */
      moves: string[];
      /** The boards, from the start of play on. */
      positions: string[];
    };
    ShowGame: {
      /** The machine's name in addresses. */
      machine: string;
      /** The machine's name for people. */
      title: string;
      /** Who made the first one, in English; as `story`. */
      maker: string;
      /** A sentence or two for the label, in English. Those of the museum's own machines are this release's, as its pages have them, also where an earlier release created the machine; another machine's is as the curator wrote it. */
      story: string;
      /** Its colour in the museum. */
      colour: string;
      /** The game's name, as /api/v1/games lists it. */
      game: string;
      /** The board as a page draws it, without any rules. */
      board: components["schemas"]["Layout"];
      /** The log row after which its beads are these. */
      seq: number;
      /** The side that the machine plays in it. */
      seat: "first" | "second";
      /** Who plays the other side: a machine of the museum that plays the same game from there (itself, where it plays both); null: nobody does, and its moves are drawn evenly. */
      twin: null | {
        /** The machine's name in addresses. */
        machine: string;
        /** The machine's name for people. */
        title: string;
      };
      /** From the start. */
      plies: components["schemas"]["ShowPly"][];
      /** The machine's result. */
      outcome: components["schemas"]["Outcome"];
      /** Why it ended, and the cells to be shown for it, as the visitor's board has them; only in the last state. */
      end: components["schemas"]["End"];
    };
    ShowPly: {
      /** How many were played before it. */
      ply: number;
      /** Who played it. */
      by: "machine" | "twin";
      /** One of the state's legal moves. */
      move: string;
      /** The bead that the machine drew; null: the other side's move, or one without a box. */
      drawn: components["schemas"]["Drawn"] | null;
      /** The board after it. */
      position: string;
    };
    Episode: {
      /** The machine, by its name. */
      machine: string;
      /** Its row in the machine's log. */
      seq: number;
      /** The episode. */
      id: string;
      /** The machine's life that it belongs to. */
      era: number;
      /** When it was learned. */
      time: string;
      /** When play began. */
      started: string;
      /** Who played: an anonymous stay, a random number. */
      visit: string;
      /** The side that the machine plays in it. */
      seat: "first" | "second";
      /** Who played the other side; against itself the outcome is the first player's. */
      opponent: "visitor" | "itself";
      /** The machine's result. */
      outcome: components["schemas"]["Outcome"];
      /**
       * @description How play ended: as `outcome` says, or resign where the machine found the box of its position empty. Against itself resign is of the side that was to move, so that `outcome`, the first player's, is then win or loss. Why a bead changed stands in `history`.
       * @enum {string}
       */
      reason: "win" | "draw" | "loss" | "resign";
      /** Both players' moves. */
      moves: string[];
      /** How many bead changes the row holds; `history` has each. */
      change_count: number;
      /** The beads that were drawn, in order; `draws` has each with its odds. */
      trace: {
        /** The box's number. */
        number: number;
        /** The position on its label. */
        box: string;
        /** Which of the box's beads. */
        bead: number;
        /** The bead's name; the move on the board is `moves[ply]`. */
        move: string;
        /** Which of the moves it made. */
        ply: number;
      }[];
      /** Why it ended, and the cells to be shown for it, as the visitor's board has them; only in the last state. */
      end?: components["schemas"]["End"];
      /** In the answer for one episode: every ply, with the boxes as they were before it was learned. */
      replay?: components["schemas"]["ReplayedPly"][];
      /** What it did to the beads, in order. */
      changes: {
        /** The box's number. */
        number: number;
        /** The position on its label. */
        box: string;
        /** Which of the box's beads. */
        bead: number;
        /** The bead's name. */
        move: string;
        before: number;
        after: number;
        /** Why; against itself, each side's own. */
        reason: "win" | "draw" | "loss" | "resign" | "propagate";
      }[];
    };
    ReplayedPly: {
      /** Counted from 0. */
      ply: number;
      /** Who moved. */
      by: "machine" | "visitor";
      /** One of the state's legal moves. */
      move: string;
      /** The board after it. */
      position: string;
      /** The bead that made the move; null where a visitor moved, or where the machine has no box. */
      drawn: null | {
        /** The box's number. */
        number: number;
        /** The position on its label. */
        box: string;
        /** Which of the box's beads. */
        bead: number;
        /** What lay in the box before the episode was learned. */
        counts: number[];
        /** The chance of every bead in a draw from these counts, as the rule draws and superko allows. */
        odds: number[];
      };
    };
    /** One bead that was drawn. In CSV these are the columns, in this order. Every draw of every episode has one, also of an episode that changed nothing. */
    Draw: {
      /** The machine, by its name. */
      machine: string;
      /** The log row of its episode. */
      seq: number;
      /** Which of that episode's draws it is; with `seq` it names the draw. */
      ordinal: number;
      /** When the episode was learned. */
      time: string;
      /** The machine's life that it belongs to. */
      era: number;
      /** The episode. */
      episode: string;
      /** The machine's earliest move in which the box can be met. */
      turn: number;
      /** The box, by the position on its label. */
      box: string;
      /** The bead's name, as `boxes` and `history` tell it. */
      move: string;
      /** Which of the episode's moves it made, from 0; even ones are the first player's. */
      ply: number;
      /** How many such beads the box had when the episode was to be learned. */
      beads: number;
      /** The chance of this bead in a draw from the box as it was then, as the rule draws and superko allows. The log does not tell what else was learned between the draw and that moment; 0 where this has taken the last such bead. */
      odds: number;
      /** The move that it made on the board. */
      played: string;
    };
    /** One lesson, what it changed and what became of that. */
    Lesson: {
      /** The lesson's code, to be read aloud: it names a machine of this museum and a seq, and no other lesson has it. No vowels, nothing that looks like another character; the last one is a check. */
      lesson: string;
      machine: string;
      title: string;
      /** Its row in the machine's log. */
      seq: number;
      /** Which of the machine's lessons it is, all eras counted. */
      number: number;
      /** So many it has had up to now. */
      lessons: number;
      /** The lesson before it; null where it is the first. */
      previous: string | null;
      /** The lesson after it; null where it is the newest. */
      next: string | null;
      /** The act since which the lesson counts no more: it was untaught, the machine was wound back before it, or a new era began. null: it counts. */
      taken_back: null | {
        seq: number;
        kind: "reset" | "rewind" | "unteach";
        /** The server by itself, where a machine was dry or finished, or the curator. */
        why: "dry" | "finished" | "curator";
        time: string;
      };
      /** The boxes that it changed, in the order of the changes. */
      boxes: {
        number: number;
        /** The position on its label. */
        box: string;
        turn: number;
        /** Every colour in the box. */
        moves: {
          move: string;
          /** All moves that the bead stands for on this label. */
          orbit: string[];
          /** Beads before the lesson. */
          before: number;
          /** Beads after it. */
          after: number;
          now: number;
        }[];
      }[];
      /** Every bead change of the lesson. The beads of one colour in a box lie one above the other: new ones are put on top, and what is taken comes off the top; an act that begins an era empties the boxes first. */
      changes: components["schemas"]["LessonChange"][];
      episode: components["schemas"]["Episode"];
    };
    LessonChange: {
      number: number;
      box: string;
      /** Which of the box's beads, from 0. */
      bead: number;
      move: string;
      before: number;
      after: number;
      /** Of the beads that it gave so many lie there now; none of a lesson that was taken back. null: it took beads. */
      still: number | null;
      /** How often a bead of this colour was drawn from this box in the lessons after it. */
      drawn_since: number;
    };
    Givers: {
      machine: string;
      number: number;
      box: string;
      bead: number;
      move: string;
      /** The row of the log after which this is so. */
      seq: number;
      /** So many of them lie there then. */
      beads: number;
      lessons: {
        /** Its row in the machine's log. */
        seq: number;
        /** The lesson's code, to be read aloud: it names a machine of this museum and a seq, and no other lesson has it. No vowels, nothing that looks like another character; the last one is a check. */
        lesson: string;
        time: string;
        before: number;
        after: number;
        /** Of the beads that it gave so many lie there then. */
        still: number;
      }[];
      /** The address where the list goes on. A page can be short, or empty, and go on: where play changed other beads of the box very often. */
      next: string | null;
    };
    Game: {
      /** The game's name in commands and addresses. */
      name: string;
      title: string;
      /** How it is played. */
      rules: string;
      /** Who made it and why it is here. */
      origin: string;
      /** Where that can be read. */
      sources: string;
      /** The board as a page draws it, without any rules. */
      board: components["schemas"]["Layout"];
      /** How many positions play can reach; null where there are too many to list. */
      positions: number | null;
    };
    Analysis: {
      /** The game's name, as /api/v1/games lists it. */
      game: string;
      /** The moves from the start. */
      line: string[];
      /** The position that they lead to. */
      position: string;
      /** Whose turn it is. */
      to_move: "first" | "second";
      /** Under best play: 1 the first player wins, -1 the second, 0 a draw. */
      value: 1 | 0 | -1;
      /** Moves of both sides to the end, by the fastest win and the longest defence; null for a draw, and in Go. */
      plies: number | null;
      /** In Go, what the first player has more in the end; null in other games. */
      points: number | null;
      moves: {
        move: string;
        /** As the game's literature writes it (C5), if otherwise. */
        published: string | null;
        /** As of the position, once the move is made. */
        value: 1 | 0 | -1;
        /** Moves to the end, this one included; as of the position. */
        plies: number | null;
        /** As of the position. */
        points: number | null;
      }[];
      /** Why play has ended, and the cells that show it; null while it goes on. */
      end: null | components["schemas"]["End"];
    };
    /** What an act does, or would do. Figures are of the machine it is done to; of the new one, where it makes one. */
    Act: {
      /** Whether it was only asked what it would do. */
      preview: boolean;
      act: "start" | "reset" | "rewind" | "unteach" | "fork" | "freeze" | "thaw" | "topup";
      /** Its name; a new machine's own. */
      machine: string;
      /** The log row that it is; of a preview, would be if it were done now. */
      seq: number;
      era: number;
      time: string;
      /** What it is in words. */
      summary: string;
      /** What it does to episodes and beads in words. */
      effect: string;
      /** Episodes that the beads follow from. */
      episodes: {
        before: number;
        /** Before and after. */
        kept: number;
        removed: number;
        /** That count again, or come with a copy. */
        added: number;
        after: number;
      };
      /** Beads in all boxes. */
      beads: {
        before: number;
        after: number;
      };
      /** Its boxes. */
      boxes: number;
      boxes_changed: number;
      /** Bead counts that change. */
      change_count: number;
      /** As the log keeps it. Of a reset, the plaque of the era that ended. `why` is curator, dry (it had lost its beads), finished (nobody could beat it) or put up (with the museum). */
      detail: {
        why: "curator" | "dry" | "finished" | "put up";
        /** reset: the era that ended, as all that follows down to `dry_box`. */
        era?: number;
        from_seq?: number;
        to_seq?: number;
        /** rewind, unteach and fork: those that count now. */
        episodes?: number;
        wins?: number;
        draws?: number;
        losses?: number;
        beads?: number;
        /** Where it ran dry. */
        dry_seq?: number;
        /** reset: beads of each colour by turn, where they were not the rule's. */
        start?: number[];
        /** Of an era that ended because nobody could beat the machine any more: from which row on that was so, and the era's games up to that row. */
        finished?: {
          /** The row. */
          seq: number;
          /** Games until then. */
          episodes: number;
          /** Of them won by the machine. */
          wins: number;
          /** Of them drawn. */
          draws: number;
          /** Of them lost by the machine. */
          losses: number;
        };
        dry_box?: string;
        /** rewind: the row; topup: beads of each colour. */
        to?: number;
        /** unteach. */
        visit?: string;
        /** fork: the machine that was copied, */
        name?: string;
        /** after this row. */
        seq?: number;
        /** Its number in the database. */
        machine?: number;
      };
    };
    AuditRow: {
      machine: string;
      seq: number;
      era: number;
      time: string;
      act: "start" | "reset" | "rewind" | "unteach" | "fork" | "freeze" | "thaw" | "topup";
      why: "curator" | "dry" | "finished" | "put up";
      /** What was done in words. */
      summary: string;
      /** As the log keeps it. Of a reset, the plaque of the era that ended. `why` is curator, dry (it had lost its beads), finished (nobody could beat it) or put up (with the museum). */
      detail: {
        why: "curator" | "dry" | "finished" | "put up";
        /** reset: the era that ended, as all that follows down to `dry_box`. */
        era?: number;
        from_seq?: number;
        to_seq?: number;
        /** rewind, unteach and fork: those that count now. */
        episodes?: number;
        wins?: number;
        draws?: number;
        losses?: number;
        beads?: number;
        /** Where it ran dry. */
        dry_seq?: number;
        /** reset: beads of each colour by turn, where they were not the rule's. */
        start?: number[];
        /** Of an era that ended because nobody could beat the machine any more: from which row on that was so, and the era's games up to that row. */
        finished?: {
          /** The row. */
          seq: number;
          /** Games until then. */
          episodes: number;
          /** Of them won by the machine. */
          wins: number;
          /** Of them drawn. */
          draws: number;
          /** Of them lost by the machine. */
          losses: number;
        };
        dry_box?: string;
        /** rewind: the row; topup: beads of each colour. */
        to?: number;
        /** unteach. */
        visit?: string;
        /** fork: the machine that was copied, */
        name?: string;
        /** after this row. */
        seq?: number;
        /** Its number in the database. */
        machine?: number;
      };
    };
    /** One row of a machine's log, an episode or an act. In CSV these are the columns, in this order; the moves have spaces between. */
    LogRow: {
      /** The machine, by its name. */
      machine: string;
      /** The row's number; there are no gaps. */
      seq: number;
      /** When it was learned, or done. */
      time: string;
      /** The machine's life that it belongs to. */
      era: number;
      /** An episode, or which act. */
      kind: "episode" | "start" | "reset" | "rewind" | "unteach" | "fork" | "freeze" | "thaw" | "topup";
      /** The episode. From here to `moves`, acts have null, and nothing in CSV. */
      episode: string | null;
      /** Who played: an anonymous stay, a random number. */
      visit: string | null;
      /** When play began. */
      started: string | null;
      /** The side that the machine played. */
      seat: "first" | "second" | null;
      /** Who played the other side. */
      opponent: "visitor" | "itself" | null;
      /** The machine's; against itself the first player's. */
      outcome: "win" | "draw" | "loss" | null;
      /** How play ended: as `outcome` says, or resign where the machine found the box of its position empty. Against itself resign is of the side that was to move, so that `outcome`, the first player's, is then win or loss. Why a bead changed stands in `history`. */
      reason: "win" | "draw" | "loss" | "resign" | null;
      /** Both players' moves; in CSV with spaces between. */
      moves: string[] | null;
      /** How many bead changes the row holds; `history` has each. */
      change_count: number;
      /** What an act was about, as its plaque; null in episodes. */
      detail: {
        why: "curator" | "dry" | "finished" | "put up";
        /** reset: the era that ended, as all that follows down to `dry_box`. */
        era?: number;
        from_seq?: number;
        to_seq?: number;
        /** rewind, unteach and fork: those that count now. */
        episodes?: number;
        wins?: number;
        draws?: number;
        losses?: number;
        beads?: number;
        /** Where it ran dry. */
        dry_seq?: number;
        /** reset: beads of each colour by turn, where they were not the rule's. */
        start?: number[];
        /** Of an era that ended because nobody could beat the machine any more: from which row on that was so, and the era's games up to that row. */
        finished?: {
          /** The row. */
          seq: number;
          /** Games until then. */
          episodes: number;
          /** Of them won by the machine. */
          wins: number;
          /** Of them drawn. */
          draws: number;
          /** Of them lost by the machine. */
          losses: number;
        };
        dry_box?: string;
        /** rewind: the row; topup: beads of each colour. */
        to?: number;
        /** unteach. */
        visit?: string;
        /** fork: the machine that was copied, */
        name?: string;
        /** after this row. */
        seq?: number;
        /** Its number in the database. */
        machine?: number;
      } | null;
    };
    /** What a machine can be made of. */
    Rules: {
      rules: {
        name: string;
        story: string;
        /** What it has for each option. */
        options: {
          [key: string]: string;
        };
      }[];
      options: {
        name: string;
        example: string;
        about: string;
      }[];
      seats: ("first" | "second" | "either")[];
      boxes: {
        name: string;
        about: string;
      }[];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type PlayFrame = components["schemas"]["PlayFrame"];
export type WatchFrame = components["schemas"]["WatchFrame"];
export type HouseFrame = components["schemas"]["HouseFrame"];
export type SealedFrame = components["schemas"]["SealedFrame"];
export type VisitorFrame = components["schemas"]["VisitorFrame"];
export type SealedVisitorFrame = components["schemas"]["SealedVisitorFrame"];
export type Hello = components["schemas"]["Hello"];
export type Begin = components["schemas"]["Begin"];
export type Layout = components["schemas"]["Layout"];
export type DrawRule = components["schemas"]["DrawRule"];
export type State = components["schemas"]["State"];
export type Drawn = components["schemas"]["Drawn"];
export type End = components["schemas"]["End"];
export type Learned = components["schemas"]["Learned"];
export type Outcome = components["schemas"]["Outcome"];
export type Change = components["schemas"]["Change"];
export type Dry = components["schemas"]["Dry"];
export type Failure = components["schemas"]["Failure"];
export type WatchHello = components["schemas"]["WatchHello"];
export type Feed = components["schemas"]["Feed"];
export type FeedRow = components["schemas"]["FeedRow"];
export type HouseMachine = components["schemas"]["HouseMachine"];
export type SealedHello = components["schemas"]["SealedHello"];
export type Room = components["schemas"]["Room"];
export type Door = components["schemas"]["Door"];
export type Machine = components["schemas"]["Machine"];
export type Graduate = components["schemas"]["Graduate"];
export type Box = components["schemas"]["Box"];
export type Boxes = components["schemas"]["Boxes"];
export type Curve = components["schemas"]["Curve"];
export type Strength = components["schemas"]["Strength"];
export type Side = components["schemas"]["Side"];
export type Prizes = components["schemas"]["Prizes"];
export type Practice = components["schemas"]["Practice"];
export type PracticeGame = components["schemas"]["PracticeGame"];
export type ShowGame = components["schemas"]["ShowGame"];
export type ShowPly = components["schemas"]["ShowPly"];
export type Episode = components["schemas"]["Episode"];
export type ReplayedPly = components["schemas"]["ReplayedPly"];
export type Draw = components["schemas"]["Draw"];
export type Lesson = components["schemas"]["Lesson"];
export type LessonChange = components["schemas"]["LessonChange"];
export type Givers = components["schemas"]["Givers"];
export type Game = components["schemas"]["Game"];
export type Analysis = components["schemas"]["Analysis"];
export type Act = components["schemas"]["Act"];
export type AuditRow = components["schemas"]["AuditRow"];
export type LogRow = components["schemas"]["LogRow"];
export type Rules = components["schemas"]["Rules"];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
