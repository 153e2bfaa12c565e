-- Transcripts: sound files, the queue that writes them down, and their lines.
--
-- Times of day are Unix milliseconds, 0 for none; lengths and places in a sound are milliseconds.

-- +goose Up

-- place is where it stands in the queue while it is not done, 0 after. asked is 1 while a whole request has left and is not answered, so
-- that it may be paid for. took is how many milliseconds of work it cost.
CREATE TABLE transcript (
  n           INTEGER PRIMARY KEY,
  id          TEXT    NOT NULL UNIQUE,
  title       TEXT    NOT NULL DEFAULT '',
  path        TEXT    NOT NULL DEFAULT '',
  recording   TEXT    NOT NULL DEFAULT '',
  copied      TEXT    NOT NULL DEFAULT '',
  bytes       INTEGER NOT NULL DEFAULT 0,
  length      INTEGER NOT NULL DEFAULT 0,
  covered     INTEGER NOT NULL DEFAULT 0,
  language    TEXT    NOT NULL DEFAULT '',
  model       TEXT    NOT NULL DEFAULT '',
  connection  TEXT    NOT NULL DEFAULT '',
  temperature REAL,
  created     INTEGER NOT NULL,
  updated     INTEGER NOT NULL,
  pinned      INTEGER NOT NULL DEFAULT 0,
  deleted_at  INTEGER NOT NULL DEFAULT 0,
  state       TEXT    NOT NULL,
  place       INTEGER NOT NULL DEFAULT 0,
  asked       INTEGER NOT NULL DEFAULT 0,
  took        INTEGER NOT NULL DEFAULT 0,
  timed       INTEGER NOT NULL DEFAULT 0,
  lines       INTEGER NOT NULL DEFAULT 0,
  problem     TEXT    NOT NULL DEFAULT ''
);

-- place orders the lines of a transcript: text that is compared byte by byte, so that between two lines there is always room for another.
-- A number is never given again, so that a line that comes back by undo has the one it had.
CREATE TABLE segment (
  n           INTEGER PRIMARY KEY AUTOINCREMENT,
  transcript  INTEGER NOT NULL,
  place       TEXT    NOT NULL,
  start       INTEGER NOT NULL DEFAULT 0,
  "end"       INTEGER NOT NULL DEFAULT 0,
  text        TEXT    NOT NULL,
  speaker     TEXT    NOT NULL DEFAULT '',
  translation TEXT    NOT NULL DEFAULT ''
);
CREATE INDEX segment_place ON segment (transcript, place);

-- rowid is segment.n and transcript.n; the words come prepared, as those of messages do.
CREATE VIRTUAL TABLE search_segment USING fts5 (
  text, content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE search_transcript USING fts5 (
  text, content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
