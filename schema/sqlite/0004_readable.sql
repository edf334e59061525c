-- Menagerie, schema 4: views whose columns join with CSV and JSON, and clocks that were wrong.
--
-- The views name and write everything as the CSV and JSON lists do: ids as UUIDs with dashes, `id` and `outcome` of an
-- episode (before: `episode` and `result`), and an episode against itself has the first player's outcome.
--
-- Times never decrease in a log, but in a row whose `clock_back` is 1: a day or more before it the log was stamped by a
-- clock that was ahead, and had been put right when this row was learned. The rows before it that tell a later time keep
-- what they tell; they were learned before this one, and filters by time take them so.

DROP VIEW episodes;
DROP VIEW bead_history;

ALTER TABLE log ADD COLUMN clock_back INTEGER;  -- 1 where the clock was put back before this row, by a day or more

-- The rows behind which times go back: hardly ever one.
CREATE INDEX log_clock ON log(row) WHERE clock_back IS NOT NULL;

-- Episodes as people read them: one row each. Against itself a machine has the first player's outcome.
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

-- Every bead that ever moved: one row a bead change. Against itself each side has its own reason.
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
CROSS JOIN bead b ON b.machine = m.machine AND b.number = c.value ->> 0 AND b.bead = c.value ->> 1;
