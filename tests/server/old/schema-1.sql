-- A small house of schema 1, as Menagerie kept it before there were games that are not listed: HER and HIM, taught by
-- three visits each. `sqlite3 menagerie.db <schema-1.sql` makes it.
BEGIN;

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

CREATE TABLE box (
  machine INTEGER NOT NULL REFERENCES machine,  -- whose box
  number  INTEGER NOT NULL,                     -- on its label
  box     TEXT NOT NULL,                        -- the position on its label, as text
  turn    INTEGER NOT NULL,                     -- the machine's earliest move in which it can be met
  PRIMARY KEY (machine, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE bead (
  machine INTEGER NOT NULL,  -- whose bead
  number  INTEGER NOT NULL,  -- of its box
  bead    INTEGER NOT NULL,  -- which of the box's beads, from 0
  move    TEXT NOT NULL,     -- its name: the first move of its orbit
  orbit   TEXT NOT NULL,     -- every move that it stands for, with spaces between
  PRIMARY KEY (machine, number, bead),
  FOREIGN KEY (machine, number) REFERENCES box
) STRICT, WITHOUT ROWID;

CREATE TABLE log (
  machine    INTEGER NOT NULL REFERENCES machine,  -- whose log
  seq        INTEGER NOT NULL,                     -- number of the row in that log, from 1
  kind       TEXT NOT NULL,                        -- episode, or the act: start, reset
  era        INTEGER NOT NULL,                     -- the machine's life that the row belongs to, from 1
  time_ms    INTEGER NOT NULL,                     -- when it was learned
  changes    TEXT NOT NULL,                        -- bead changes, a JSON array of [box number, bead, count before, count after]
  id         BLOB UNIQUE,                          -- episodes: their id, 16 bytes, time-ordered (UUIDv7)
  visit      BLOB,                                 -- episodes: the visit that played, 16 bytes, random
  started_ms INTEGER,                              -- episodes: when play began
  seat       TEXT,                                 -- episodes: the side that the machine played, first or second
  opponent   TEXT,                                 -- episodes: who played the other side
  moves      TEXT,                                 -- episodes: the moves with spaces between
  trace      TEXT,                                 -- episodes: the beads drawn, a JSON array of [box number, bead, ply]
  outcome    TEXT,                                 -- episodes: first_wins, draw or second_wins
  reason     TEXT,                                 -- episodes: the machine's result: win, draw, loss, or resign (a loss at an empty box)
  detail     TEXT,                                 -- acts: what it was about, a JSON object
  PRIMARY KEY (machine, seq)
) STRICT, WITHOUT ROWID;

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
  counts       TEXT NOT NULL,                        -- a JSON array, box by box, of arrays, bead by bead
  PRIMARY KEY (machine, seq)
) STRICT, WITHOUT ROWID;

CREATE VIEW episodes AS
SELECT m.name AS machine,
       l.seq AS seq,
       l.era AS era,
       strftime('%Y-%m-%dT%H:%M:%fZ', l.time_ms / 1000.0, 'unixepoch') AS time,
       lower(hex(l.id)) AS episode,
       lower(hex(l.visit)) AS visit,
       l.seat AS seat,
       l.opponent AS opponent,
       CASE WHEN l.outcome = 'draw' THEN 'draw'
            WHEN (l.outcome = 'first_wins') = (l.seat = 'first') THEN 'win'
            ELSE 'loss' END AS result,
       l.reason AS reason,
       l.moves AS moves
FROM log l JOIN machine m USING (machine)
WHERE l.kind = 'episode';

CREATE VIEW bead_history AS
SELECT m.name AS machine,
       l.seq AS seq,
       c.key + 1 AS ordinal,
       strftime('%Y-%m-%dT%H:%M:%fZ', l.time_ms / 1000.0, 'unixepoch') AS time,
       l.era AS era,
       nullif(lower(hex(l.id)), '') AS episode,
       x.turn AS turn,
       x.box AS box,
       b.move AS move,
       c.value ->> 2 AS before,
       c.value ->> 3 AS after,
       coalesce(l.reason, l.kind) AS reason
FROM log l
JOIN machine m USING (machine)
JOIN json_each(l.changes) c
JOIN box x ON x.machine = l.machine AND x.number = c.value ->> 0
JOIN bead b ON b.machine = l.machine AND b.number = c.value ->> 0 AND b.bead = c.value ->> 1;

CREATE VIEW boxes_now AS
WITH newest AS (
  SELECT machine, max(seq) AS seq FROM beads GROUP BY machine
), kept AS (
  SELECT s.machine, box.key + 1 AS number, bead.key AS bead, bead.value AS count
  FROM newest JOIN beads s USING (machine, seq), json_each(s.counts) box, json_each(box.value) bead
), since AS (
  SELECT l.machine, c.value ->> 0 AS number, c.value ->> 1 AS bead, c.value ->> 3 AS count,
         max(l.seq * 1000000 + c.key) AS latest
  FROM newest JOIN log l ON l.machine = newest.machine AND l.seq > newest.seq, json_each(l.changes) c
  GROUP BY 1, 2, 3
)
SELECT m.name AS machine,
       kept.number AS number,
       x.turn AS turn,
       x.box AS box,
       b.move AS move,
       coalesce(since.count, kept.count) AS count
FROM kept
JOIN machine m USING (machine)
JOIN box x ON x.machine = kept.machine AND x.number = kept.number
JOIN bead b ON b.machine = kept.machine AND b.number = kept.number AND b.bead = kept.bead
LEFT JOIN since ON since.machine = kept.machine AND since.number = kept.number AND since.bead = kept.bead;

INSERT INTO machine VALUES
(1,'her','HER','Martin Gardner, 1962','Hexapawn in 24 boxes. Taught one game at a time, she loses nineteen at most, then never again.','#1e5b5a','hexapawn','second','gardner-her','gardner-24',1795293743715),
(2,'him','HIM','Gardner''s challenge to HER','Rewarded as well as punished, and willing to play either side.','#7a4b1f','hexapawn','either','gardner-reward','canonical',1795293743718);

INSERT INTO box VALUES
(1,1,'bbb/.w./w.w b',1), (1,2,'bbb/w../.ww b',1), (1,3,'.bb/.bw/w.. b',2), (1,4,'.bb/.w./..w b',2),
(1,5,'.bb/.w./w.. b',2), (1,6,'.bb/bww/w.. b',2), (1,7,'.bb/wb./..w b',2), (1,8,'b.b/b.w/.w. b',2),
(1,9,'b.b/bw./..w b',2), (1,10,'b.b/w../..w b',2), (1,11,'b.b/ww./.w. b',2), (1,12,'bb./w.w/..w b',2),
(1,13,'bb./wwb/..w b',2), (1,14,'..b/.wb/... b',3), (1,15,'..b/bbw/... b',3), (1,16,'..b/bw./... b',3),
(1,17,'..b/wbb/... b',3), (1,18,'.b./.bw/... b',3), (1,19,'.b./bww/... b',3), (1,20,'.b./wb./... b',3),
(1,21,'.b./wwb/... b',3), (1,22,'b../bbw/... b',3), (1,23,'b../bw./... b',3), (1,24,'b../www/... b',3),
(2,1,'bbb/.../www w',1), (2,2,'bbb/.w./w.w b',1), (2,3,'bbb/w../.ww b',1), (2,4,'b.b/b../.ww w',2),
(2,5,'b.b/bw./..w b',2), (2,6,'b.b/w../..w b',2), (2,7,'b.b/w.b/.w. b',2), (2,8,'b.b/wb./.ww w',2),
(2,9,'b.b/ww./.w. b',2), (2,10,'bb./.b./w.w w',2), (2,11,'bb./.bw/w.. b',2), (2,12,'bb./.w./..w b',2),
(2,13,'bb./.w./w.. b',2), (2,14,'bb./.wb/w.w w',2), (2,15,'bb./w.b/.ww w',2), (2,16,'bb./w.w/..w b',2),
(2,17,'bb./wb./..w b',2), (2,18,'bb./wwb/..w b',2), (2,19,'.b./.b./w.. w',3), (2,20,'.b./bw./..w w',3),
(2,21,'.b./wb./... b',3), (2,22,'.b./wbb/..w w',3), (2,23,'.b./wwb/... b',3), (2,24,'b../.bb/w.. w',3),
(2,25,'b../.bw/.w. w',3), (2,26,'b../.wb/... b',3), (2,27,'b../b.w/..w w',3), (2,28,'b../bb./..w w',3),
(2,29,'b../bbw/... b',3), (2,30,'b../bw./... b',3), (2,31,'b../bwb/..w w',3), (2,32,'b../wbb/... b',3),
(2,33,'b../wbw/..w w',3), (2,34,'b../wwb/.w. w',3), (2,35,'b../www/... b',3), (2,36,'.../bwb/... w',4),
(2,37,'.../wbw/... w',4);

INSERT INTO bead VALUES
(1,1,0,'a3-a2','a3-a2'), (1,1,1,'a3xb2','a3xb2'), (1,2,0,'b3-b2','b3-b2'), (1,2,1,'c3-c2','c3-c2'),
(1,2,2,'b3xa2','b3xa2'), (1,3,0,'b2-b1','b2-b1'), (1,3,1,'b2xa1','b2xa1'), (1,3,2,'b3xc2','b3xc2'),
(1,4,0,'c3-c2','c3-c2'), (1,4,1,'c3xb2','c3xb2'), (1,5,0,'c3-c2','c3-c2'), (1,5,1,'c3xb2','c3xb2'),
(1,6,0,'b3xc2','b3xc2'), (1,6,1,'c3xb2','c3xb2'), (1,7,0,'b2-b1','b2-b1'), (1,7,1,'c3-c2','c3-c2'),
(1,7,2,'b2xc1','b2xc1'), (1,7,3,'b3xa2','b3xa2'), (1,8,0,'a2-a1','a2-a1'), (1,8,1,'a2xb1','a2xb1'),
(1,9,0,'a2-a1','a2-a1'), (1,9,1,'c3-c2','c3-c2'), (1,9,2,'a3xb2','a3xb2'), (1,9,3,'c3xb2','c3xb2'),
(1,10,0,'c3-c2','c3-c2'), (1,11,0,'c3-c2','c3-c2'), (1,11,1,'a3xb2','a3xb2'), (1,11,2,'c3xb2','c3xb2'),
(1,12,0,'b3-b2','b3-b2'), (1,12,1,'b3xa2','b3xa2'), (1,12,2,'b3xc2','b3xc2'), (1,13,0,'a3xb2','a3xb2'),
(1,13,1,'b3xa2','b3xa2'), (1,14,0,'c2-c1','c2-c1'), (1,14,1,'c3xb2','c3xb2'), (1,15,0,'a2-a1','a2-a1'),
(1,15,1,'b2-b1','b2-b1'), (1,16,0,'a2-a1','a2-a1'), (1,16,1,'c3-c2','c3-c2'), (1,16,2,'c3xb2','c3xb2'),
(1,17,0,'b2-b1','b2-b1'), (1,17,1,'c2-c1','c2-c1'), (1,18,0,'b2-b1','b2-b1'), (1,18,1,'b3xc2','b3xc2'),
(1,19,0,'a2-a1','a2-a1'), (1,19,1,'b3xc2','b3xc2'), (1,20,0,'b2-b1','b2-b1'), (1,20,1,'b3xa2','b3xa2'),
(1,21,0,'c2-c1','c2-c1'), (1,21,1,'b3xa2','b3xa2'), (1,22,0,'a2-a1','a2-a1'), (1,22,1,'b2-b1','b2-b1'),
(1,23,0,'a2-a1','a2-a1'), (1,23,1,'a3xb2','a3xb2'), (1,24,0,'a3xb2','a3xb2'), (2,1,0,'a1-a2','a1-a2 c1-c2'),
(2,1,1,'b1-b2','b1-b2'), (2,2,0,'a3-a2','a3-a2 c3-c2'), (2,2,1,'a3xb2','a3xb2 c3xb2'), (2,3,0,'b3-b2','b3-b2'),
(2,3,1,'c3-c2','c3-c2'), (2,3,2,'b3xa2','b3xa2'), (2,4,0,'b1-b2','b1-b2'), (2,4,1,'c1-c2','c1-c2'),
(2,4,2,'b1xa2','b1xa2'), (2,5,0,'a2-a1','a2-a1'), (2,5,1,'c3-c2','c3-c2'), (2,5,2,'a3xb2','a3xb2'),
(2,5,3,'c3xb2','c3xb2'), (2,6,0,'c3-c2','c3-c2'), (2,7,0,'c2-c1','c2-c1'), (2,7,1,'c2xb1','c2xb1'),
(2,8,0,'c1-c2','c1-c2'), (2,8,1,'c1xb2','c1xb2'), (2,9,0,'c3-c2','c3-c2'), (2,9,1,'a3xb2','a3xb2'),
(2,9,2,'c3xb2','c3xb2'), (2,10,0,'a1-a2','a1-a2'), (2,10,1,'c1-c2','c1-c2'), (2,10,2,'a1xb2','a1xb2'),
(2,10,3,'c1xb2','c1xb2'), (2,11,0,'b2-b1','b2-b1'), (2,11,1,'a3-a2','a3-a2'), (2,11,2,'b2xa1','b2xa1'),
(2,11,3,'b3xc2','b3xc2'), (2,12,0,'a3-a2','a3-a2'), (2,12,1,'a3xb2','a3xb2'), (2,13,0,'a3-a2','a3-a2'),
(2,13,1,'a3xb2','a3xb2'), (2,14,0,'a1-a2','a1-a2'), (2,14,1,'b2xa3','b2xa3'), (2,15,0,'b1-b2','b1-b2'),
(2,15,1,'b1xc2','b1xc2'), (2,15,2,'a2xb3','a2xb3'), (2,16,0,'b3-b2','b3-b2'), (2,16,1,'b3xa2','b3xa2'),
(2,16,2,'b3xc2','b3xc2'), (2,17,0,'b2-b1','b2-b1'), (2,17,1,'b2xc1','b2xc1'), (2,17,2,'b3xa2','b3xa2'),
(2,18,0,'a3xb2','a3xb2'), (2,18,1,'b3xa2','b3xa2'), (2,19,0,'a1-a2','a1-a2'), (2,19,1,'a1xb2','a1xb2'),
(2,20,0,'c1-c2','c1-c2'), (2,21,0,'b2-b1','b2-b1'), (2,21,1,'b3xa2','b3xa2'), (2,22,0,'a2-a3','a2-a3'),
(2,22,1,'c1xb2','c1xb2'), (2,22,2,'a2xb3','a2xb3'), (2,23,0,'c2-c1','c2-c1'), (2,23,1,'b3xa2','b3xa2'),
(2,24,0,'a1-a2','a1-a2'), (2,24,1,'a1xb2','a1xb2'), (2,25,0,'c2-c3','c2-c3'), (2,26,0,'c2-c1','c2-c1'),
(2,26,1,'a3-a2','a3-a2'), (2,26,2,'a3xb2','a3xb2'), (2,27,0,'c2-c3','c2-c3'), (2,28,0,'c1-c2','c1-c2'),
(2,28,1,'c1xb2','c1xb2'), (2,29,0,'a2-a1','a2-a1'), (2,29,1,'b2-b1','b2-b1'), (2,30,0,'a2-a1','a2-a1'),
(2,30,1,'a3xb2','a3xb2'), (2,31,0,'b2-b3','b2-b3'), (2,31,1,'b2xa3','b2xa3'), (2,32,0,'b2-b1','b2-b1'),
(2,32,1,'c2-c1','c2-c1'), (2,33,0,'c2-c3','c2-c3'), (2,33,1,'c1xb2','c1xb2'), (2,34,0,'b2-b3','b2-b3'),
(2,34,1,'b1xc2','b1xc2'), (2,34,2,'b2xa3','b2xa3'), (2,35,0,'a3xb2','a3xb2'), (2,36,0,'b2-b3','b2-b3'),
(2,37,0,'a2-a3','a2-a3 c2-c3');

INSERT INTO log VALUES
(1,1,'start',1,1795293743715,'[[1,0,0,1],[1,1,0,1],[2,0,0,1],[2,1,0,1],[2,2,0,1],[3,0,0,1],[3,1,0,1],[3,2,0,1],[4,0,0,1],[4,1,0,1],[5,0,0,1],[5,1,0,1],[6,0,0,1],[6,1,0,1],[7,0,0,1],[7,1,0,1],[7,2,0,1],[7,3,0,1],[8,0,0,1],[8,1,0,1],[9,0,0,1],[9,1,0,1],[9,2,0,1],[9,3,0,1],[10,0,0,1],[11,0,0,1],[11,1,0,1],[11,2,0,1],[12,0,0,1],[12,1,0,1],[12,2,0,1],[13,0,0,1],[13,1,0,1],[14,0,0,1],[14,1,0,1],[15,0,0,1],[15,1,0,1],[16,0,0,1],[16,1,0,1],[16,2,0,1],[17,0,0,1],[17,1,0,1],[18,0,0,1],[18,1,0,1],[19,0,0,1],[19,1,0,1],[20,0,0,1],[20,1,0,1],[21,0,0,1],[21,1,0,1],[22,0,0,1],[22,1,0,1],[23,0,0,1],[23,1,0,1],[24,0,0,1]]',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"why":"put up"}'),
(1,2,'episode',1,1795293744441,'[]',x'01a1ffd88d197000aae774e7b00a3800',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744409,'second','visitor','c1-c2 b3xc2 a1-a2 c2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL),
(1,3,'episode',1,1795293744455,'[[2,0,1,0]]',x'01a1ffd88d457000bce44a03898c7fda',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744453,'second','visitor','a1-a2 b3-b2 c1-c2','[[2,0,1]]','first_wins','loss',NULL),
(1,4,'episode',1,1795293744458,'[]',x'01a1ffd88d487000929f3576052c3f36',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744456,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[2,2,1],[10,0,3]]','second_wins','win',NULL),
(1,5,'episode',1,1795293744460,'[[2,1,1,0]]',x'01a1ffd88d4b7000947816963f461b16',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744459,'second','visitor','a1-a2 c3-c2 a2xb3','[[2,1,1]]','first_wins','loss',NULL),
(1,6,'episode',1,1795293744462,'[]',x'01a1ffd88d4d700098908d28b0f27102',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744461,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[2,2,1],[10,0,3]]','second_wins','win',NULL),
(1,7,'episode',1,1795293744465,'[]',x'01a1ffd88d4f700089244b3ab2a702d1',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744463,'second','visitor','b1-b2 a3xb2 a1xb2 c3xb2 c1-c2 b2-b1','[[1,1,1],[4,1,3],[18,0,5]]','second_wins','win',NULL),
(1,8,'episode',1,1795293744469,'[]',x'01a1ffd88d5470009ff31b89c021aafb',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744468,'second','visitor','c1-c2 b3xc2 b1-b2 c2-c1','[[2,2,1],[9,0,3]]','second_wins','win',NULL),
(1,9,'episode',1,1795293744472,'[]',x'01a1ffd88d567000a3ce8b419dc17cc6',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744470,'second','visitor','a1-a2 b3xa2 c1-c2 a2-a1','[[2,2,1],[8,0,3]]','second_wins','win',NULL),
(1,10,'episode',1,1795293744473,'[]',x'01a1ffd88d5970009f5c9c2fd7f98071',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744473,'second','visitor','c1-c2 b3xc2 a1-a2 c2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL),
(1,11,'episode',1,1795293744476,'[]',x'01a1ffd88d5b7000885e3f2a97002aec',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744475,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[2,2,1],[10,0,3]]','second_wins','win',NULL),
(1,12,'episode',1,1795293744478,'[[9,1,1,0]]',x'01a1ffd88d5d7000be289fde5aaa5382',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744477,'second','visitor','c1-c2 b3xc2 b1-b2 a3-a2 b2xc3','[[2,2,1],[9,1,3]]','first_wins','loss',NULL),
(1,13,'episode',1,1795293744480,'[[5,1,1,0]]',x'01a1ffd88d5e700097da54af4224d732',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744478,'second','visitor','b1-b2 a3xb2 c1xb2 c3xb2 a1xb2','[[1,1,1],[5,1,3]]','first_wins','loss',NULL),
(1,14,'episode',1,1795293744481,'[]',x'01a1ffd88d61700096928cfec40b5868',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744481,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL),
(1,15,'episode',1,1795293744483,'[]',x'01a1ffd88d627000a237c9525955c3e6',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744482,'second','visitor','c1-c2 b3xc2 b1-b2 c3xb2 a1-a2 b2-b1','[[2,2,1],[9,2,3],[15,1,5]]','second_wins','win',NULL),
(1,16,'episode',1,1795293744488,'[]',x'01a1ffd88d67700093428feba9c7cbf5',x'01a1ffd88c7d7000b857d3768436ddc6',1795293744487,'second','visitor','c1-c2 b3xc2 a1-a2 c2-c1','[[2,2,1],[8,0,3]]','second_wins','win',NULL),
(1,17,'episode',1,1795293744496,'[[1,0,1,0]]',x'01a1ffd88d6f7000be141955d8b69821',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744495,'second','visitor','b1-b2 a3-a2 b2xc3','[[1,0,1]]','first_wins','loss',NULL),
(1,18,'episode',1,1795293744499,'[]',x'01a1ffd88d717000bd8d2e1fea65f8bf',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744497,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[2,2,1],[10,0,3]]','second_wins','win',NULL),
(1,19,'episode',1,1795293744504,'[]',x'01a1ffd88d767000af12e8737dd69260',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744502,'second','visitor','b1-b2 a3xb2 a1-a2 b2xc1','[[1,1,1],[7,2,3]]','second_wins','win',NULL),
(1,20,'episode',1,1795293744505,'[]',x'01a1ffd88d79700082555936600e67da',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744505,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL),
(1,21,'episode',1,1795293744506,'[]',x'01a1ffd88d7a7000b660dffe638584d2',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744506,'second','visitor','a1-a2 b3xa2 b1-b2 a2-a1','[[2,2,1],[9,0,3]]','second_wins','win',NULL),
(1,22,'episode',1,1795293744507,'[]',x'01a1ffd88d7b7000b404df356debe575',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744507,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL),
(1,23,'episode',1,1795293744508,'[]',x'01a1ffd88d7c700083474bb9c4b5aa26',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744508,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL),
(1,24,'episode',1,1795293744509,'[]',x'01a1ffd88d7d700099639753bcd6fc57',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744509,'second','visitor','c1-c2 b3xc2 b1-b2 c2-c1','[[2,2,1],[9,0,3]]','second_wins','win',NULL),
(1,25,'episode',1,1795293744518,'[]',x'01a1ffd88d857000803157ecbdc602a0',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744517,'second','visitor','b1-b2 a3xb2 a1-a2 b3xa2 c1-c2 a2-a1','[[1,1,1],[7,3,3],[15,0,5]]','second_wins','win',NULL),
(1,26,'episode',1,1795293744520,'[[16,1,1,0]]',x'01a1ffd88d877000abe23578ae6497e6',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744519,'second','visitor','b1-b2 a3xb2 a1-a2 b3xa2 c1xb2 c3-c2 b2-b3','[[1,1,1],[7,3,3],[16,1,5]]','first_wins','loss',NULL),
(1,27,'episode',1,1795293744521,'[]',x'01a1ffd88d887000983e7042ad0809f1',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744520,'second','visitor','a1-a2 b3xa2 b1-b2 a3xb2 c1-c2 a2-a1','[[2,2,1],[9,2,3],[15,0,5]]','second_wins','win',NULL),
(1,28,'episode',1,1795293744522,'[]',x'01a1ffd88d8a70009c2b800c63d30b3f',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744522,'second','visitor','a1-a2 b3xa2 b1-b2 a2-a1','[[2,2,1],[9,0,3]]','second_wins','win',NULL),
(1,29,'episode',1,1795293744523,'[]',x'01a1ffd88d8b7000bb761a4be41a6cf0',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744523,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1-c2 b2-b1','[[2,2,1],[9,3,3],[22,1,5]]','second_wins','win',NULL),
(1,30,'episode',1,1795293744524,'[]',x'01a1ffd88d8c7000a10ca5ea95f26a1c',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744524,'second','visitor','b1-b2 a3xb2 c1-c2 b2-b1','[[1,1,1],[3,0,3]]','second_wins','win',NULL),
(1,31,'episode',1,1795293744526,'[[4,1,1,0]]',x'01a1ffd88d8d7000a3d1a2aaf33b83fa',x'01a1ffd88d6e70008ca5865b1f501ce0',1795293744525,'second','visitor','b1-b2 a3xb2 a1xb2 c3xb2 c1xb2','[[1,1,1],[4,1,3]]','first_wins','loss',NULL),
(1,32,'episode',1,1795293744530,'[]',x'01a1ffd88d9170009ebb18e44e2e7250',x'01a1ffd88d9070009503510910a6e53d',1795293744529,'second','visitor','c1-c2 b3xc2 b1-b2 c2-c1','[[2,2,1],[9,0,3]]','second_wins','win',NULL),
(1,33,'episode',1,1795293744531,'[]',x'01a1ffd88d92700087e863f2e55c7889',x'01a1ffd88d9070009503510910a6e53d',1795293744530,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[2,2,1],[10,0,3]]','second_wins','win',NULL),
(1,34,'episode',1,1795293744532,'[]',x'01a1ffd88d947000ba233eb0d5ee15d9',x'01a1ffd88d9070009503510910a6e53d',1795293744532,'second','visitor','c1-c2 b3xc2 b1-b2 c3xb2 a1-a2 b2-b1','[[2,2,1],[9,2,3],[15,1,5]]','second_wins','win',NULL),
(1,35,'episode',1,1795293744533,'[]',x'01a1ffd88d957000bcf2c555add55938',x'01a1ffd88d9070009503510910a6e53d',1795293744533,'second','visitor','b1-b2 a3xb2 a1xb2 c3-c2','[[1,1,1],[4,0,3]]','second_wins','win',NULL),
(1,36,'episode',1,1795293744534,'[]',x'01a1ffd88d967000ac1eefb3a4f4447b',x'01a1ffd88d9070009503510910a6e53d',1795293744534,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[2,2,1],[10,0,3]]','second_wins','win',NULL),
(1,37,'episode',1,1795293744535,'[]',x'01a1ffd88d977000bfcb0137885e080e',x'01a1ffd88d9070009503510910a6e53d',1795293744535,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL),
(1,38,'episode',1,1795293744536,'[]',x'01a1ffd88d987000b0a4f513a76e5b89',x'01a1ffd88d9070009503510910a6e53d',1795293744536,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[2,2,1],[10,0,3]]','second_wins','win',NULL),
(1,39,'episode',1,1795293744542,'[]',x'01a1ffd88d99700096a3ce740f7f2a12',x'01a1ffd88d9070009503510910a6e53d',1795293744537,'second','visitor','b1-b2 a3xb2 c1xb2 c3-c2 a1-a2 c2-c1','[[1,1,1],[5,0,3],[21,0,5]]','second_wins','win',NULL),
(1,40,'episode',1,1795293744544,'[]',x'01a1ffd88d9f70009e42f317050a5f2a',x'01a1ffd88d9070009503510910a6e53d',1795293744543,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[2,2,1],[8,1,3]]','second_wins','win',NULL),
(1,41,'episode',1,1795293744547,'[]',x'01a1ffd88da17000b56a032dc0fc7bcd',x'01a1ffd88d9070009503510910a6e53d',1795293744545,'second','visitor','c1-c2 b3xc2 b1-b2 c3xb2 a1-a2 b2-b1','[[2,2,1],[9,2,3],[15,1,5]]','second_wins','win',NULL),
(1,42,'episode',1,1795293744549,'[]',x'01a1ffd88da4700087147866d95f1181',x'01a1ffd88d9070009503510910a6e53d',1795293744548,'second','visitor','b1-b2 a3xb2 a1xb2 c3-c2','[[1,1,1],[4,0,3]]','second_wins','win',NULL),
(1,43,'episode',1,1795293744551,'[]',x'01a1ffd88da67000babc60263e8e0f1e',x'01a1ffd88d9070009503510910a6e53d',1795293744550,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[2,2,1],[10,0,3]]','second_wins','win',NULL),
(1,44,'episode',1,1795293744553,'[]',x'01a1ffd88da870009678a32293654f66',x'01a1ffd88d9070009503510910a6e53d',1795293744552,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1xb2 a2-a1','[[2,2,1],[9,3,3],[23,0,5]]','second_wins','win',NULL),
(1,45,'episode',1,1795293744555,'[]',x'01a1ffd88daa700084410f8708da7a9f',x'01a1ffd88d9070009503510910a6e53d',1795293744554,'second','visitor','b1-b2 a3xb2 c1xb2 c3-c2 a1-a2 c2-c1','[[1,1,1],[5,0,3],[21,0,5]]','second_wins','win',NULL),
(1,46,'episode',1,1795293744561,'[]',x'01a1ffd88dac700086cfe08633b2dc07',x'01a1ffd88d9070009503510910a6e53d',1795293744556,'second','visitor','b1-b2 a3xb2 a1xb2 c3-c2','[[1,1,1],[4,0,3]]','second_wins','win',NULL),
(2,1,'start',1,1795293743718,'[[1,0,0,1],[1,1,0,1],[2,0,0,1],[2,1,0,1],[3,0,0,1],[3,1,0,1],[3,2,0,1],[4,0,0,1],[4,1,0,1],[4,2,0,1],[5,0,0,1],[5,1,0,1],[5,2,0,1],[5,3,0,1],[6,0,0,1],[7,0,0,1],[7,1,0,1],[8,0,0,1],[8,1,0,1],[9,0,0,1],[9,1,0,1],[9,2,0,1],[10,0,0,1],[10,1,0,1],[10,2,0,1],[10,3,0,1],[11,0,0,1],[11,1,0,1],[11,2,0,1],[11,3,0,1],[12,0,0,1],[12,1,0,1],[13,0,0,1],[13,1,0,1],[14,0,0,1],[14,1,0,1],[15,0,0,1],[15,1,0,1],[15,2,0,1],[16,0,0,1],[16,1,0,1],[16,2,0,1],[17,0,0,1],[17,1,0,1],[17,2,0,1],[18,0,0,1],[18,1,0,1],[19,0,0,1],[19,1,0,1],[20,0,0,1],[21,0,0,1],[21,1,0,1],[22,0,0,1],[22,1,0,1],[22,2,0,1],[23,0,0,1],[23,1,0,1],[24,0,0,1],[24,1,0,1],[25,0,0,1],[26,0,0,1],[26,1,0,1],[26,2,0,1],[27,0,0,1],[28,0,0,1],[28,1,0,1],[29,0,0,1],[29,1,0,1],[30,0,0,1],[30,1,0,1],[31,0,0,1],[31,1,0,1],[32,0,0,1],[32,1,0,1],[33,0,0,1],[33,1,0,1],[34,0,0,1],[34,1,0,1],[34,2,0,1],[35,0,0,1],[36,0,0,1],[37,0,0,1]]',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'{"why":"put up"}'),
(2,2,'episode',1,1795293744567,'[[3,1,1,0]]',x'01a1ffd88db670009b7ff2165ecc52a4',x'01a1ffd88db57000889db634852b4f64',1795293744566,'second','visitor','a1-a2 c3-c2 a2xb3','[[3,1,1]]','first_wins','loss',NULL),
(2,3,'episode',1,1795293744570,'[[18,1,1,0]]',x'01a1ffd88db97000a792b4ffce26a068',x'01a1ffd88db57000889db634852b4f64',1795293744569,'second','visitor','b1-b2 a3-a2 c1-c2 b3xc2 b2-b3','[[2,0,1],[18,1,3]]','first_wins','loss',NULL),
(2,4,'episode',1,1795293744572,'[[18,0,1,0]]',x'01a1ffd88dbb7000a3c57436b9fe38a2',x'01a1ffd88db57000889db634852b4f64',1795293744571,'second','visitor','b1-b2 c3-c2 a1-a2 a3xb2 a2xb3','[[2,0,1],[18,0,3]]','first_wins','loss',NULL),
(2,5,'episode',1,1795293744574,'[[3,2,1,2],[6,0,1,2]]',x'01a1ffd88dbd7000a4984116be987d38',x'01a1ffd88db57000889db634852b4f64',1795293744573,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,6,'episode',1,1795293744576,'[[3,2,2,3],[6,0,2,3]]',x'01a1ffd88dbf70009757409493f2b0e2',x'01a1ffd88db57000889db634852b4f64',1795293744575,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,7,'episode',1,1795293744578,'[[3,2,3,4],[5,3,1,2],[30,0,1,2]]',x'01a1ffd88dc17000bdff91a16258fd53',x'01a1ffd88db57000889db634852b4f64',1795293744577,'second','visitor','c1-c2 b3xc2 b1-b2 a3xb2 a1xb2 c2-c1','[[3,2,1],[5,3,3],[30,0,5]]','second_wins','win',NULL),
(2,8,'episode',1,1795293744581,'[[3,2,4,5],[5,3,2,3],[29,0,1,2]]',x'01a1ffd88dc370009f5765cff298e037',x'01a1ffd88db57000889db634852b4f64',1795293744579,'second','visitor','c1-c2 b3xc2 b1-b2 a3xb2 a1-a2 c2-c1','[[3,2,1],[5,3,3],[29,0,5]]','second_wins','win',NULL),
(2,9,'episode',1,1795293744582,'[[3,2,5,6],[6,0,3,4]]',x'01a1ffd88dc67000ac70750428deeb5e',x'01a1ffd88db57000889db634852b4f64',1795293744582,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,10,'episode',1,1795293744584,'[[3,2,6,7],[6,0,4,5]]',x'01a1ffd88dc77000ad57c218f2f6e02b',x'01a1ffd88db57000889db634852b4f64',1795293744583,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,11,'episode',1,1795293744586,'[[3,2,7,8],[6,0,5,6]]',x'01a1ffd88dc970008bf6754a7f566019',x'01a1ffd88db57000889db634852b4f64',1795293744585,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,12,'episode',1,1795293744587,'[[3,2,8,9],[7,0,1,2]]',x'01a1ffd88dca7000a463cca72b6db993',x'01a1ffd88db57000889db634852b4f64',1795293744586,'second','visitor','a1-a2 b3xa2 c1-c2 a2-a1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,13,'episode',1,1795293744589,'[[5,1,1,0]]',x'01a1ffd88dcc70009c5b332b85a71201',x'01a1ffd88db57000889db634852b4f64',1795293744588,'second','visitor','a1-a2 b3xa2 b1-b2 c3-c2 b2-b3','[[3,2,1],[5,1,3]]','first_wins','loss',NULL),
(2,14,'episode',1,1795293744591,'[[3,2,9,10],[7,0,2,3]]',x'01a1ffd88dce7000b1dd01190c6973b3',x'01a1ffd88db57000889db634852b4f64',1795293744590,'second','visitor','c1-c2 b3xc2 a1-a2 c2-c1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,15,'episode',1,1795293744605,'[[3,2,10,11],[7,1,1,2]]',x'01a1ffd88ddc7000a4feff73183604d4',x'01a1ffd88db57000889db634852b4f64',1795293744604,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[3,2,1],[7,1,3]]','second_wins','win',NULL),
(2,16,'episode',1,1795293744609,'[[3,2,11,12],[7,1,2,3]]',x'01a1ffd88de0700082e31c6ab8411725',x'01a1ffd88db57000889db634852b4f64',1795293744608,'second','visitor','a1-a2 b3xa2 c1-c2 a2xb1','[[3,2,1],[7,1,3]]','second_wins','win',NULL),
(2,17,'episode',1,1795293744612,'[[2,0,1,0]]',x'01a1ffd88de37000b74c44cbef1dcbdf',x'01a1ffd88db57000889db634852b4f64',1795293744611,'second','visitor','b1-b2 a3-a2 c1-c2','[[2,0,1]]','first_wins','resign',NULL),
(2,18,'episode',1,1795293744615,'[[3,2,12,13],[5,3,3,4],[30,0,2,3]]',x'01a1ffd88de670009edbd0f85d16bcb1',x'01a1ffd88db57000889db634852b4f64',1795293744614,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1xb2 a2-a1','[[3,2,1],[5,3,3],[30,0,5]]','second_wins','win',NULL),
(2,19,'episode',1,1795293744619,'[[3,2,13,14],[6,0,6,7]]',x'01a1ffd88dea7000ac14925b026ffe5a',x'01a1ffd88db57000889db634852b4f64',1795293744618,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,20,'episode',1,1795293744622,'[[3,2,14,15],[7,1,3,4]]',x'01a1ffd88dee7000adfe05724367cb6b',x'01a1ffd88db57000889db634852b4f64',1795293744622,'second','visitor','c1-c2 b3xc2 a1-a2 c2xb1','[[3,2,1],[7,1,3]]','second_wins','win',NULL),
(2,21,'episode',1,1795293744625,'[[3,2,15,16],[7,0,3,4]]',x'01a1ffd88df17000a4018ec5e59a9efb',x'01a1ffd88db57000889db634852b4f64',1795293744625,'second','visitor','c1-c2 b3xc2 a1-a2 c2-c1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,22,'episode',1,1795293744631,'[[3,2,16,17],[5,3,4,5],[29,0,2,3]]',x'01a1ffd88df67000982066dcfbdd1b88',x'01a1ffd88df57000bcb5c472f1687037',1795293744630,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1-c2 a2-a1','[[3,2,1],[5,3,3],[29,0,5]]','second_wins','win',NULL),
(2,23,'episode',1,1795293744634,'[[23,1,1,0]]',x'01a1ffd88df9700088527b367fe52a64',x'01a1ffd88df57000bcb5c472f1687037',1795293744633,'second','visitor','b1-b2 a3xb2 c1xb2 c3-c2 a1-a2 b3xa2 b2-b3','[[2,1,1],[12,0,3],[23,1,5]]','first_wins','loss',NULL),
(2,24,'episode',1,1795293744637,'[[3,2,17,18],[5,3,5,6],[30,0,3,4]]',x'01a1ffd88dfc700092d423a6828feeb8',x'01a1ffd88df57000bcb5c472f1687037',1795293744636,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1xb2 a2-a1','[[3,2,1],[5,3,3],[30,0,5]]','second_wins','win',NULL),
(2,25,'episode',1,1795293744641,'[[2,1,1,2],[17,2,1,2],[30,0,4,5]]',x'01a1ffd88e007000942129357b173967',x'01a1ffd88df57000bcb5c472f1687037',1795293744640,'second','visitor','b1-b2 a3xb2 c1-c2 b3xc2 a1xb2 c2-c1','[[2,1,1],[17,2,3],[30,0,5]]','second_wins','win',NULL),
(2,26,'episode',1,1795293744644,'[[3,2,18,19],[5,0,1,2]]',x'01a1ffd88e0370008bd46596a58fb664',x'01a1ffd88df57000bcb5c472f1687037',1795293744643,'second','visitor','a1-a2 b3xa2 b1-b2 a2-a1','[[3,2,1],[5,0,3]]','second_wins','win',NULL),
(2,27,'episode',1,1795293744647,'[[13,1,1,0]]',x'01a1ffd88e067000881de7dc485b3f55',x'01a1ffd88df57000bcb5c472f1687037',1795293744646,'second','visitor','b1-b2 c3xb2 c1xb2 a3xb2 a1xb2','[[2,1,1],[13,1,3]]','first_wins','loss',NULL),
(2,28,'episode',1,1795293744650,'[[3,2,19,20],[7,0,4,5]]',x'01a1ffd88e097000af4662c1d702eafc',x'01a1ffd88df57000bcb5c472f1687037',1795293744649,'second','visitor','c1-c2 b3xc2 a1-a2 c2-c1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,29,'episode',1,1795293744653,'[[2,1,2,3],[17,2,2,3],[30,1,1,2]]',x'01a1ffd88e0c7000a2b6b8c01aaf52f9',x'01a1ffd88df57000bcb5c472f1687037',1795293744652,'second','visitor','b1-b2 a3xb2 c1-c2 b3xc2 a1xb2 c3xb2','[[2,1,1],[17,2,3],[30,1,5]]','second_wins','win',NULL),
(2,30,'episode',1,1795293744656,'[[3,2,20,21],[7,0,5,6]]',x'01a1ffd88e0f7000a5a66e101d0a28c7',x'01a1ffd88df57000bcb5c472f1687037',1795293744655,'second','visitor','c1-c2 b3xc2 a1-a2 c2-c1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,31,'episode',1,1795293744659,'[[3,2,21,22],[5,3,6,7],[30,1,2,3]]',x'01a1ffd88e12700096130edbaf73acf2',x'01a1ffd88df57000bcb5c472f1687037',1795293744658,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1xb2 a3xb2','[[3,2,1],[5,3,3],[30,1,5]]','second_wins','win',NULL),
(2,32,'episode',1,1795293744662,'[[2,1,3,4],[11,0,1,2]]',x'01a1ffd88e157000a49e7bd4e4fb370b',x'01a1ffd88df57000bcb5c472f1687037',1795293744661,'second','visitor','b1-b2 a3xb2 a1-a2 b2-b1','[[2,1,1],[11,0,3]]','second_wins','win',NULL),
(2,33,'episode',1,1795293744665,'[[3,2,22,23],[6,0,7,8]]',x'01a1ffd88e187000974da8ac44c3da36',x'01a1ffd88df57000bcb5c472f1687037',1795293744664,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,34,'episode',1,1795293744671,'[[2,1,4,5],[11,0,2,3]]',x'01a1ffd88e1c7000b53e08c39ee6b5d0',x'01a1ffd88df57000bcb5c472f1687037',1795293744668,'second','visitor','b1-b2 a3xb2 a1-a2 b2-b1','[[2,1,1],[11,0,3]]','second_wins','win',NULL),
(2,35,'episode',1,1795293744674,'[[3,2,23,24],[5,3,7,8],[30,0,5,6]]',x'01a1ffd88e217000a6ccfb8e6d1099a0',x'01a1ffd88df57000bcb5c472f1687037',1795293744673,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1xb2 a2-a1','[[3,2,1],[5,3,3],[30,0,5]]','second_wins','win',NULL),
(2,36,'episode',1,1795293744677,'[[3,2,24,25],[7,0,6,7]]',x'01a1ffd88e24700098678dedb4ee82f0',x'01a1ffd88df57000bcb5c472f1687037',1795293744676,'second','visitor','a1-a2 b3xa2 c1-c2 a2-a1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,37,'episode',1,1795293744680,'[[3,2,25,26],[5,3,8,9],[29,0,3,4]]',x'01a1ffd88e27700093dbb5d997b742ce',x'01a1ffd88df57000bcb5c472f1687037',1795293744679,'second','visitor','c1-c2 b3xc2 b1-b2 a3xb2 a1-a2 c2-c1','[[3,2,1],[5,3,3],[29,0,5]]','second_wins','win',NULL),
(2,38,'episode',1,1795293744684,'[[2,1,5,6],[11,3,1,2],[26,0,1,2]]',x'01a1ffd88e2b7000a3b23f265d51dccd',x'01a1ffd88df57000bcb5c472f1687037',1795293744683,'second','visitor','b1-b2 a3xb2 a1-a2 b3xa2 c1xb2 a2-a1','[[2,1,1],[11,3,3],[26,0,5]]','second_wins','win',NULL),
(2,39,'episode',1,1795293744687,'[[2,1,6,7],[12,0,1,2],[23,0,1,2]]',x'01a1ffd88e2e7000803d198718de2485',x'01a1ffd88df57000bcb5c472f1687037',1795293744686,'second','visitor','b1-b2 c3xb2 a1xb2 a3-a2 c1-c2 a2-a1','[[2,1,1],[12,0,3],[23,0,5]]','second_wins','win',NULL),
(2,40,'episode',1,1795293744690,'[[3,2,26,27],[6,0,8,9]]',x'01a1ffd88e327000af04e864d1a5f69e',x'01a1ffd88df57000bcb5c472f1687037',1795293744690,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,41,'episode',1,1795293744693,'[[3,2,27,28],[7,0,7,8]]',x'01a1ffd88e347000a300c42a4d75ad93',x'01a1ffd88df57000bcb5c472f1687037',1795293744692,'second','visitor','a1-a2 b3xa2 c1-c2 a2-a1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,42,'episode',1,1795293744698,'[[3,2,28,29],[6,0,9,10]]',x'01a1ffd88e3970019015c860815ae028',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744697,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,43,'episode',1,1795293744705,'[[2,1,7,8],[13,0,1,2]]',x'01a1ffd88e407000bd5738c0f75495a6',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744704,'second','visitor','b1-b2 c3xb2 c1xb2 a3-a2','[[2,1,1],[13,0,3]]','second_wins','win',NULL),
(2,44,'episode',1,1795293744708,'[[3,2,29,30],[6,0,10,11]]',x'01a1ffd88e437000a8f4593fcbdfc930',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744707,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,45,'episode',1,1795293744710,'[[2,1,8,9],[12,0,2,3],[23,0,2,3]]',x'01a1ffd88e45700095d107e47662a92d',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744709,'second','visitor','b1-b2 a3xb2 c1xb2 c3-c2 a1-a2 c2-c1','[[2,1,1],[12,0,3],[23,0,5]]','second_wins','win',NULL),
(2,46,'episode',1,1795293744713,'[[2,1,9,10],[11,0,3,4]]',x'01a1ffd88e487000b28b19c30a0526c0',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744712,'second','visitor','b1-b2 a3xb2 a1-a2 b2-b1','[[2,1,1],[11,0,3]]','second_wins','win',NULL),
(2,47,'episode',1,1795293744715,'[[3,2,30,31],[6,0,11,12]]',x'01a1ffd88e4a70009f7b2555c17dae00',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744714,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,48,'episode',1,1795293744722,'[[3,2,31,32],[6,0,12,13]]',x'01a1ffd88e4c7000aebbae337410eb51',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744716,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,49,'episode',1,1795293744725,'[[3,2,32,33],[5,3,9,10],[30,0,6,7]]',x'01a1ffd88e547000afd0cf74cc6f4265',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744724,'second','visitor','c1-c2 b3xc2 b1-b2 a3xb2 a1xb2 c2-c1','[[3,2,1],[5,3,3],[30,0,5]]','second_wins','win',NULL),
(2,50,'episode',1,1795293744727,'[[3,2,33,34],[7,0,8,9]]',x'01a1ffd88e5770009ded89be579e2845',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744727,'second','visitor','a1-a2 b3xa2 c1-c2 a2-a1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,51,'episode',1,1795293744730,'[[3,2,34,35],[7,0,9,10]]',x'01a1ffd88e597000b6af213acd88466c',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744729,'second','visitor','a1-a2 b3xa2 c1-c2 a2-a1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,52,'episode',1,1795293744733,'[[2,1,10,11],[17,2,3,4],[29,0,4,5]]',x'01a1ffd88e5c70009d22f20524252752',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744732,'second','visitor','b1-b2 c3xb2 a1-a2 b3xa2 c1-c2 a2-a1','[[2,1,1],[17,2,3],[29,0,5]]','second_wins','win',NULL),
(2,53,'episode',1,1795293744735,'[[3,2,35,36],[7,0,10,11]]',x'01a1ffd88e5e70009e0369745b152037',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744734,'second','visitor','a1-a2 b3xa2 c1-c2 a2-a1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,54,'episode',1,1795293744738,'[[3,2,36,37],[7,0,11,12]]',x'01a1ffd88e6170009cd1b6b15f86cc46',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744737,'second','visitor','c1-c2 b3xc2 a1-a2 c2-c1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,55,'episode',1,1795293744740,'[[3,2,37,38],[5,3,10,11],[29,0,5,6]]',x'01a1ffd88e647000b10a0bcec6850a47',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744740,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1-c2 a2-a1','[[3,2,1],[5,3,3],[29,0,5]]','second_wins','win',NULL),
(2,56,'episode',1,1795293744743,'[[3,2,38,39],[6,0,13,14]]',x'01a1ffd88e667000b16503eec250a3f8',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744742,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,57,'episode',1,1795293744745,'[[3,2,39,40],[5,3,11,12],[29,0,6,7]]',x'01a1ffd88e6970008a3af718182e2488',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744745,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1-c2 a2-a1','[[3,2,1],[5,3,3],[29,0,5]]','second_wins','win',NULL),
(2,58,'episode',1,1795293744747,'[[3,2,40,41],[6,0,14,15]]',x'01a1ffd88e6b700090fe020ba74b1e97',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744747,'second','visitor','c1-c2 b3xc2 b1xc2 a3-a2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,59,'episode',1,1795293744750,'[[3,2,41,42],[6,0,15,16]]',x'01a1ffd88e6d700099c8dfdf7be7ea84',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744749,'second','visitor','a1-a2 b3xa2 b1xa2 c3-c2','[[3,2,1],[6,0,3]]','second_wins','win',NULL),
(2,60,'episode',1,1795293744752,'[[3,2,42,43],[7,0,12,13]]',x'01a1ffd88e707000b9d2fbb639c4a46b',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744752,'second','visitor','c1-c2 b3xc2 a1-a2 c2-c1','[[3,2,1],[7,0,3]]','second_wins','win',NULL),
(2,61,'episode',1,1795293744755,'[[3,2,43,44],[5,3,12,13],[29,0,7,8]]',x'01a1ffd88e727000a88758b0cb063ca8',x'01a1ffd88e397000ae0936c33eaa22d7',1795293744754,'second','visitor','a1-a2 b3xa2 b1-b2 c3xb2 c1-c2 a2-a1','[[3,2,1],[5,3,3],[29,0,5]]','second_wins','win',NULL);

INSERT INTO beads VALUES
(1,1,1,1,1795293743715,0,0,0,0,0,0,0,0,'[[1,1],[1,1,1],[1,1,1],[1,1],[1,1],[1,1],[1,1,1,1],[1,1],[1,1,1,1],[1],[1,1,1],[1,1,1],[1,1],[1,1],[1,1],[1,1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1]]'),
(2,1,1,1,1795293743718,0,0,0,0,0,0,0,0,'[[1,1],[1,1],[1,1,1],[1,1,1],[1,1,1,1],[1],[1,1],[1,1],[1,1,1],[1,1,1,1],[1,1,1,1],[1,1],[1,1],[1,1],[1,1,1],[1,1,1],[1,1,1],[1,1],[1,1],[1],[1,1],[1,1,1],[1,1],[1,1],[1],[1,1,1],[1],[1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1,1,1],[1],[1],[1]]'),
(2,29,1,1,1795293744653,28,21,0,7,28,21,0,7,'[[1,1],[0,3],[1,0,20],[1,1,1],[2,0,1,6],[7],[5,4],[1,1],[1,1,1],[1,1,1,1],[1,1,1,1],[1,1],[1,0],[1,1],[1,1,1],[1,1,1],[1,1,3],[0,0],[1,1],[1],[1,1],[1,1,1],[1,0],[1,1],[1],[1,1,1],[1],[1,1],[3,1],[5,2],[1,1],[1,1],[1,1],[1,1,1],[1],[1],[1]]'),
(2,54,1,1,1795293744738,53,46,0,7,53,46,0,7,'[[1,1],[0,11],[1,0,37],[1,1,1],[2,0,1,10],[13],[12,4],[1,1],[1,1,1],[1,1,1,1],[4,1,1,2],[3,1],[2,0],[1,1],[1,1,1],[1,1,1],[1,1,4],[0,0],[1,1],[1],[1,1],[1,1,1],[3,0],[1,1],[1],[2,1,1],[1],[1,1],[5,1],[7,3],[1,1],[1,1],[1,1],[1,1,1],[1],[1],[1]]');

PRAGMA user_version = 1;
PRAGMA application_id = 1296387649;
COMMIT;
