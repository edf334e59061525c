-- Menagerie on PostgreSQL, schema 1: the house, its machines and their logs.
--
-- The same record as on SQLite (schema/sqlite), with the same columns and the same views for people. The log is
-- the truth: a machine's beads at seq n are the fold of its rule over its log up to n. Rows of `log` are only ever
-- appended; seqs come from the locked row of `head`, never from a sequence. Numbers of boxes count from 1, as on
-- their labels; numbers of beads and plies from 0. Times are milliseconds since 1970, UTC.

-- The house: one row.
CREATE TABLE house (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  key bytea CHECK (length(key) = 32)  -- signs the tickets and visits of every server
);
INSERT INTO house DEFAULT VALUES;

-- Every machine that was created.
CREATE TABLE machine (
  machine    integer PRIMARY KEY,   -- its number, from 1
  name       text NOT NULL UNIQUE,  -- its name in commands and addresses, such as menace
  title      text NOT NULL,         -- its name for people
  maker      text NOT NULL,         -- who made it first, where and when
  story      text NOT NULL,         -- one sentence about it
  colour     text NOT NULL,         -- of its labels, as #rrggbb
  game       text NOT NULL,         -- the game that it plays
  seat       text NOT NULL,         -- first, second or either: the side that it plays
  rule       text NOT NULL,         -- its learning rule
  convention text NOT NULL,         -- how positions are merged into boxes: canonical, raw, gardner-24, tretyakov-24
  created_ms bigint NOT NULL        -- when it was created
);

-- Where each log ends, and which server may append to it. Narrow, because every commit changes a row of it;
-- half of each page is left free, so that the new version of a row goes beside the old one. Row 0 stands for the
-- house itself: who holds it puts up machines.
CREATE TABLE head (
  machine integer PRIMARY KEY,
  seq     bigint NOT NULL DEFAULT 0,             -- of the last row of the log
  chain   bytea NOT NULL DEFAULT ''::bytea,      -- of that row
  holder  text NOT NULL DEFAULT '',              -- the server that writes this log; empty: none
  fence   bigint NOT NULL DEFAULT 0,             -- grows with each new holder: a commit that names an older one is refused
  expires timestamptz NOT NULL DEFAULT '-infinity'  -- when another server may take it
) WITH (fillfactor = 50);
INSERT INTO head(machine) VALUES (0);

-- The matchboxes of each machine: names for the numbers that the log uses.
CREATE TABLE box (
  machine integer NOT NULL REFERENCES machine,  -- whose box
  number  integer NOT NULL,                     -- on its label
  box     text NOT NULL,                        -- the position on its label, as text
  turn    integer NOT NULL,                     -- the machine's earliest move in which it can be met
  PRIMARY KEY (machine, number)
);

-- The colours of beads in each box: names for the numbers that the log uses.
CREATE TABLE bead (
  machine integer NOT NULL,  -- whose bead
  number  integer NOT NULL,  -- of its box
  bead    integer NOT NULL,  -- which of the box's beads, from 0
  move    text NOT NULL,     -- its name: the first move of its orbit
  orbit   text NOT NULL,     -- every move that it stands for, with spaces between
  start   bigint,            -- beads when its box was made; null where it was there from the beginning
  PRIMARY KEY (machine, number, bead)
);

-- One row an episode and one row an act, gap-free for each machine.
CREATE TABLE log (
  machine    integer NOT NULL,  -- whose log
  seq        bigint NOT NULL,   -- number of the row in that log, from 1
  kind       text NOT NULL,     -- episode, or the act: start, fork, reset, rewind, unteach, freeze, thaw, topup
  era        integer NOT NULL,  -- the machine's life that the row belongs to, from 1
  time_ms    bigint NOT NULL,   -- when it was learned
  changes    text NOT NULL,     -- bead changes, a JSON array of [box number, bead, count before, count after]
  id         uuid,              -- episodes: their id, time-ordered (UUIDv7); none twice
  visit      uuid,              -- episodes: the visit that played
  started_ms bigint,            -- episodes: when play began
  seat       text,              -- episodes: the side that the machine played, first or second
  opponent   text,              -- episodes: who played the other side, visitor or itself
  moves      text,              -- episodes: the moves with spaces between
  trace      text,              -- episodes: the beads drawn, a JSON array of [box number, bead, ply]
  outcome    text,              -- episodes: first_wins, draw or second_wins
  reason     text,              -- episodes: the machine's result: win, draw, loss, or resign (a loss at an empty box)
  detail     text,              -- acts: what it was about, a JSON object
  clock_back boolean,           -- true where the clock was put back before this row, by a day or more
  fence      bigint NOT NULL,   -- of the holder that wrote it
  chain      bytea NOT NULL,    -- BLAKE2b of the chain of the row before and of what this row says
  PRIMARY KEY (machine, seq),
  CONSTRAINT log_id UNIQUE (id)
);
CREATE INDEX log_visit ON log(visit, machine, seq) WHERE visit IS NOT NULL;
CREATE INDEX log_acts ON log(machine, seq) WHERE kind <> 'episode';
CREATE INDEX log_clock ON log(machine, seq) WHERE clock_back;

-- Which boxes the rows of a log changed, by blocks of 256 seqs. Made from the log, and can be thrown away:
-- the server that writes makes it again.
CREATE TABLE box_block (
  machine integer NOT NULL,
  block   bigint NOT NULL,     -- seq / 256; only blocks that are full
  boxes   integer[] NOT NULL,  -- the numbers of the boxes that changed
  PRIMARY KEY (machine, block)
);

-- Snapshots: a machine's beads and figures as they were after a row of its log.
CREATE TABLE beads (
  machine      integer NOT NULL REFERENCES machine,  -- whose beads
  seq          bigint NOT NULL,                      -- after which row
  era          integer NOT NULL,                     -- of that row
  era_seq      bigint NOT NULL,                      -- the act that began that era
  time_ms      bigint NOT NULL,                      -- of that row
  episodes     bigint NOT NULL,                      -- learned so far, in all eras
  wins         bigint NOT NULL,                      -- of these the machine won
  draws        bigint NOT NULL,                      -- were drawn
  losses       bigint NOT NULL,                      -- the machine lost
  era_episodes bigint NOT NULL,                      -- learned so far in this era
  era_wins     bigint NOT NULL,                      -- of these the machine won
  era_draws    bigint NOT NULL,                      -- were drawn
  era_losses   bigint NOT NULL,                      -- the machine lost
  counts       text NOT NULL,                        -- a JSON array, box by box, of arrays, bead by bead
  frozen       boolean NOT NULL,                     -- it plays and learns nothing
  dry_seq      bigint,                               -- where it had run dry: the row that took the last bead
  dry_ms       bigint,                               -- and that row's time
  PRIMARY KEY (machine, seq)
);

-- Episodes as people read them: one row each.
CREATE VIEW episodes AS
SELECT m.name AS machine,
       l.seq,
       l.id::text AS id,
       l.era,
       to_char(to_timestamp(l.time_ms / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time,
       to_char(to_timestamp(l.started_ms / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started,
       l.visit::text AS visit,
       l.seat,
       l.opponent,
       CASE WHEN l.outcome = 'draw' THEN 'draw'
            WHEN (l.outcome = 'first_wins') = (l.seat = 'first') THEN 'win'
            ELSE 'loss' END AS outcome,
       l.reason,
       l.moves,
       jsonb_array_length(l.changes::jsonb) AS changes
FROM log l JOIN machine m USING (machine)
WHERE l.kind = 'episode';

-- Every bead that ever moved: one row a bead change. Against itself each side has its own reason.
CREATE VIEW bead_history AS
SELECT m.name AS machine,
       l.seq,
       c.ordinal,
       to_char(to_timestamp(l.time_ms / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time,
       l.era,
       l.id::text AS episode,
       x.turn,
       x.box,
       b.move,
       (c.value ->> 2)::bigint AS before,
       (c.value ->> 3)::bigint AS after,
       CASE WHEN (c.value ->> 4)::integer = 1 THEN 'propagate'
            WHEN l.opponent = 'itself' AND l.outcome <> 'draw'
              THEN CASE WHEN (c.value ->> 3)::bigint > (c.value ->> 2)::bigint THEN 'win' ELSE 'loss' END
            ELSE coalesce(l.reason, l.kind) END AS reason
FROM log l
JOIN machine m USING (machine)
CROSS JOIN LATERAL jsonb_array_elements(l.changes::jsonb) WITH ORDINALITY c(value, ordinal)
JOIN box x ON x.machine = l.machine AND x.number = (c.value ->> 0)::integer
JOIN bead b ON b.machine = l.machine AND b.number = (c.value ->> 0)::integer AND b.bead = (c.value ->> 1)::integer;

-- What is in every box now: the newest snapshot and what the log has changed since.
CREATE VIEW boxes_now AS
WITH newest AS (
  SELECT DISTINCT ON (machine) machine, seq, counts FROM beads ORDER BY machine, seq DESC
), kept AS (
  SELECT n.machine, box.number, bead.number - 1 AS bead, (bead.value #>> '{}')::bigint AS count
  FROM newest n
  CROSS JOIN LATERAL jsonb_array_elements(n.counts::jsonb) WITH ORDINALITY box(value, number)
  CROSS JOIN LATERAL jsonb_array_elements(box.value) WITH ORDINALITY bead(value, number)
), since AS (
  SELECT DISTINCT ON (l.machine, c.value ->> 0, c.value ->> 1)
         l.machine, (c.value ->> 0)::integer AS number, (c.value ->> 1)::integer AS bead, (c.value ->> 3)::bigint AS count
  FROM newest n
  JOIN log l ON l.machine = n.machine AND l.seq > n.seq
  CROSS JOIN LATERAL jsonb_array_elements(l.changes::jsonb) WITH ORDINALITY c(value, ordinal)
  ORDER BY l.machine, c.value ->> 0, c.value ->> 1, l.seq DESC, c.ordinal DESC
)
SELECT m.name AS machine,
       b.number,
       x.turn,
       x.box,
       b.move,
       coalesce(since.count, kept.count, b.start) AS count
FROM bead b
JOIN machine m USING (machine)
JOIN box x ON x.machine = b.machine AND x.number = b.number
LEFT JOIN kept ON kept.machine = b.machine AND kept.number = b.number AND kept.bead = b.bead
LEFT JOIN since ON since.machine = b.machine AND since.number = b.number AND since.bead = b.bead;
