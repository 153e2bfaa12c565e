-- The library: conversations as trees of messages, what was asked to get them, and the index to find them.
--
-- n is a row's place on this computer: it keeps the rows that name it small and orders messages by age. id is its
-- name everywhere. Times are Unix milliseconds, 0 for none.

-- +goose Up

-- The one row of library says who writes here, and how far its changes have come.
CREATE TABLE library (
  one    INTEGER PRIMARY KEY CHECK (one = 1),
  origin TEXT    NOT NULL,
  seq    INTEGER NOT NULL DEFAULT 0,
  clock  INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE conversation (
  n          INTEGER PRIMARY KEY,
  id         TEXT    NOT NULL UNIQUE,
  title      TEXT    NOT NULL DEFAULT '',
  pinned     INTEGER NOT NULL DEFAULT 0,
  folder     TEXT    NOT NULL DEFAULT '',
  deleted_at INTEGER NOT NULL DEFAULT 0,
  connection TEXT    NOT NULL DEFAULT '',
  model      TEXT    NOT NULL DEFAULT '',
  params     TEXT    NOT NULL DEFAULT '',
  created    INTEGER NOT NULL,
  updated    INTEGER NOT NULL
);
CREATE INDEX conversation_shown   ON conversation (updated) WHERE deleted_at = 0;
CREATE INDEX conversation_deleted ON conversation (deleted_at) WHERE deleted_at > 0;

-- parent is 0 for the first message of a conversation. deleted_with is the message whose deletion took this one
-- along (itself, or one before it), 0 while it is shown.
CREATE TABLE message (
  n            INTEGER PRIMARY KEY,
  id           TEXT    NOT NULL UNIQUE,
  conversation INTEGER NOT NULL,
  parent       INTEGER NOT NULL DEFAULT 0,
  role         TEXT    NOT NULL,
  request      TEXT,
  choice       INTEGER NOT NULL DEFAULT 0,
  state        TEXT    NOT NULL,
  finish       TEXT    NOT NULL DEFAULT '',
  created      INTEGER NOT NULL,
  bytes        INTEGER NOT NULL DEFAULT 0,
  images       INTEGER NOT NULL DEFAULT 0,
  deleted_with INTEGER NOT NULL DEFAULT 0,
  deleted_at   INTEGER NOT NULL DEFAULT 0
);
-- The shape of a conversation is read from this index alone, children of one parent side by side and by age.
CREATE INDEX message_tree ON message (conversation, parent, n, deleted_with, role, bytes, images, id);
-- What a start has to look at, however large the library is.
CREATE INDEX message_open    ON message (n) WHERE state IN ('waiting', 'writing');
CREATE INDEX message_deleted ON message (deleted_with, deleted_at) WHERE deleted_with > 0;
CREATE INDEX message_request ON message (request) WHERE request IS NOT NULL;

CREATE TABLE part (
  message INTEGER NOT NULL,
  seq     INTEGER NOT NULL,
  kind    TEXT    NOT NULL,
  text    TEXT    NOT NULL DEFAULT '',
  name    TEXT    NOT NULL DEFAULT '',
  blob    TEXT
);
CREATE UNIQUE INDEX part_place ON part (message, seq);
CREATE INDEX part_blob ON part (blob) WHERE blob IS NOT NULL;

-- Which child of a message is shown; parent 0 is the conversation's first message.
CREATE TABLE chosen (
  conversation INTEGER NOT NULL,
  parent       INTEGER NOT NULL,
  child        INTEGER NOT NULL,
  PRIMARY KEY (conversation, parent)
) WITHOUT ROWID;

-- What arrived of a reply that has not ended, in the order it came.
CREATE TABLE tail (
  seq     INTEGER PRIMARY KEY,
  message INTEGER NOT NULL,
  part    INTEGER NOT NULL,
  kind    TEXT    NOT NULL,
  text    TEXT    NOT NULL
);
CREATE INDEX tail_message ON tail (message, part, seq);

CREATE TABLE request (
  id        TEXT    PRIMARY KEY,
  continues TEXT    NOT NULL DEFAULT '',
  asked     TEXT    NOT NULL DEFAULT '',
  served    TEXT    NOT NULL DEFAULT '',
  params    TEXT    NOT NULL DEFAULT '',
  usage     TEXT    NOT NULL DEFAULT '',
  error     TEXT    NOT NULL DEFAULT '',
  http_id   TEXT    NOT NULL DEFAULT '',
  started   INTEGER NOT NULL DEFAULT 0,
  ended     INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- The bytes lie in blobs/ab/<sha256> beside this file. kept is when they were last handed in.
CREATE TABLE blob (
  sha256 TEXT    PRIMARY KEY,
  mime   TEXT    NOT NULL,
  size   INTEGER NOT NULL,
  w      INTEGER NOT NULL DEFAULT 0,
  h      INTEGER NOT NULL DEFAULT 0,
  kept   INTEGER NOT NULL
) WITHOUT ROWID;

-- conversation is an id, or '' for the chat that was not begun.
CREATE TABLE draft (
  conversation TEXT PRIMARY KEY,
  text         TEXT NOT NULL,
  parts        TEXT NOT NULL DEFAULT '',
  edits        TEXT NOT NULL DEFAULT '',
  saved        INTEGER NOT NULL
) WITHOUT ROWID;

-- The last writing of each field that may change after it was made: last writer wins, by clock and then origin.
CREATE TABLE change (
  origin TEXT    NOT NULL,
  seq    INTEGER NOT NULL,
  clock  INTEGER NOT NULL,
  entity TEXT    NOT NULL,
  id     TEXT    NOT NULL,
  field  TEXT    NOT NULL,
  value  TEXT    NOT NULL,
  PRIMARY KEY (entity, id, field)
) WITHOUT ROWID;
CREATE UNIQUE INDEX change_seq ON change (origin, seq);

-- rowid is message.n and conversation.n, so that newest first is the index's own order backwards. The words come
-- prepared (see Words in this package), the texts themselves stay in part and conversation.
CREATE VIRTUAL TABLE search USING fts5 (
  text, content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE search_title USING fts5 (
  text, content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);

PRAGMA application_id = 0x5061726c;

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
