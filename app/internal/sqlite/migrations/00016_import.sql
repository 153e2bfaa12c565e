-- Chats that were imported from other programs.

-- +goose Up

-- source is the other program, name that of its file. finished is 0 while the import is being made or taken back: its
-- chats are hidden then (deleted_at and deleted_with are -1), and a start removes them. searched is the row of the last
-- of its messages that can be searched. report is what the owner of the imports says about it.
CREATE TABLE import (
  n        INTEGER PRIMARY KEY AUTOINCREMENT,
  source   TEXT    NOT NULL,
  name     TEXT    NOT NULL,
  started  INTEGER NOT NULL,
  finished INTEGER NOT NULL DEFAULT 0,
  searched INTEGER NOT NULL DEFAULT 0,
  report   TEXT    NOT NULL DEFAULT ''
);

-- Texts beside the chats, such as instructions and memory.
CREATE TABLE import_note (
  n       INTEGER PRIMARY KEY,
  import  INTEGER NOT NULL,
  kind    TEXT    NOT NULL,
  project TEXT    NOT NULL DEFAULT '',
  title   TEXT    NOT NULL DEFAULT '',
  text    TEXT    NOT NULL,
  created INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX import_note_import ON import_note (import);

-- imported remembers each chat that was imported, also after it was deleted, and the time of its newest message there.
CREATE TABLE imported (
  conversation TEXT    PRIMARY KEY,
  import       INTEGER NOT NULL,
  newest       INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX imported_import ON imported (import);

-- import is the import that a chat or a message came with, 0 for none.
ALTER TABLE conversation ADD COLUMN import INTEGER NOT NULL DEFAULT 0;
ALTER TABLE message ADD COLUMN import INTEGER NOT NULL DEFAULT 0;
CREATE INDEX conversation_import ON conversation (import) WHERE import > 0;
CREATE INDEX message_import ON message (import, n) WHERE import > 0;

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
