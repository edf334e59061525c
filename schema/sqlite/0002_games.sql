-- Menagerie, schema 2: games too large to be listed, machines that teach themselves, rules that propagate.
--
-- A machine of a game that is not listed makes a box when it first draws from it; the box keeps the count
-- that it was made with. In `log`: the opponent of an episode is visitor, or itself where the machine drew
-- for both sides (its trace then holds the draws of both, and its result is the first player's); a change
-- with a fifth number, 1, was made by propagation. In `machine`: a rule is a preset's name with any options
-- behind it, and a convention can be tretyakov-24.

ALTER TABLE bead ADD COLUMN start INTEGER;  -- beads when its box was made; null where it was there from the beginning

DROP VIEW episodes;
DROP VIEW bead_history;
DROP VIEW boxes_now;

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
FROM log l JOIN machine m USING (machine)
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
