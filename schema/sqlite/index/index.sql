-- Menagerie, index.db: where in the log an episode, a visit or a box is found. Made from the log, behind it;
-- it may be deleted whenever no server runs, and is made anew. A list of seqs is a blob of their differences,
-- ascending, seven bits a byte, low ones first (LEB128); the first difference is from `first`.

-- How far the log of each machine is in here.
CREATE TABLE indexed_up_to (
  machine INTEGER PRIMARY KEY,  -- whose log
  seq     INTEGER NOT NULL,     -- up to and with this row
  time_ms INTEGER NOT NULL      -- of that row: another time tells that the log is another one
) STRICT;

-- Episodes by their id: those whose ids were made within the same four seconds stand in a few rows.
CREATE TABLE episode_run (
  run     INTEGER PRIMARY KEY,  -- milliseconds of the ids / 4096 * 2^20, and from there on
  entries BLOB NOT NULL         -- 24 bytes each: the id, and the row of the log, low byte first
) STRICT;

-- The log rows that changed a box, a run of them in each row.
CREATE TABLE box_run (
  machine INTEGER NOT NULL,  -- whose box
  number  INTEGER NOT NULL,  -- on its label, from 1
  first   INTEGER NOT NULL,  -- the first seq of the run
  seqs    BLOB NOT NULL,     -- those after it
  PRIMARY KEY (machine, number, first)
) STRICT, WITHOUT ROWID;

-- The episodes of a visit, a run of them in each row.
CREATE TABLE visit_run (
  visit   BLOB NOT NULL,     -- 16 bytes
  machine INTEGER NOT NULL,  -- which it played
  first   INTEGER NOT NULL,  -- the first seq of the run
  seqs    BLOB NOT NULL,     -- those after it
  PRIMARY KEY (visit, machine, first)
) STRICT, WITHOUT ROWID;
