-- Menagerie, schema 3: a log that is cheap to append to, and the curator's acts.
--
-- A log row is found by one number made of its machine and its seq, so that an append is one step in one
-- b-tree. Where an episode, a visit or a box is looked for, index.db beside this file tells the rows; it is
-- made from the log and can be thrown away. The acts of `log` are start, fork (the first row of a machine
-- that was copied from another one), reset, rewind, unteach, freeze, thaw and topup; `detail` says why
-- ("put up", "dry" or "curator") and what it was about: rewind `to` a seq, unteach a `visit`, fork of a
-- `machine` at a `seq`, topup `to` so many beads of each colour; reset has the figures of the era that ended.
-- All beads follow from the list of effective episodes: an episode and a topup append themselves, unteach
-- takes a visit's episodes out, rewind brings back the list of that seq, fork copies a list, reset begins an
-- empty one. `episodes` is how many a rewound, untaught or forked list holds.

DROP VIEW episodes;
DROP VIEW bead_history;
DROP VIEW boxes_now;

-- One row an episode and one row an act, gap-free for each machine.
CREATE TABLE log_3 (
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
) STRICT;

INSERT INTO log_3(row, kind, era, time_ms, changes, id, visit, started_ms, seat, opponent, moves, trace, outcome, reason, detail)
SELECT (machine << 40) | seq, kind, era, time_ms, changes, id, visit, started_ms, seat, opponent, moves, trace, outcome, reason, detail
FROM log ORDER BY machine, seq;
DROP TABLE log;
ALTER TABLE log_3 RENAME TO log;

-- The acts: few among millions of episodes.
CREATE INDEX log_acts ON log(row) WHERE kind <> 'episode';

ALTER TABLE beads ADD COLUMN dry_seq INTEGER;  -- where it had run dry: the row that took the last bead of a box that it opens with
ALTER TABLE beads ADD COLUMN dry_ms INTEGER;   -- and that row's time
ALTER TABLE beads ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0;  -- 1 where the machine was frozen: it plays and learns nothing

-- Episodes as people read them: one row each. Against itself a machine has no result.
CREATE VIEW episodes AS
SELECT m.name AS machine,
       l.seq AS seq,
       l.era AS era,
       strftime('%Y-%m-%dT%H:%M:%fZ', l.time_ms / 1000.0, 'unixepoch') AS time,
       lower(hex(l.id)) AS episode,
       lower(hex(l.visit)) AS visit,
       l.seat AS seat,
       l.opponent AS opponent,
       CASE WHEN l.opponent = 'itself' THEN NULL
            WHEN l.outcome = 'draw' THEN 'draw'
            WHEN (l.outcome = 'first_wins') = (l.seat = 'first') THEN 'win'
            ELSE 'loss' END AS result,
       l.reason AS reason,
       l.moves AS moves
FROM machine m CROSS JOIN log l ON l.row > m.machine << 40 AND l.row < (m.machine + 1) << 40
WHERE l.kind = 'episode';

-- Every bead that ever moved: one row a bead change. Against itself each side has its own reason.
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
       CASE WHEN c.value ->> 4 = 1 THEN 'propagate'
            WHEN l.opponent = 'itself' AND l.outcome <> 'draw'
              THEN CASE WHEN c.value ->> 3 > c.value ->> 2 THEN 'win' ELSE 'loss' END
            ELSE coalesce(l.reason, l.kind) END AS reason
FROM machine m  -- CROSS JOIN: in this order, whatever the planner thinks
CROSS JOIN log l ON l.row > m.machine << 40 AND l.row < (m.machine + 1) << 40
CROSS JOIN json_each(l.changes) c
CROSS JOIN box x ON x.machine = m.machine AND x.number = c.value ->> 0
CROSS JOIN bead b ON b.machine = m.machine AND b.number = c.value ->> 0 AND b.bead = c.value ->> 1;

-- What is in every box now: the newest snapshot and what the log has changed since.
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
