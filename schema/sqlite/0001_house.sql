-- Menagerie, schema 1: the house, its machines and their logs.
--
-- The log is the truth: a machine's beads at seq n are the fold of its rule over its log up to n. The
-- table `beads` (snapshots) only makes a start quick, and the views are for people. Rows of `log` are
-- only ever appended. Numbers of boxes count from 1, as on their labels; numbers of beads and plies
-- from 0. Times are milliseconds since 1970, UTC. `menagerie verify` recomputes all of it.

-- The machines that were ever put up.
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

-- The matchboxes of each machine: names for the numbers that the log uses.
CREATE TABLE box (
  machine INTEGER NOT NULL REFERENCES machine,  -- whose box
  number  INTEGER NOT NULL,                     -- on its label
  box     TEXT NOT NULL,                        -- the position on its label, as text
  turn    INTEGER NOT NULL,                     -- the machine's earliest move in which it can be met
  PRIMARY KEY (machine, number)
) STRICT, WITHOUT ROWID;

-- The colours of beads in each box: names for the numbers that the log uses.
CREATE TABLE bead (
  machine INTEGER NOT NULL,  -- whose bead
  number  INTEGER NOT NULL,  -- of its box
  bead    INTEGER NOT NULL,  -- which of the box's beads, from 0
  move    TEXT NOT NULL,     -- its name: the first move of its orbit
  orbit   TEXT NOT NULL,     -- every move that it stands for, with spaces between
  PRIMARY KEY (machine, number, bead),
  FOREIGN KEY (machine, number) REFERENCES box
) STRICT, WITHOUT ROWID;

-- One row an episode and one row an act, gap-free for each machine.
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

-- Snapshots: a machine's beads and figures as they were after a row of its log.
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

-- Episodes as people read them: one row each.
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

-- Every bead that ever moved: one row a bead change.
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

-- What is in every box now: the newest snapshot and what the log has changed since.
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
