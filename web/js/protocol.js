/**
 * The frames and resources that this page understands: types only, no code. The server's schema
 * folder is their source; a page that meets an unknown type of frame ignores it.
 *
 * @typedef {"win"|"draw"|"loss"} Outcome always from the machine's view
 * @typedef {"first"|"second"} Seat the machine's
 *
 * @typedef {object} Layout the board as a page draws it, without any rules
 * @property {"squares"|"dark_squares"|"points"|"piles"} kind
 * @property {number} columns
 * @property {number} rows
 * @property {string} pieces pieces[0] is the empty cell
 * @property {string} movers two letters, or ""
 * @property {string} [start]
 *
 * @typedef {{prune: boolean, empty: "resign"|"top-up", choose: "chance"|"most", compartments: boolean}} DrawRule how a bead is drawn from counts
 *
 * @typedef {object} Hello
 * @property {"hello"} type
 * @property {string} machine
 * @property {string} title
 * @property {string} game
 * @property {"first"|"second"|"either"} seat
 * @property {number} boxes
 * @property {number} seq
 * @property {number} era
 * @property {number} episodes
 * @property {boolean} frozen it plays, and learns nothing
 * @property {number} [as_of] it plays as it was after this log row
 * @property {true} [copy] a copy that this visitor teaches alone
 * @property {string} rule
 * @property {string} convention
 * @property {DrawRule} [drawing] how a bead is drawn from counts
 * @property {string} [convention] how positions are merged into boxes
 * @property {Layout} board
 * @property {string} [visit]
 * @property {string} [visit_token] the same, signed: what begin sends
 * @property {number} [playing]
 * @property {number} [watching]
 * @property {number} [wins]
 * @property {number} [draws]
 * @property {number} [losses]
 * @property {number} [beads]
 *
 * @typedef {object} DrawnBead
 * @property {number} count when it was drawn
 * @property {number} [odds] the chance with which it was drawn then, from 0 to 1
 * @property {[number, number]} [compartments] how many of them lay in the first and in the second compartment
 * @property {string[]} moves that it stands for on the visitor's board
 *
 * @typedef {object} Drawn the machine's last draw
 * @property {string} box
 * @property {number|null} number null: a new box, made just now; its number comes with the lesson
 * @property {number} turn
 * @property {string} orientation turns the visitor's board into the label
 * @property {string} position the box's position as it stood on the visitor's board
 * @property {number|null} bead null: the box was empty
 * @property {string|null} [move]
 * @property {DrawnBead[]} beads
 * @property {boolean|null} [solved] every bead left keeps the game's value; null: not known
 *
 * @typedef {{move: string, position: string}} Ply
 *
 * @typedef {object} State
 * @property {"state"} type
 * @property {string} episode
 * @property {Seat} seat
 * @property {number} ply
 * @property {string} position
 * @property {string[]} legal
 * @property {Ply[]} played since the visitor's last decision
 * @property {Drawn} [drawn]
 * @property {string} [ticket]
 * @property {Outcome} [outcome]
 * @property {"board"|"resign"|"length"} [why]
 * @property {{reason: string, cells: string[], points?: number}} [end] why it ended, and the cells that show it
 *
 * @typedef {object} Change
 * @property {number} number
 * @property {string} box
 * @property {number} bead
 * @property {string} move
 * @property {number} before
 * @property {number} after
 *
 * @typedef {object} Learned
 * @property {"learned"} type
 * @property {string} episode
 * @property {number} seq
 * @property {string} [lesson] its code; missing at a copy of one's own
 * @property {number} era
 * @property {Outcome} outcome
 * @property {string} reason
 * @property {Change[]} changes
 *
 * @typedef {object} Dry
 * @property {"dry"} type
 * @property {string} machine
 * @property {number} seq
 * @property {string} box
 * @property {string} since
 * @property {string|null} new_era_at null: not while the machine is frozen
 * @property {string} message
 *
 * @typedef {object} Failure
 * @property {"error"} type
 * @property {string} code
 * @property {string} message
 * @property {number|null} [retry_after_s]
 *
 * @typedef {Hello|State|Learned|Dry|Failure} PlayFrame
 *
 * @typedef {object} FeedRow
 * @property {number} seq
 * @property {string} kind "episode", or the act
 * @property {number} era
 * @property {Outcome|null} outcome
 * @property {string|null} [reason]
 * @property {string} time
 * @property {[number, number, number, number][]} changes number, bead, before, after
 * @property {boolean} [itself] it played itself: no visitor won or lost
 *
 * @typedef {object} Feed
 * @property {"feed"} type
 * @property {number} seq
 * @property {number} era
 * @property {number} episodes
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} beads
 * @property {number} playing
 * @property {number} watching
 * @property {number} [from]
 * @property {number} [to]
 * @property {string} [outcomes]
 * @property {[number, number, number][]} [counts] number, bead, count
 * @property {FeedRow[]} [rows]
 * @property {{table: string, ply: number, position: string, drawn?: string}[]} [tables]
 * @property {Dry|null} [dry]
 * @property {boolean} frozen
 *
 * @typedef {Hello|Feed} WatchFrame
 *
 * @typedef {object} HouseMachine a machine in the hall's feed
 * @property {string} name
 * @property {number} seq
 * @property {number} era
 * @property {number} episodes
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} beads
 * @property {number} playing
 * @property {number} watching
 * @property {boolean} dry
 * @property {boolean} frozen
 * @property {boolean} finished nobody can beat it
 *
 * @typedef {{type: "hello"|"house", machines: HouseMachine[]}} HouseFrame
 *
 * @typedef {object} MachineFacts what only REST tells
 * @property {string} title
 * @property {string} maker
 * @property {string} story
 * @property {string} colour
 * @property {string} game
 * @property {"first"|"second"|"either"} seat
 * @property {string} rule
 * @property {string} convention
 * @property {DrawRule} [drawing] how a bead is drawn from counts
 * @property {number} boxes
 *
 * @typedef {Omit<HouseMachine, "dry"|"finished"> & MachineFacts & {dry: unknown, finished: {seq: number, since: string, episodes: number, games_left: number|null}|null}} Machine
 *
 * @typedef {{win: number, draw: number, loss: number}} Chances of the machine
 * @typedef {{side: Seat, random: Chances, optimal: Chances, best_response: Chances, unbeatable: boolean}} Side
 * @typedef {{now: number, one_in: number|null, table: {name: string, from_one_in: number}[]}} Prizes what beats a machine that pays prizes
 * @typedef {{seq: number, evaluated: boolean, sides: Side[], prizes: Prizes|null, before?: {seq: number, sides: Side[]}|null}} Strength
 *
 * @typedef {object} Graduate a life of the machine that nobody could beat in the end
 * @property {number} seq the log row from which on that was so
 * @property {string} time
 * @property {number} era
 * @property {number} to_seq
 * @property {number} episodes games of the era until then
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {number} episodes_after
 *
 * @typedef {{game: number, seat: Seat, result: Outcome, resigned: boolean, moves: string[], positions: string[]}} PracticeGame
 *
 * @typedef {object} Practice what a throw-away copy of a machine played and learned
 * @property {number} seq the machine's log row whose beads it began with
 * @property {"random"|"optimal"|"twin"} against
 * @property {"now"|"start"} from
 * @property {number} games
 * @property {string} results a letter a game: w, d or l
 * @property {number[]} boxes after each game, that it had; the first figure is from before them
 * @property {number[]} beads in all of them
 * @property {{number: number, box: string, moves: string[], counts: number[][]}|null} first_box
 * @property {boolean} evaluated
 * @property {{games: number, sides: Side[]}[]} strength
 * @property {number|null} unbeatable_after games; null: not in this run, or it cannot be told
 * @property {number|null} dry_after games
 * @property {number|null} twin_dry_after games
 * @property {PracticeGame[]} shown
 *
 * @typedef {{move: string, orbit: string[], beads: number, odds?: number, keeps?: boolean|null, compartments?: [number, number]}} BoxMove
 *
 * @typedef {object} Box
 * @property {number} number
 * @property {string} box its position, the right way up
 * @property {number} turn the machine's turn in which it can be met
 * @property {number} beads
 * @property {BoxMove[]} moves
 * @property {boolean|null} [solved]
 * @property {Outcome|null} [value] what the position is worth to the machine; null: not known
 *
 * @typedef {{machine: string, seq: number, era: number, boxes: Box[]}} Boxes
 *
 * @typedef {object} Curve
 * @property {number} seq
 * @property {number} era
 * @property {number} from the first row of this era that can be a lesson
 * @property {[number, number][]} staircase
 *
 * @typedef {{ply: number, by: "machine"|"visitor", move: string, position: string}} ReplayedPly
 *
 * @typedef {{ply: number, by: "machine"|"twin", move: string, drawn: Drawn|null, position: string}} ShowPly
 *
 * @typedef {object} ShowGame a game played for show, which teaches nobody
 * @property {string} machine
 * @property {string} title
 * @property {string} maker
 * @property {string} story
 * @property {string} colour
 * @property {string} game
 * @property {Layout} board
 * @property {number} seq
 * @property {Seat} seat
 * @property {{machine: string, title: string}|null} twin who plays the other side; null: nobody, its moves are drawn evenly
 * @property {ShowPly[]} plies
 * @property {Outcome} outcome
 * @property {{reason: string, cells: string[], points?: number}} end
 *
 * @typedef {object} Episode
 * @property {number} seq
 * @property {number} era
 * @property {string} visit
 * @property {string} time
 * @property {Outcome} outcome
 * @property {ReplayedPly[]} [replay] in the answer for one episode
 * @property {string} opponent "visitor", or "itself"
 * @property {string} reason
 * @property {Change[]} changes
 * @property {{number: number, bead: number, move: string, ply: number}[]} trace
 * @property {{reason: string, cells: string[]}} [end] in the answer for one episode
 */

/**
 * @typedef {Change & {still: number|null, drawn_since: number}} LessonChange what became of it up to now
 */

/**
 * @typedef {object} Lesson
 * @property {string} lesson its code
 * @property {string} machine
 * @property {number} number
 * @property {number} lessons
 * @property {string|null} previous
 * @property {string|null} next
 * @property {{kind: "reset"|"rewind"|"unteach", why: string, time: string}|null} taken_back
 * @property {{number: number, box: string, moves: {move: string, orbit: string[], before: number, after: number, now: number}[]}[]} boxes
 * @property {LessonChange[]} changes
 * @property {Episode} episode
 */

/**
 * @typedef {object} Givers
 * @property {number} beads
 * @property {{seq: number, lesson: string, time: string, before: number, after: number, still: number}[]} lessons
 * @property {string|null} next
 */

/**
 * All words: every page's, and those that one page brings.
 * @typedef {typeof import("./messages/en.js").default & {
 *   hall: typeof import("./messages/hall/en.js").default,
 *   answers: typeof import("./messages/answers/en.js").default,
 *   books: typeof import("./messages/books/en.js").default,
 *   lab: typeof import("./messages/lab/en.js").default,
 *   people: typeof import("./messages/people/en.js").default,
 *   pair: typeof import("./messages/pair/en.js").default,
 *   sealed: typeof import("./messages/sealed/en.js").default,
 *   taught: typeof import("./messages/taught/en.js").default,
 *   chess: typeof import("./messages/chess/en.js").default,
 *   film: typeof import("./messages/film/en.js").default,
 *   story: typeof import("./messages/story/en.js").default,
 *   visitors: typeof import("./messages/visitors/en.js").default,
 *   projector: typeof import("./messages/projector/en.js").default,
 * }} Messages
 */

export {};
