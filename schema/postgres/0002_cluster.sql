-- Menagerie on PostgreSQL, schema 2: several servers, one house.
--
-- Any server takes any visitor. A finished episode is put into the inbox by its id, so that one that is submitted twice
-- is one row; the server that holds the house takes it from there into the log, in one statement.
CREATE TABLE inbox (
  machine    integer NOT NULL,                   -- to be taught
  id         uuid NOT NULL,                      -- the episode's
  server     text NOT NULL,                      -- that put it here first
  received   timestamptz NOT NULL DEFAULT now(),
  era        integer NOT NULL,                   -- that it was played in
  last_seq   bigint NOT NULL,                    -- the machine's when it was shown its last move
  visit      uuid NOT NULL,
  started_ms bigint NOT NULL,
  seat       text NOT NULL,
  opponent   text NOT NULL,
  moves      text NOT NULL,
  trace      text NOT NULL,
  outcome    text NOT NULL,
  resigned   boolean NOT NULL,
  verdict    text,                               -- why it gets no log row; null while it waits
  PRIMARY KEY (machine, id)
);
CREATE INDEX inbox_waiting ON inbox(received) WHERE verdict IS NULL;

-- A server that is asked for an act asks the house's holder for the house.
ALTER TABLE head ADD COLUMN wanted text NOT NULL DEFAULT '';  -- of row 0: who asks; empty: nobody

-- As in all other exports.
ALTER VIEW boxes_now RENAME COLUMN count TO beads;
