-- Menagerie on PostgreSQL: the view draws, and one meaning for `changes`: the list of bead changes. How many there are is
-- `change_count`, here as in CSV and JSON.

ALTER VIEW episodes RENAME COLUMN changes TO change_count;

-- Every bead that was ever drawn: one row a draw. `move` is the bead's name and `played` the move on the board. How many
-- such beads the box had, and their odds, follow from the log up to the row: the list draws has them.
CREATE VIEW draws AS
SELECT m.name AS machine,
       l.seq,
       d.ordinal,
       to_char(to_timestamp(l.time_ms / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time,
       l.era,
       l.id::text AS episode,
       x.turn,
       x.box,
       b.move,
       (d.value ->> 2)::integer AS ply,
       (string_to_array(l.moves, ' '))[(d.value ->> 2)::integer + 1] AS played
FROM log l
JOIN machine m USING (machine)
CROSS JOIN LATERAL jsonb_array_elements(l.trace::jsonb) WITH ORDINALITY d(value, ordinal)
JOIN box x ON x.machine = l.machine AND x.number = (d.value ->> 0)::integer
JOIN bead b ON b.machine = l.machine AND b.number = (d.value ->> 0)::integer AND b.bead = (d.value ->> 1)::integer
WHERE l.kind = 'episode';
