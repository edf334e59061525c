-- Menagerie, schema 6: in the view boxes_now the column `count` is called `beads`, as in JSON.

DROP VIEW boxes_now;

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
       coalesce(since.count, kept.count, b.start) AS beads
FROM bead b
JOIN machine m USING (machine)
JOIN box x ON x.machine = b.machine AND x.number = b.number
LEFT JOIN kept ON kept.machine = b.machine AND kept.number = b.number AND kept.bead = b.bead
LEFT JOIN since ON since.machine = b.machine AND since.number = b.number AND since.bead = b.bead;
