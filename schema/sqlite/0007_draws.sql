-- Menagerie, schema 7: the view draws, and one meaning for `changes`: the list of bead changes. How many there are is
-- `change_count`, here as in CSV and JSON.

DROP VIEW episodes;

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
       json_array_length(l.changes) AS change_count
FROM machine m CROSS JOIN log l ON l.row > m.machine << 40 AND l.row < (m.machine + 1) << 40
WHERE l.kind = 'episode';

-- Every bead that was ever drawn: one row a draw. `move` is the bead's name and `played` the move on the board. How many
-- such beads the box had, and their odds, follow from the log up to the row: the list draws has them.
CREATE VIEW draws AS
SELECT m.name AS machine,
       l.seq AS seq,
       d.key + 1 AS ordinal,
       strftime('%Y-%m-%dT%H:%M:%fZ', l.time_ms / 1000.0, 'unixepoch') AS time,
       l.era AS era,
       lower(substr(hex(l.id), 1, 8) || '-' || substr(hex(l.id), 9, 4) || '-' || substr(hex(l.id), 13, 4) || '-' ||
             substr(hex(l.id), 17, 4) || '-' || substr(hex(l.id), 21)) AS episode,
       x.turn AS turn,
       x.box AS box,
       b.move AS move,
       d.value ->> 2 AS ply,
       ('["' || replace(l.moves, ' ', '","') || '"]') ->> (d.value ->> 2) AS played
FROM machine m  -- CROSS JOIN: in this order, whatever the planner thinks
CROSS JOIN log l ON l.row > m.machine << 40 AND l.row < (m.machine + 1) << 40
CROSS JOIN json_each(l.trace) d
CROSS JOIN box x ON x.machine = m.machine AND x.number = d.value ->> 0
CROSS JOIN bead b ON b.machine = m.machine AND b.number = d.value ->> 0 AND b.bead = d.value ->> 1
WHERE l.kind = 'episode';
