-- Menagerie on PostgreSQL, schema 5: the score of the sealed room, one for all servers.
--
-- It is no part of the record: no other row depends on it, and nothing is checked against it.

-- One row.
CREATE TABLE sealed_score (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  machines           bigint NOT NULL DEFAULT 0,  -- guesses of visitors who had played a machine
  machines_as_people bigint NOT NULL DEFAULT 0,  -- of these: a person, they said
  people             bigint NOT NULL DEFAULT 0,  -- guesses of visitors who had played a person
  people_as_machines bigint NOT NULL DEFAULT 0   -- of these: a machine, they said
);
INSERT INTO sealed_score DEFAULT VALUES;
