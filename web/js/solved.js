/** What the solver found, as `menagerie solve` tells it again: tests hold both against it. */

/** Who wins if nobody makes a mistake, by game. @type {Record<string, "first"|"second"|"nobody">} */
export const WINS = {
  "noughts-and-crosses": "nobody",
  hexapawn: "second",
  octapawn: "first",
  "extendapawn-4": "first",
  "nim-3x3": "first",
  "nim-3x3-misere": "first",
  "mini-checkers": "nobody",
  "mini-checkers-russian": "nobody",
  "checkers-5x5": "first",
  "go-2x2": "first",
  "go-3x3": "first",
};

/**
 * Caswell's game, the shortest win against the longest defence: each move, and the board that it leads to.
 * @type {[string, string][]}
 */
export const LINE = [
  ["", "b.b.b/...../...../...../w.w.w b"],
  ["c5-b4", "b...b/.b.../...../...../w.w.w w"],
  ["a1-b2", "b...b/.b.../...../.w.../..w.w b"],
  ["b4-c3", "b...b/...../..b../.w.../..w.w w"],
  ["b2xd4", "b...b/...w./...../...../..w.w b"],
  ["e5xc3", "b..../...../..b../...../..w.w w"],
  ["c1-d2", "b..../...../..b../...w./....w b"],
  ["c3-b2", "b..../...../...../.b.w./....w w"],
  ["d2-c3", "b..../...../..w../.b.../....w b"],
  ["b2-c1", "b..../...../..w../...../..B.w w"],
  ["c3-d4", "b..../...w./...../...../..B.w b"],
  ["a5-b4", "...../.b.w./...../...../..B.w w"],
  ["d4-c5", "..W../.b.../...../...../..B.w b"],
  ["b4-c3", "..W../...../..b../...../..B.w w"],
  ["c5-d4", "...../...W./..b../...../..B.w b"],
  ["c1-b2", "...../...W./..b../.B.../....w w"],
  ["d4-e3", "...../...../..b.W/.B.../....w b"],
  ["b2-a3", "...../...../B.b.W/...../....w w"],
  ["e3-d2", "...../...../B.b../...W./....w b"],
  ["a3-b4", "...../.B.../..b../...W./....w w"],
  ["d2-c1", "...../.B.../..b../...../..W.w b"],
  ["b4-c5", "..B../...../..b../...../..W.w w"],
  ["c1-d2", "..B../...../..b../...W./....w b"],
  ["c3-b2", "..B../...../...../.b.W./....w w"],
  ["d2-c1", "..B../...../...../.b.../..W.w b"],
  ["c5-d4", "...../...B./...../.b.../..W.w w"],
  ["c1xa3", "...../...B./W..../...../....w b"],
  ["d4-c3", "...../...../W.B../...../....w w"],
  ["e1-d2", "...../...../W.B../...w./..... b"],
  ["c3xe1", "...../...../W..../...../....B w"],
  ["a3-b2", "...../...../...../.W.../....B b"],
  ["e1-d2", "...../...../...../.W.B./..... w"],
  ["b2-a1", "...../...../...../...B./W.... b"],
  ["d2-c1", "...../...../...../...../W.B.. w"],
  ["a1-b2", "...../...../...../.W.../..B.. b"],
  ["c1xa3", "...../...../B..../...../..... w"],
];
