-- Projects: chats that share instructions, files and memories.

-- +goose Up

-- max_tokens is the limit of the files' tokens that the user has set, 0 for the usual one. memories says which are sent
-- in the project's chats: '' its own, 'all' also those of all chats, 'none' none.
CREATE TABLE project (
  n            INTEGER PRIMARY KEY,
  id           TEXT    NOT NULL UNIQUE,
  name         TEXT    NOT NULL,
  instructions TEXT    NOT NULL DEFAULT '',
  max_tokens   INTEGER NOT NULL DEFAULT 0,
  memories     TEXT    NOT NULL DEFAULT '',
  created      INTEGER NOT NULL,
  deleted_at   INTEGER NOT NULL DEFAULT 0
);

-- parts is a list with the one part that the file is in messages, stored as in a draft. tokens is an estimate. chosen
-- is 0 if the user does not want the file sent. path is where the file was, and modified its time there.
CREATE TABLE project_file (
  n          INTEGER PRIMARY KEY,
  id         TEXT    NOT NULL UNIQUE,
  project    TEXT    NOT NULL,
  parts      TEXT    NOT NULL,
  tokens     INTEGER NOT NULL DEFAULT 0,
  chosen     INTEGER NOT NULL DEFAULT 1,
  path       TEXT    NOT NULL DEFAULT '',
  modified   INTEGER NOT NULL DEFAULT 0,
  added      INTEGER NOT NULL,
  deleted_at INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX project_file_project ON project_file (project, n);

-- Sentences that models are told in every chat, or in the chats of a project. conversation is the chat from which a
-- sentence comes, '' for none.
CREATE TABLE memory (
  n            INTEGER PRIMARY KEY,
  id           TEXT    NOT NULL UNIQUE,
  project      TEXT    NOT NULL DEFAULT '',
  text         TEXT    NOT NULL,
  conversation TEXT    NOT NULL DEFAULT '',
  created      INTEGER NOT NULL
);
CREATE INDEX memory_project ON memory (project, n);

-- project is that of a chat, '' for none.
ALTER TABLE conversation RENAME COLUMN folder TO project;
CREATE INDEX conversation_project ON conversation (project) WHERE project <> '';

-- background is what was sent before the messages of the chat, as JSON, '' for nothing.
ALTER TABLE request ADD COLUMN background TEXT NOT NULL DEFAULT '';

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
