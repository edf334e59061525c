-- The small house of schema-4.sql after its upgrade to schema 5: its NIMBLE's rule has the name that its numbers have now.
-- `sqlite3 menagerie.db <schema-5.sql` makes it.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE machine (
  machine    INTEGER PRIMARY KEY,   -- its number, from 1
  name       TEXT NOT NULL UNIQUE,  -- its name in commands and addresses, such as menace
  title      TEXT NOT NULL,         -- its name for people
  maker      TEXT NOT NULL,         -- who made it first, where and when
  story      TEXT NOT NULL,         -- one sentence about it
  colour     TEXT NOT NULL,         -- of its labels, as #rrggbb
  game       TEXT NOT NULL,         -- the game that it plays
  seat       TEXT NOT NULL,         -- first, second or either: the side that it plays
  rule       TEXT NOT NULL,         -- its learning rule
  convention TEXT NOT NULL,         -- how positions are merged into boxes: canonical, raw, gardner-24
  created_ms INTEGER NOT NULL       -- when it was put up
) STRICT;
INSERT INTO machine VALUES(1,'her','HER','Martin Gardner, 1962','Hexapawn in 24 boxes. Taught one game at a time, she loses nineteen at most, then never again.','#1e5b5a','hexapawn','second','gardner-her','gardner-24',1795293743715);
INSERT INTO machine VALUES(2,'nimble','NIMBLE','Hight, for Nim with three piles of three','18 boxes know all of a game of three piles; you say who starts.','#4f6b3a','nim-3x3','either','nimble-two-beads','canonical',1795293743722);
INSERT INTO machine VALUES(3,'go-2x2','Go on 2 x 2','The smallest Go','Four points and the whole rule book. It makes a box whenever it meets a new board.','#3d3d3a','go-2x2','second','michie-1961','canonical',1795293744145);
CREATE TABLE box (
  machine INTEGER NOT NULL REFERENCES machine,  -- whose box
  number  INTEGER NOT NULL,                     -- on its label
  box     TEXT NOT NULL,                        -- the position on its label, as text
  turn    INTEGER NOT NULL,                     -- the machine's earliest move in which it can be met
  PRIMARY KEY (machine, number)
) STRICT, WITHOUT ROWID;
INSERT INTO box VALUES(1,1,'bbb/.w./w.w b',1);
INSERT INTO box VALUES(1,2,'bbb/w../.ww b',1);
INSERT INTO box VALUES(1,3,'.bb/.bw/w.. b',2);
INSERT INTO box VALUES(1,4,'.bb/.w./..w b',2);
INSERT INTO box VALUES(1,5,'.bb/.w./w.. b',2);
INSERT INTO box VALUES(1,6,'.bb/bww/w.. b',2);
INSERT INTO box VALUES(1,7,'.bb/wb./..w b',2);
INSERT INTO box VALUES(1,8,'b.b/b.w/.w. b',2);
INSERT INTO box VALUES(1,9,'b.b/bw./..w b',2);
INSERT INTO box VALUES(1,10,'b.b/w../..w b',2);
INSERT INTO box VALUES(1,11,'b.b/ww./.w. b',2);
INSERT INTO box VALUES(1,12,'bb./w.w/..w b',2);
INSERT INTO box VALUES(1,13,'bb./wwb/..w b',2);
INSERT INTO box VALUES(1,14,'..b/.wb/... b',3);
INSERT INTO box VALUES(1,15,'..b/bbw/... b',3);
INSERT INTO box VALUES(1,16,'..b/bw./... b',3);
INSERT INTO box VALUES(1,17,'..b/wbb/... b',3);
INSERT INTO box VALUES(1,18,'.b./.bw/... b',3);
INSERT INTO box VALUES(1,19,'.b./bww/... b',3);
INSERT INTO box VALUES(1,20,'.b./wb./... b',3);
INSERT INTO box VALUES(1,21,'.b./wwb/... b',3);
INSERT INTO box VALUES(1,22,'b../bbw/... b',3);
INSERT INTO box VALUES(1,23,'b../bw./... b',3);
INSERT INTO box VALUES(1,24,'b../www/... b',3);
INSERT INTO box VALUES(2,1,'330',1);
INSERT INTO box VALUES(2,2,'331',1);
INSERT INTO box VALUES(2,3,'332',1);
INSERT INTO box VALUES(2,4,'333',1);
INSERT INTO box VALUES(2,5,'110',2);
INSERT INTO box VALUES(2,6,'111',2);
INSERT INTO box VALUES(2,7,'200',2);
INSERT INTO box VALUES(2,8,'210',2);
INSERT INTO box VALUES(2,9,'211',2);
INSERT INTO box VALUES(2,10,'220',2);
INSERT INTO box VALUES(2,11,'221',2);
INSERT INTO box VALUES(2,12,'222',2);
INSERT INTO box VALUES(2,13,'300',2);
INSERT INTO box VALUES(2,14,'310',2);
INSERT INTO box VALUES(2,15,'311',2);
INSERT INTO box VALUES(2,16,'320',2);
INSERT INTO box VALUES(2,17,'321',2);
INSERT INTO box VALUES(2,18,'322',2);
INSERT INTO box VALUES(3,1,'../.. w',1);
INSERT INTO box VALUES(3,2,'wb/.. w',2);
INSERT INTO box VALUES(3,3,'b./.b w',3);
INSERT INTO box VALUES(3,4,'w./.w w',3);
INSERT INTO box VALUES(3,5,'ww/w. w',4);
INSERT INTO box VALUES(3,6,'b./.. w',1);
INSERT INTO box VALUES(3,7,'wb/.b w',2);
INSERT INTO box VALUES(3,8,'bb/b. w',3);
INSERT INTO box VALUES(3,9,'ww/b. w',3);
INSERT INTO box VALUES(3,10,'w./.. w',2);
INSERT INTO box VALUES(3,11,'bb/.. w',2);
INSERT INTO box VALUES(3,12,'ww/.. w',4);
CREATE TABLE bead (
  machine INTEGER NOT NULL,  -- whose bead
  number  INTEGER NOT NULL,  -- of its box
  bead    INTEGER NOT NULL,  -- which of the box's beads, from 0
  move    TEXT NOT NULL,     -- its name: the first move of its orbit
  orbit   TEXT NOT NULL, start INTEGER,     -- every move that it stands for, with spaces between
  PRIMARY KEY (machine, number, bead),
  FOREIGN KEY (machine, number) REFERENCES box
) STRICT, WITHOUT ROWID;
INSERT INTO bead VALUES(1,1,0,'a3-a2','a3-a2',NULL);
INSERT INTO bead VALUES(1,1,1,'a3xb2','a3xb2',NULL);
INSERT INTO bead VALUES(1,2,0,'b3-b2','b3-b2',NULL);
INSERT INTO bead VALUES(1,2,1,'c3-c2','c3-c2',NULL);
INSERT INTO bead VALUES(1,2,2,'b3xa2','b3xa2',NULL);
INSERT INTO bead VALUES(1,3,0,'b2-b1','b2-b1',NULL);
INSERT INTO bead VALUES(1,3,1,'b2xa1','b2xa1',NULL);
INSERT INTO bead VALUES(1,3,2,'b3xc2','b3xc2',NULL);
INSERT INTO bead VALUES(1,4,0,'c3-c2','c3-c2',NULL);
INSERT INTO bead VALUES(1,4,1,'c3xb2','c3xb2',NULL);
INSERT INTO bead VALUES(1,5,0,'c3-c2','c3-c2',NULL);
INSERT INTO bead VALUES(1,5,1,'c3xb2','c3xb2',NULL);
INSERT INTO bead VALUES(1,6,0,'b3xc2','b3xc2',NULL);
INSERT INTO bead VALUES(1,6,1,'c3xb2','c3xb2',NULL);
INSERT INTO bead VALUES(1,7,0,'b2-b1','b2-b1',NULL);
INSERT INTO bead VALUES(1,7,1,'c3-c2','c3-c2',NULL);
INSERT INTO bead VALUES(1,7,2,'b2xc1','b2xc1',NULL);
INSERT INTO bead VALUES(1,7,3,'b3xa2','b3xa2',NULL);
INSERT INTO bead VALUES(1,8,0,'a2-a1','a2-a1',NULL);
INSERT INTO bead VALUES(1,8,1,'a2xb1','a2xb1',NULL);
INSERT INTO bead VALUES(1,9,0,'a2-a1','a2-a1',NULL);
INSERT INTO bead VALUES(1,9,1,'c3-c2','c3-c2',NULL);
INSERT INTO bead VALUES(1,9,2,'a3xb2','a3xb2',NULL);
INSERT INTO bead VALUES(1,9,3,'c3xb2','c3xb2',NULL);
INSERT INTO bead VALUES(1,10,0,'c3-c2','c3-c2',NULL);
INSERT INTO bead VALUES(1,11,0,'c3-c2','c3-c2',NULL);
INSERT INTO bead VALUES(1,11,1,'a3xb2','a3xb2',NULL);
INSERT INTO bead VALUES(1,11,2,'c3xb2','c3xb2',NULL);
INSERT INTO bead VALUES(1,12,0,'b3-b2','b3-b2',NULL);
INSERT INTO bead VALUES(1,12,1,'b3xa2','b3xa2',NULL);
INSERT INTO bead VALUES(1,12,2,'b3xc2','b3xc2',NULL);
INSERT INTO bead VALUES(1,13,0,'a3xb2','a3xb2',NULL);
INSERT INTO bead VALUES(1,13,1,'b3xa2','b3xa2',NULL);
INSERT INTO bead VALUES(1,14,0,'c2-c1','c2-c1',NULL);
INSERT INTO bead VALUES(1,14,1,'c3xb2','c3xb2',NULL);
INSERT INTO bead VALUES(1,15,0,'a2-a1','a2-a1',NULL);
INSERT INTO bead VALUES(1,15,1,'b2-b1','b2-b1',NULL);
INSERT INTO bead VALUES(1,16,0,'a2-a1','a2-a1',NULL);
INSERT INTO bead VALUES(1,16,1,'c3-c2','c3-c2',NULL);
INSERT INTO bead VALUES(1,16,2,'c3xb2','c3xb2',NULL);
INSERT INTO bead VALUES(1,17,0,'b2-b1','b2-b1',NULL);
INSERT INTO bead VALUES(1,17,1,'c2-c1','c2-c1',NULL);
INSERT INTO bead VALUES(1,18,0,'b2-b1','b2-b1',NULL);
INSERT INTO bead VALUES(1,18,1,'b3xc2','b3xc2',NULL);
INSERT INTO bead VALUES(1,19,0,'a2-a1','a2-a1',NULL);
INSERT INTO bead VALUES(1,19,1,'b3xc2','b3xc2',NULL);
INSERT INTO bead VALUES(1,20,0,'b2-b1','b2-b1',NULL);
INSERT INTO bead VALUES(1,20,1,'b3xa2','b3xa2',NULL);
INSERT INTO bead VALUES(1,21,0,'c2-c1','c2-c1',NULL);
INSERT INTO bead VALUES(1,21,1,'b3xa2','b3xa2',NULL);
INSERT INTO bead VALUES(1,22,0,'a2-a1','a2-a1',NULL);
INSERT INTO bead VALUES(1,22,1,'b2-b1','b2-b1',NULL);
INSERT INTO bead VALUES(1,23,0,'a2-a1','a2-a1',NULL);
INSERT INTO bead VALUES(1,23,1,'a3xb2','a3xb2',NULL);
INSERT INTO bead VALUES(1,24,0,'a3xb2','a3xb2',NULL);
INSERT INTO bead VALUES(2,1,0,'a:1','a:1 b:1',NULL);
INSERT INTO bead VALUES(2,1,1,'a:2','a:2 b:2',NULL);
INSERT INTO bead VALUES(2,1,2,'a:3','a:3 b:3',NULL);
INSERT INTO bead VALUES(2,2,0,'a:1','a:1 b:1',NULL);
INSERT INTO bead VALUES(2,2,1,'c:1','c:1',NULL);
INSERT INTO bead VALUES(2,2,2,'a:2','a:2 b:2',NULL);
INSERT INTO bead VALUES(2,2,3,'a:3','a:3 b:3',NULL);
INSERT INTO bead VALUES(2,3,0,'a:1','a:1 b:1',NULL);
INSERT INTO bead VALUES(2,3,1,'c:1','c:1',NULL);
INSERT INTO bead VALUES(2,3,2,'a:2','a:2 b:2',NULL);
INSERT INTO bead VALUES(2,3,3,'c:2','c:2',NULL);
INSERT INTO bead VALUES(2,3,4,'a:3','a:3 b:3',NULL);
INSERT INTO bead VALUES(2,4,0,'a:1','a:1 b:1 c:1',NULL);
INSERT INTO bead VALUES(2,4,1,'a:2','a:2 b:2 c:2',NULL);
INSERT INTO bead VALUES(2,4,2,'a:3','a:3 b:3 c:3',NULL);
INSERT INTO bead VALUES(2,5,0,'a:1','a:1 b:1',NULL);
INSERT INTO bead VALUES(2,6,0,'a:1','a:1 b:1 c:1',NULL);
INSERT INTO bead VALUES(2,7,0,'a:1','a:1',NULL);
INSERT INTO bead VALUES(2,7,1,'a:2','a:2',NULL);
INSERT INTO bead VALUES(2,8,0,'a:1','a:1',NULL);
INSERT INTO bead VALUES(2,8,1,'b:1','b:1',NULL);
INSERT INTO bead VALUES(2,8,2,'a:2','a:2',NULL);
INSERT INTO bead VALUES(2,9,0,'a:1','a:1',NULL);
INSERT INTO bead VALUES(2,9,1,'b:1','b:1 c:1',NULL);
INSERT INTO bead VALUES(2,9,2,'a:2','a:2',NULL);
INSERT INTO bead VALUES(2,10,0,'a:1','a:1 b:1',NULL);
INSERT INTO bead VALUES(2,10,1,'a:2','a:2 b:2',NULL);
INSERT INTO bead VALUES(2,11,0,'a:1','a:1 b:1',NULL);
INSERT INTO bead VALUES(2,11,1,'c:1','c:1',NULL);
INSERT INTO bead VALUES(2,11,2,'a:2','a:2 b:2',NULL);
INSERT INTO bead VALUES(2,12,0,'a:1','a:1 b:1 c:1',NULL);
INSERT INTO bead VALUES(2,12,1,'a:2','a:2 b:2 c:2',NULL);
INSERT INTO bead VALUES(2,13,0,'a:1','a:1',NULL);
INSERT INTO bead VALUES(2,13,1,'a:2','a:2',NULL);
INSERT INTO bead VALUES(2,13,2,'a:3','a:3',NULL);
INSERT INTO bead VALUES(2,14,0,'a:1','a:1',NULL);
INSERT INTO bead VALUES(2,14,1,'b:1','b:1',NULL);
INSERT INTO bead VALUES(2,14,2,'a:2','a:2',NULL);
INSERT INTO bead VALUES(2,14,3,'a:3','a:3',NULL);
INSERT INTO bead VALUES(2,15,0,'a:1','a:1',NULL);
INSERT INTO bead VALUES(2,15,1,'b:1','b:1 c:1',NULL);
INSERT INTO bead VALUES(2,15,2,'a:2','a:2',NULL);
INSERT INTO bead VALUES(2,15,3,'a:3','a:3',NULL);
INSERT INTO bead VALUES(2,16,0,'a:1','a:1',NULL);
INSERT INTO bead VALUES(2,16,1,'b:1','b:1',NULL);
INSERT INTO bead VALUES(2,16,2,'a:2','a:2',NULL);
INSERT INTO bead VALUES(2,16,3,'b:2','b:2',NULL);
INSERT INTO bead VALUES(2,16,4,'a:3','a:3',NULL);
INSERT INTO bead VALUES(2,17,0,'a:1','a:1',NULL);
INSERT INTO bead VALUES(2,17,1,'b:1','b:1',NULL);
INSERT INTO bead VALUES(2,17,2,'c:1','c:1',NULL);
INSERT INTO bead VALUES(2,17,3,'a:2','a:2',NULL);
INSERT INTO bead VALUES(2,17,4,'b:2','b:2',NULL);
INSERT INTO bead VALUES(2,17,5,'a:3','a:3',NULL);
INSERT INTO bead VALUES(2,18,0,'a:1','a:1',NULL);
INSERT INTO bead VALUES(2,18,1,'b:1','b:1 c:1',NULL);
INSERT INTO bead VALUES(2,18,2,'a:2','a:2',NULL);
INSERT INTO bead VALUES(2,18,3,'b:2','b:2 c:2',NULL);
INSERT INTO bead VALUES(2,18,4,'a:3','a:3',NULL);
INSERT INTO bead VALUES(3,1,0,'a1','a1 b1 a2 b2',4);
INSERT INTO bead VALUES(3,1,1,'pass','pass',4);
INSERT INTO bead VALUES(3,2,0,'a1','a1',3);
INSERT INTO bead VALUES(3,2,1,'b1','b1',3);
INSERT INTO bead VALUES(3,2,2,'pass','pass',3);
INSERT INTO bead VALUES(3,3,0,'pass','pass',2);
INSERT INTO bead VALUES(3,4,0,'a1','a1 b2',2);
INSERT INTO bead VALUES(3,4,1,'pass','pass',2);
INSERT INTO bead VALUES(3,5,0,'pass','pass',1);
INSERT INTO bead VALUES(3,6,0,'a1','a1 b2',4);
INSERT INTO bead VALUES(3,6,1,'b1','b1',4);
INSERT INTO bead VALUES(3,6,2,'pass','pass',4);
INSERT INTO bead VALUES(3,7,0,'a1','a1',3);
INSERT INTO bead VALUES(3,7,1,'pass','pass',3);
INSERT INTO bead VALUES(3,8,0,'b1','b1',2);
INSERT INTO bead VALUES(3,8,1,'pass','pass',2);
INSERT INTO bead VALUES(3,9,0,'b1','b1',2);
INSERT INTO bead VALUES(3,9,1,'pass','pass',2);
INSERT INTO bead VALUES(3,10,0,'a1','a1 b2',3);
INSERT INTO bead VALUES(3,10,1,'b1','b1',3);
INSERT INTO bead VALUES(3,10,2,'pass','pass',3);
INSERT INTO bead VALUES(3,11,0,'a1','a1 b1',3);
INSERT INTO bead VALUES(3,11,1,'pass','pass',3);
INSERT INTO bead VALUES(3,12,0,'a1','a1 b1',1);
INSERT INTO bead VALUES(3,12,1,'pass','pass',1);
CREATE TABLE beads (
  machine      INTEGER NOT NULL REFERENCES machine,  -- whose beads
  seq          INTEGER NOT NULL,                     -- after which row
  era          INTEGER NOT NULL,                     -- of that row
  era_seq      INTEGER NOT NULL,                     -- the act that began that era
  time_ms      INTEGER NOT NULL,                     -- of that row
  episodes     INTEGER NOT NULL,                     -- learned so far, in all eras
  wins         INTEGER NOT NULL,                     -- of these the machine won
  draws        INTEGER NOT NULL,                     -- were drawn
  losses       INTEGER NOT NULL,                     -- the machine lost
  era_episodes INTEGER NOT NULL,                     -- learned so far in this era
  era_wins     INTEGER NOT NULL,                     -- of these the machine won
  era_draws    INTEGER NOT NULL,                     -- were drawn
  era_losses   INTEGER NOT NULL,                     -- the machine lost
  counts       TEXT NOT NULL, dry_seq INTEGER, dry_ms INTEGER, frozen INTEGER NOT NULL DEFAULT 0,                        -- a JSON array, box by box, of arrays, bead by bead
  PRIMARY KEY (machine, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO beads VALUES(1,1,1,1,1795293743715,0,0,0,0,0,0,0,0,'[[1,1],[1,1,1],[1,1,1],[1,1],[1,1],[1,1],[1,1,1,1],[1,1],[1,1,1,1],[1],[1,1,1],[1,1,1],[1,1],[1,1],[1,1],[1,1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1]]',NULL,NULL,0);
INSERT INTO beads VALUES(2,1,1,1,1795293743722,0,0,0,0,0,0,0,0,'[[2,2,2],[2,2,2,2],[2,2,2,2,2],[2,2,2],[2],[2],[2,2],[2,2,2],[2,2,2],[2,2],[2,2,2],[2,2],[2,2,2],[2,2,2,2],[2,2,2,2],[2,2,2,2,2],[2,2,2,2,2,2],[2,2,2,2,2]]',NULL,NULL,0);
INSERT INTO beads VALUES(3,1,1,1,1795293744145,0,0,0,0,0,0,0,0,'[]',NULL,NULL,0);
INSERT INTO beads VALUES(3,3,1,1,1795293744798,2,1,0,1,2,1,0,1,'[[6,4],[3,6,2],[1],[5,2],[4]]',NULL,NULL,0);
INSERT INTO beads VALUES(3,9,1,1,1795293744821,8,4,0,4,8,4,0,4,'[[11,4],[5,6,2],[1],[8,5],[7],[4,3,6],[3,2],[5,1],[2,5],[3,9,3],[6,1]]',NULL,NULL,0);
INSERT INTO beads VALUES(3,13,1,1,1795293744837,12,6,1,5,12,6,1,5,'[[13,4],[8,6,3],[1],[8,5],[10],[4,3,10],[6,1],[5,1],[2,6],[1,9,3],[8,1],[4,1]]',NULL,NULL,0);
CREATE TABLE IF NOT EXISTS "log" (
  row        INTEGER PRIMARY KEY,  -- machine * 2^40 + seq
  machine    INTEGER NOT NULL GENERATED ALWAYS AS (row >> 40) VIRTUAL,           -- whose log
  seq        INTEGER NOT NULL GENERATED ALWAYS AS (row & 1099511627775) VIRTUAL, -- number of the row in that log, from 1
  kind       TEXT NOT NULL,        -- episode, or the act: start, fork, reset, rewind, unteach, freeze, thaw, topup
  era        INTEGER NOT NULL,     -- the machine's life that the row belongs to, from 1
  time_ms    INTEGER NOT NULL,     -- when it was learned
  changes    TEXT NOT NULL,        -- bead changes, a JSON array of [box number, bead, count before, count after]
  id         BLOB,                 -- episodes: their id, 16 bytes, time-ordered (UUIDv7); none twice
  visit      BLOB,                 -- episodes: the visit that played, 16 bytes, random
  started_ms INTEGER,              -- episodes: when play began
  seat       TEXT,                 -- episodes: the side that the machine played, first or second
  opponent   TEXT,                 -- episodes: who played the other side, visitor or itself
  moves      TEXT,                 -- episodes: the moves with spaces between
  trace      TEXT,                 -- episodes: the beads drawn, a JSON array of [box number, bead, ply]
  outcome    TEXT,                 -- episodes: first_wins, draw or second_wins
  reason     TEXT,                 -- episodes: the machine's result: win, draw, loss, or resign (a loss at an empty box)
  detail     TEXT                  -- acts: what it was about, a JSON object
, clock_back INTEGER) STRICT;
INSERT INTO log VALUES(1099511627777,'start',1,1795293743715,'[[1,0,0,1],[1,1,0,1],[2,0,0,1],[2,1,0,1],[2,2,0,1],[3,0,0,1],[3,1,0,1],[3,2,0,1],[4,0,0,1],[4,1,0,1],[5,0,0,1],[5,1,0,1],[6,0,0,1],[6,1,0,1],[7,0,0,1],[7,1,0,1],[7,2,0,1],[7,3,0,1],[8,0,0,1],[8,1,0,1],[9,0,0,1],[9,1,0,1],[9,2,0,1],[9,3,0,1],[10,0,0,1],[11,0,0,1],[11,1,0,1],[11,2,0,1],[12,0,0,1],[12,1,0,1],[12,2,0,1],[13,0,0,1],[13,1,0,1],[14,0,0,1],[14,1,0,1],[15,0,0,1],[15,1,0,1],[16,0,0,1],[16,1,0,1],[16,2,0,1],[17,0,0,1],[17,1,0,1],[18,0,0,1],[18,1,0,1],[19,0,0,1],[19,1,0,1],[20,0,0,1],[20,1,0,1],[21,0,0,1],[21,1,0,1],[22,0,0,1],[22,1,0,1],[23,0,0,1],[23,1,0,1],[24,0,0,1]]',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"why":"put up"}',NULL);
INSERT INTO log VALUES(1099511627778,'episode',1,1795293744441,'[]',X'01a1ffd88d197000aae774e7b00a3800',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744409,'second','visitor','c1-c2 b3xc2 a1-a2 c2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627779,'episode',1,1795293744455,'[[2,0,1,0]]',X'01a1ffd88d457000bce44a03898c7fda',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744453,'second','visitor','a1-a2 b3-b2 c1-c2','[[2,0,1]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(1099511627780,'episode',1,1795293744458,'[]',X'01a1ffd88d487000929f3576052c3f36',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744456,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[2,2,1],[10,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627781,'episode',1,1795293744460,'[[2,1,1,0]]',X'01a1ffd88d4b7000947816963f461b16',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744459,'second','visitor','a1-a2 c3-c2 a2xb3','[[2,1,1]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(1099511627782,'episode',1,1795293744462,'[]',X'01a1ffd88d4d700098908d28b0f27102',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744461,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[2,2,1],[10,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627783,'episode',1,1795293744465,'[]',X'01a1ffd88d4f700089244b3ab2a702d1',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744463,'second','visitor','b1-b2 a3xb2 a1xb2 c3xb2 c1-c2 b2-b1','[[1,1,1],[4,1,3],[18,0,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627784,'episode',1,1795293744469,'[]',X'01a1ffd88d5470009ff31b89c021aafb',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744468,'second','visitor','c1-c2 b3xc2 b1-b2 c2-c1','[[2,2,1],[9,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627785,'episode',1,1795293744472,'[]',X'01a1ffd88d567000a3ce8b419dc17cc6',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744470,'second','visitor','a1-a2 b3xa2 c1-c2 a2-a1','[[2,2,1],[8,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627786,'episode',1,1795293744473,'[]',X'01a1ffd88d5970009f5c9c2fd7f98071',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744473,'second','visitor','c1-c2 b3xc2 a1-a2 c2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627787,'episode',1,1795293744476,'[]',X'01a1ffd88d5b7000885e3f2a97002aec',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744475,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[2,2,1],[10,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627788,'episode',1,1795293744478,'[[9,1,1,0]]',X'01a1ffd88d5d7000be289fde5aaa5382',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744477,'second','visitor','c1-c2 b3xc2 b1-b2 a3-a2 b2xc3','[[2,2,1],[9,1,3]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(1099511627789,'episode',1,1795293744480,'[[5,1,1,0]]',X'01a1ffd88d5e700097da54af4224d732',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744478,'second','visitor','b1-b2 a3xb2 c1xb2 c3xb2 a1xb2','[[1,1,1],[5,1,3]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(1099511627790,'episode',1,1795293744481,'[]',X'01a1ffd88d61700096928cfec40b5868',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744481,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627791,'episode',1,1795293744483,'[]',X'01a1ffd88d627000a237c9525955c3e6',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744482,'second','visitor','c1-c2 b3xc2 b1-b2 c3xb2 a1-a2 b2-b1','[[2,2,1],[9,2,3],[15,1,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627792,'episode',1,1795293744488,'[]',X'01a1ffd88d67700093428feba9c7cbf5',X'01a1ffd88c7d7000b857d3768436ddc6',1795293744487,'second','visitor','c1-c2 b3xc2 a1-a2 c2-c1','[[2,2,1],[8,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627793,'episode',1,1795293744496,'[[1,0,1,0]]',X'01a1ffd88d6f7000be141955d8b69821',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744495,'second','visitor','b1-b2 a3-a2 b2xc3','[[1,0,1]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(1099511627794,'episode',1,1795293744499,'[]',X'01a1ffd88d717000bd8d2e1fea65f8bf',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744497,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[2,2,1],[10,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627795,'episode',1,1795293744504,'[]',X'01a1ffd88d767000af12e8737dd69260',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744502,'second','visitor','b1-b2 a3xb2 a1-a2 b2xc1','[[1,1,1],[7,2,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627796,'episode',1,1795293744505,'[]',X'01a1ffd88d79700082555936600e67da',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744505,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627797,'episode',1,1795293744506,'[]',X'01a1ffd88d7a7000b660dffe638584d2',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744506,'second','visitor','a1-a2 b3xa2 b1-b2 a2-a1','[[2,2,1],[9,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627798,'episode',1,1795293744507,'[]',X'01a1ffd88d7b7000b404df356debe575',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744507,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627799,'episode',1,1795293744508,'[]',X'01a1ffd88d7c700083474bb9c4b5aa26',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744508,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627800,'episode',1,1795293744509,'[]',X'01a1ffd88d7d700099639753bcd6fc57',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744509,'second','visitor','c1-c2 b3xc2 b1-b2 c2-c1','[[2,2,1],[9,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627801,'episode',1,1795293744518,'[]',X'01a1ffd88d857000803157ecbdc602a0',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744517,'second','visitor','b1-b2 a3xb2 a1-a2 b3xa2 c1-c2 a2-a1','[[1,1,1],[7,3,3],[15,0,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627802,'episode',1,1795293744520,'[[16,1,1,0]]',X'01a1ffd88d877000abe23578ae6497e6',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744519,'second','visitor','b1-b2 a3xb2 a1-a2 b3xa2 c1xb2 c3-c2 b2-b3','[[1,1,1],[7,3,3],[16,1,5]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(1099511627803,'episode',1,1795293744521,'[]',X'01a1ffd88d887000983e7042ad0809f1',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744520,'second','visitor','a1-a2 b3xa2 b1-b2 a3xb2 c1-c2 a2-a1','[[2,2,1],[9,2,3],[15,0,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627804,'episode',1,1795293744522,'[]',X'01a1ffd88d8a70009c2b800c63d30b3f',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744522,'second','visitor','a1-a2 b3xa2 b1-b2 a2-a1','[[2,2,1],[9,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627805,'episode',1,1795293744523,'[]',X'01a1ffd88d8b7000bb761a4be41a6cf0',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744523,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1-c2 b2-b1','[[2,2,1],[9,3,3],[22,1,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627806,'episode',1,1795293744524,'[]',X'01a1ffd88d8c7000a10ca5ea95f26a1c',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744524,'second','visitor','b1-b2 a3xb2 c1-c2 b2-b1','[[1,1,1],[3,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627807,'episode',1,1795293744526,'[[4,1,1,0]]',X'01a1ffd88d8d7000a3d1a2aaf33b83fa',X'01a1ffd88d6e70008ca5865b1f501ce0',1795293744525,'second','visitor','b1-b2 a3xb2 a1xb2 c3xb2 c1xb2','[[1,1,1],[4,1,3]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(1099511627808,'episode',1,1795293744530,'[]',X'01a1ffd88d9170009ebb18e44e2e7250',X'01a1ffd88d9070009503510910a6e53d',1795293744529,'second','visitor','c1-c2 b3xc2 b1-b2 c2-c1','[[2,2,1],[9,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627809,'episode',1,1795293744531,'[]',X'01a1ffd88d92700087e863f2e55c7889',X'01a1ffd88d9070009503510910a6e53d',1795293744530,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[2,2,1],[10,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627810,'episode',1,1795293744532,'[]',X'01a1ffd88d947000ba233eb0d5ee15d9',X'01a1ffd88d9070009503510910a6e53d',1795293744532,'second','visitor','c1-c2 b3xc2 b1-b2 c3xb2 a1-a2 b2-b1','[[2,2,1],[9,2,3],[15,1,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627811,'episode',1,1795293744533,'[]',X'01a1ffd88d957000bcf2c555add55938',X'01a1ffd88d9070009503510910a6e53d',1795293744533,'second','visitor','b1-b2 a3xb2 a1xb2 c3-c2','[[1,1,1],[4,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627812,'episode',1,1795293744534,'[]',X'01a1ffd88d967000ac1eefb3a4f4447b',X'01a1ffd88d9070009503510910a6e53d',1795293744534,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[2,2,1],[10,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627813,'episode',1,1795293744535,'[]',X'01a1ffd88d977000bfcb0137885e080e',X'01a1ffd88d9070009503510910a6e53d',1795293744535,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627814,'episode',1,1795293744536,'[]',X'01a1ffd88d987000b0a4f513a76e5b89',X'01a1ffd88d9070009503510910a6e53d',1795293744536,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[2,2,1],[10,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627815,'episode',1,1795293744542,'[]',X'01a1ffd88d99700096a3ce740f7f2a12',X'01a1ffd88d9070009503510910a6e53d',1795293744537,'second','visitor','b1-b2 a3xb2 c1xb2 c3-c2 a1-a2 c2-c1','[[1,1,1],[5,0,3],[21,0,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627816,'episode',1,1795293744544,'[]',X'01a1ffd88d9f70009e42f317050a5f2a',X'01a1ffd88d9070009503510910a6e53d',1795293744543,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627817,'episode',1,1795293744547,'[]',X'01a1ffd88da17000b56a032dc0fc7bcd',X'01a1ffd88d9070009503510910a6e53d',1795293744545,'second','visitor','c1-c2 b3xc2 b1-b2 c3xb2 a1-a2 b2-b1','[[2,2,1],[9,2,3],[15,1,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627818,'episode',1,1795293744549,'[]',X'01a1ffd88da4700087147866d95f1181',X'01a1ffd88d9070009503510910a6e53d',1795293744548,'second','visitor','b1-b2 a3xb2 a1xb2 c3-c2','[[1,1,1],[4,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627819,'episode',1,1795293744551,'[]',X'01a1ffd88da67000babc60263e8e0f1e',X'01a1ffd88d9070009503510910a6e53d',1795293744550,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[2,2,1],[10,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627820,'episode',1,1795293744553,'[]',X'01a1ffd88da870009678a32293654f66',X'01a1ffd88d9070009503510910a6e53d',1795293744552,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1xb2 a2-a1','[[2,2,1],[9,3,3],[23,0,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627821,'episode',1,1795293744555,'[]',X'01a1ffd88daa700084410f8708da7a9f',X'01a1ffd88d9070009503510910a6e53d',1795293744554,'second','visitor','b1-b2 a3xb2 c1xb2 c3-c2 a1-a2 c2-c1','[[1,1,1],[5,0,3],[21,0,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(1099511627822,'episode',1,1795293744561,'[]',X'01a1ffd88dac700086cfe08633b2dc07',X'01a1ffd88d9070009503510910a6e53d',1795293744556,'second','visitor','b1-b2 a3xb2 a1xb2 c3-c2','[[1,1,1],[4,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(2199023255553,'start',1,1795293743722,'[[1,0,0,2],[1,1,0,2],[1,2,0,2],[2,0,0,2],[2,1,0,2],[2,2,0,2],[2,3,0,2],[3,0,0,2],[3,1,0,2],[3,2,0,2],[3,3,0,2],[3,4,0,2],[4,0,0,2],[4,1,0,2],[4,2,0,2],[5,0,0,2],[6,0,0,2],[7,0,0,2],[7,1,0,2],[8,0,0,2],[8,1,0,2],[8,2,0,2],[9,0,0,2],[9,1,0,2],[9,2,0,2],[10,0,0,2],[10,1,0,2],[11,0,0,2],[11,1,0,2],[11,2,0,2],[12,0,0,2],[12,1,0,2],[13,0,0,2],[13,1,0,2],[13,2,0,2],[14,0,0,2],[14,1,0,2],[14,2,0,2],[14,3,0,2],[15,0,0,2],[15,1,0,2],[15,2,0,2],[15,3,0,2],[16,0,0,2],[16,1,0,2],[16,2,0,2],[16,3,0,2],[16,4,0,2],[17,0,0,2],[17,1,0,2],[17,2,0,2],[17,3,0,2],[17,4,0,2],[17,5,0,2],[18,0,0,2],[18,1,0,2],[18,2,0,2],[18,3,0,2],[18,4,0,2]]',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"why":"put up"}',NULL);
INSERT INTO log VALUES(2199023255554,'episode',1,1795293744760,'[[4,0,2,3],[17,5,2,3],[7,1,2,3]]',X'01a1ffd88e777001a77d31d9f130b66d',X'01a1ffd88e777000aa08e9e1aaed7922',1795293744759,'first','visitor','c:1 a:2 b:3 a:1 c:2','[[4,0,0],[17,5,2],[7,1,4]]','first_wins','win',NULL,NULL);
INSERT INTO log VALUES(2199023255555,'episode',1,1795293744762,'[[13,1,2,1]]',X'01a1ffd88e7970009745c9af1e384dc2',X'01a1ffd88e777000aa08e9e1aaed7922',1795293744761,'second','visitor','b:2 a:3 b:1 c:2 c:1','[[2,3,1],[13,1,3]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(2199023255556,'episode',1,1795293744763,'[[4,0,3,4],[2,1,2,3],[16,2,2,3],[7,1,3,4]]',X'01a1ffd88e7b7000837c137c83e807c3',X'01a1ffd88e777000aa08e9e1aaed7922',1795293744763,'first','visitor','a:1 a:1 a:1 b:1 c:2 c:1 b:2','[[4,0,0],[2,1,2],[16,2,4],[7,1,6]]','first_wins','win',NULL,NULL);
INSERT INTO log VALUES(2199023255557,'episode',1,1795293744765,'[[5,0,2,1]]',X'01a1ffd88e7c70009011079271fe4e13',X'01a1ffd88e777000aa08e9e1aaed7922',1795293744764,'second','visitor','c:1 b:2 a:2 c:1 c:1 a:1 b:1','[[3,2,1],[9,0,3],[5,0,5]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(2199023255558,'episode',1,1795293744766,'[[16,3,2,1]]',X'01a1ffd88e7e7000a16c902c1d9486db',X'01a1ffd88e777000aa08e9e1aaed7922',1795293744766,'first','visitor','c:1 a:3 c:2 b:3','[[4,0,0],[16,3,2]]','second_wins','loss',NULL,NULL);
INSERT INTO log VALUES(2199023255559,'episode',1,1795293744768,'[[13,0,2,1]]',X'01a1ffd88e7f7000b5c3f059b9acfcdd',X'01a1ffd88e777000aa08e9e1aaed7922',1795293744767,'second','visitor','c:3 b:1 b:2 a:1 a:2','[[1,0,1],[13,0,3]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(2199023255560,'episode',1,1795293744771,'[[7,0,2,1]]',X'01a1ffd88e827001813c7de732881074',X'01a1ffd88e8270009957dd0601616767',1795293744770,'first','visitor','c:1 a:1 b:1 c:2 b:1 b:1 a:1 a:1','[[4,0,0],[18,0,2],[10,0,4],[7,0,6]]','second_wins','loss',NULL,NULL);
INSERT INTO log VALUES(2199023255561,'episode',1,1795293744773,'[[1,0,2,3],[8,1,2,3]]',X'01a1ffd88e847000bc27f70a633ff098',X'01a1ffd88e8270009957dd0601616767',1795293744772,'second','visitor','b:3 a:1 c:2 c:1 a:1 a:1','[[1,0,1],[8,1,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(2199023255562,'episode',1,1795293744774,'[[4,2,2,3],[13,0,1,2]]',X'01a1ffd88e857000ac747dd9d4274119',X'01a1ffd88e8270009957dd0601616767',1795293744773,'first','visitor','a:3 b:3 c:1 c:1 c:1','[[4,2,0],[13,0,2]]','first_wins','win',NULL,NULL);
INSERT INTO log VALUES(2199023255563,'episode',1,1795293744777,'[[2,3,2,3],[8,0,2,3]]',X'01a1ffd88e8670008e0c10311e8ff7c2',X'01a1ffd88e8270009957dd0601616767',1795293744774,'second','visitor','a:2 c:3 b:1 b:1 a:1 b:1','[[2,3,1],[8,0,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(2199023255564,'episode',1,1795293744779,'[[5,0,1,0]]',X'01a1ffd88e8a70009dbbc14163fc2bb5',X'01a1ffd88e8270009957dd0601616767',1795293744778,'first','visitor','c:3 b:2 a:1 a:1 b:1 a:1','[[4,2,0],[14,0,2],[5,0,4]]','second_wins','loss',NULL,NULL);
INSERT INTO log VALUES(2199023255565,'episode',1,1795293744780,'[[3,4,2,3],[14,2,2,3]]',X'01a1ffd88e8c70008a802af4330a9f40',X'01a1ffd88e8270009957dd0601616767',1795293744780,'second','visitor','a:1 b:3 a:1 c:2 a:1 c:1','[[3,4,1],[14,2,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(2199023255566,'episode',1,1795293744784,'[[17,5,3,2]]',X'01a1ffd88e8f7000886f2384e5c692ee',X'01a1ffd88e8e7000a373e7829fecddb1',1795293744783,'first','visitor','c:1 a:2 b:3 c:1','[[4,0,0],[17,5,2]]','second_wins','resign',NULL,NULL);
INSERT INTO log VALUES(2199023255567,'episode',1,1795293744786,'[[11,2,2,1]]',X'01a1ffd88e9170008701db9bf1295462',X'01a1ffd88e8e7000a373e7829fecddb1',1795293744785,'second','visitor','c:2 b:1 a:1 b:2 a:1','[[2,0,1],[11,2,3]]','first_wins','resign',NULL,NULL);
INSERT INTO log VALUES(2199023255568,'episode',1,1795293744787,'[[15,2,2,1]]',X'01a1ffd88e927000af5da706e528f203',X'01a1ffd88e8e7000a373e7829fecddb1',1795293744786,'first','visitor','b:2 c:2 a:2 a:1','[[4,1,0],[15,2,2]]','second_wins','resign',NULL,NULL);
INSERT INTO log VALUES(2199023255569,'episode',1,1795293744789,'[[8,1,3,2]]',X'01a1ffd88e9470008d4679c72b72bd92',X'01a1ffd88e8e7000a373e7829fecddb1',1795293744788,'second','visitor','b:1 c:2 a:3 c:1 b:2','[[3,2,1],[8,1,3]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(2199023255570,'episode',1,1795293744790,'[[4,0,4,5],[18,3,2,3],[14,2,3,4]]',X'01a1ffd88e957000a270d46823714905',X'01a1ffd88e8e7000a373e7829fecddb1',1795293744789,'first','visitor','c:1 a:1 c:2 a:1 b:2 a:1 b:1','[[4,0,0],[18,3,2],[14,2,4]]','first_wins','win',NULL,NULL);
INSERT INTO log VALUES(2199023255571,'episode',1,1795293744792,'[[3,4,3,4],[10,1,2,3]]',X'01a1ffd88e97700088bf88655dcfce09',X'01a1ffd88e8e7000a373e7829fecddb1',1795293744791,'second','visitor','c:1 a:3 b:1 b:2 c:1 c:1','[[3,4,1],[10,1,3]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(3298534883329,'start',1,1795293744145,'[]',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"why":"put up"}',NULL);
INSERT INTO log VALUES(3298534883330,'episode',1,1795293744796,'[[1,0,4,3],[2,2,3,2],[3,0,2,1]]',X'01a1ffd88e9a7000ac36cbe9a48ce905',X'01a1ffd88e997000b202915fa9efd030',1795293744794,'second','visitor','pass a1 b1 pass a2 pass pass','[[1,0,1],[2,2,3],[3,0,5]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(3298534883331,'episode',1,1795293744798,'[[1,0,3,6],[2,1,3,6],[4,0,2,5],[5,0,1,4]]',X'01a1ffd88e9d70009ad5ca0769fe9020',X'01a1ffd88e997000b202915fa9efd030',1795293744797,'second','visitor','pass b2 b1 a1 pass a2 pass pass','[[1,0,1],[2,1,3],[4,0,5],[5,0,7]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(3298534883332,'episode',1,1795293744801,'[[6,1,4,3],[7,1,3,2],[8,1,2,1]]',X'01a1ffd88e9f70008acd8ac8c2b11831',X'01a1ffd88e997000b202915fa9efd030',1795293744799,'second','visitor','b2 a1 b1 pass a2 pass pass','[[6,1,1],[7,1,3],[8,1,5]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(3298534883333,'episode',1,1795293744803,'[[1,0,6,9],[2,0,3,6],[9,1,2,5]]',X'01a1ffd88ea27000961f5f2596b38154',X'01a1ffd88e997000b202915fa9efd030',1795293744802,'second','visitor','pass b1 a1 b2 pass pass','[[1,0,1],[2,0,3],[9,1,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(3298534883334,'episode',1,1795293744808,'[[1,0,9,12],[10,1,3,6],[4,1,2,5]]',X'01a1ffd88ea77000b1caf050ee8faf0a',X'01a1ffd88ea6700097c3f64c1f4bf5b3',1795293744807,'second','visitor','pass a2 pass b1 pass pass','[[1,0,1],[10,1,3],[4,1,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(3298534883335,'episode',1,1795293744814,'[[6,2,4,3],[11,1,3,2]]',X'01a1ffd88ead7000bf5835b71b08179f',X'01a1ffd88ea6700097c3f64c1f4bf5b3',1795293744813,'second','visitor','b1 pass a1 pass pass','[[6,2,1],[11,1,3]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(3298534883336,'episode',1,1795293744818,'[[6,2,3,6],[11,0,3,6],[8,0,2,5],[10,1,6,9],[4,0,5,8],[5,0,4,7]]',X'01a1ffd88eaf70009573bb42061ac439',X'01a1ffd88ea6700097c3f64c1f4bf5b3',1795293744815,'second','visitor','a1 pass a2 b2 b1 b2 pass a1 pass b1 pass pass','[[6,2,1],[11,0,3],[8,0,5],[10,1,7],[4,0,9],[5,0,11]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(3298534883337,'episode',1,1795293744821,'[[1,0,12,11],[2,0,6,5],[11,1,2,1]]',X'01a1ffd88eb470009b727e9610e8ae06',X'01a1ffd88ea6700097c3f64c1f4bf5b3',1795293744820,'second','visitor','pass a1 b1 a2 b2 pass pass','[[1,0,1],[2,0,3],[11,1,5]]','first_wins','loss',NULL,NULL);
INSERT INTO log VALUES(3298534883338,'episode',1,1795293744827,'[[1,0,11,14],[2,0,5,8],[9,1,5,8]]',X'01a1ffd88eb97000bbbd629b13b04687',X'01a1ffd88eb87000a7abefd97d6c33fe',1795293744825,'second','visitor','pass a1 b1 a2 pass pass','[[1,0,1],[2,0,3],[9,1,5]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(3298534883339,'episode',1,1795293744830,'[[6,2,6,7],[11,0,6,7],[8,0,5,6],[2,2,2,3]]',X'01a1ffd88ebc7000bcd829f54ef811e1',X'01a1ffd88eb87000a7abefd97d6c33fe',1795293744828,'second','visitor','b2 pass b1 a2 a1 a2 a1 pass pass','[[6,2,1],[11,0,3],[8,0,5],[2,2,7]]','draw','draw',NULL,NULL);
INSERT INTO log VALUES(3298534883340,'episode',1,1795293744834,'[[6,2,7,10],[11,0,7,10],[7,0,3,6],[12,0,1,4],[5,0,7,10]]',X'01a1ffd88ebf7000bf7e1d36bb55faa3',X'01a1ffd88eb87000a7abefd97d6c33fe',1795293744831,'second','visitor','b1 pass a1 a2 pass b2 pass a1 pass pass','[[6,2,1],[11,0,3],[7,0,5],[12,0,7],[5,0,9]]','second_wins','win',NULL,NULL);
INSERT INTO log VALUES(3298534883341,'episode',1,1795293744837,'[[1,0,14,13],[10,0,3,2],[9,1,8,7],[11,0,10,9],[8,0,6,5],[10,0,2,1],[9,1,7,6],[11,0,9,8],[7,1,2,1]]',X'01a1ffd88ec370009b8f2bd2b7d677c0',X'01a1ffd88eb87000a7abefd97d6c33fe',1795293744835,'second','visitor','pass b1 pass b2 a2 pass a1 b2 b1 b2 pass a2 a1 pass b1 b2 pass pass','[[1,0,1],[10,0,3],[9,1,5],[11,0,7],[8,0,9],[10,0,11],[9,1,13],[11,0,15],[7,1,17]]','first_wins','loss',NULL,NULL);
CREATE INDEX log_acts ON log(row) WHERE kind <> 'episode';
CREATE VIEW boxes_now AS
WITH newest AS (
  SELECT machine, max(seq) AS seq FROM beads GROUP BY machine
), kept AS (
  SELECT s.machine, box.key + 1 AS number, bead.key AS bead, bead.value AS count
  FROM newest JOIN beads s USING (machine, seq), json_each(s.counts) box, json_each(box.value) bead
), since AS (
  SELECT newest.machine, c.value ->> 0 AS number, c.value ->> 1 AS bead, c.value ->> 3 AS count,
         max(l.seq * 1000000 + c.key) AS latest
  FROM newest
  JOIN log l ON l.row > (newest.machine << 40) + newest.seq AND l.row < (newest.machine + 1) << 40,
       json_each(l.changes) c
  GROUP BY 1, 2, 3
)
SELECT m.name AS machine,
       b.number AS number,
       x.turn AS turn,
       x.box AS box,
       b.move AS move,
       coalesce(since.count, kept.count, b.start) AS count
FROM bead b
JOIN machine m USING (machine)
JOIN box x ON x.machine = b.machine AND x.number = b.number
LEFT JOIN kept ON kept.machine = b.machine AND kept.number = b.number AND kept.bead = b.bead
LEFT JOIN since ON since.machine = b.machine AND since.number = b.number AND since.bead = b.bead;
CREATE INDEX log_clock ON log(row) WHERE clock_back IS NOT NULL;
CREATE VIEW episodes AS
SELECT m.name AS machine,
       l.seq AS seq,
       lower(substr(hex(l.id), 1, 8) || '-' || substr(hex(l.id), 9, 4) || '-' || substr(hex(l.id), 13, 4) || '-' ||
             substr(hex(l.id), 17, 4) || '-' || substr(hex(l.id), 21)) AS id,
       l.era AS era,
       strftime('%Y-%m-%dT%H:%M:%fZ', l.time_ms / 1000.0, 'unixepoch') AS time,
       strftime('%Y-%m-%dT%H:%M:%fZ', l.started_ms / 1000.0, 'unixepoch') AS started,
       lower(substr(hex(l.visit), 1, 8) || '-' || substr(hex(l.visit), 9, 4) || '-' || substr(hex(l.visit), 13, 4) || '-' ||
             substr(hex(l.visit), 17, 4) || '-' || substr(hex(l.visit), 21)) AS visit,
       l.seat AS seat,
       l.opponent AS opponent,
       CASE WHEN l.outcome = 'draw' THEN 'draw'
            WHEN (l.outcome = 'first_wins') = (l.seat = 'first') THEN 'win'
            ELSE 'loss' END AS outcome,
       l.reason AS reason,
       l.moves AS moves,
       json_array_length(l.changes) AS changes
FROM machine m CROSS JOIN log l ON l.row > m.machine << 40 AND l.row < (m.machine + 1) << 40
WHERE l.kind = 'episode';
CREATE VIEW bead_history AS
SELECT m.name AS machine,
       l.seq AS seq,
       c.key + 1 AS ordinal,
       strftime('%Y-%m-%dT%H:%M:%fZ', l.time_ms / 1000.0, 'unixepoch') AS time,
       l.era AS era,
       CASE WHEN l.kind = 'episode'
            THEN lower(substr(hex(l.id), 1, 8) || '-' || substr(hex(l.id), 9, 4) || '-' || substr(hex(l.id), 13, 4) || '-' ||
                       substr(hex(l.id), 17, 4) || '-' || substr(hex(l.id), 21)) END AS episode,
       x.turn AS turn,
       x.box AS box,
       b.move AS move,
       c.value ->> 2 AS before,
       c.value ->> 3 AS after,
       CASE WHEN c.value ->> 4 = 1 THEN 'propagate'
            WHEN l.opponent = 'itself' AND l.outcome <> 'draw'
              THEN CASE WHEN c.value ->> 3 > c.value ->> 2 THEN 'win' ELSE 'loss' END
            ELSE coalesce(l.reason, l.kind) END AS reason
FROM machine m  -- CROSS JOIN: in this order, whatever the planner thinks
CROSS JOIN log l ON l.row > m.machine << 40 AND l.row < (m.machine + 1) << 40
CROSS JOIN json_each(l.changes) c
CROSS JOIN box x ON x.machine = m.machine AND x.number = c.value ->> 0
CROSS JOIN bead b ON b.machine = m.machine AND b.number = c.value ->> 0 AND b.bead = c.value ->> 1
;
PRAGMA user_version = 5;
PRAGMA application_id = 1296387649;
COMMIT;
