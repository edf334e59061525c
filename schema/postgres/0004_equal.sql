-- Menagerie on PostgreSQL, schema 4: equal servers.
--
-- Every server writes: whoever locks the row of a log in `head` appends to that log, as long as its transaction lasts. Row 0
-- stands for the list of machines: whoever creates one locks it. Nobody holds anything between two transactions.

-- Whoever reads a table for long, as a dump does, must not make all others wait behind this.
SET LOCAL lock_timeout = '15s';
-- In the order in which a server of the older release locks them.
LOCK TABLE head, log, inbox IN ACCESS EXCLUSIVE MODE;
ALTER TABLE head DROP COLUMN holder, DROP COLUMN fence, DROP COLUMN expires, DROP COLUMN wanted;
ALTER TABLE log DROP COLUMN fence;

-- Episodes that waited to be learned. The server that finds them learns them before it opens, and drops the table. Under its
-- new name no server of the older release can put more in.
ALTER TABLE inbox RENAME TO inbox_left;
DELETE FROM inbox_left WHERE verdict IS NOT NULL;
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM inbox_left) THEN
    DROP TABLE inbox_left;
  END IF;
END
$$;
