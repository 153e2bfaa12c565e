-- What each request counted and cost.

-- +goose Up

-- One row for each request that can cost, attempts says how often it left. request is the id of a request of a chat, '' for others. sound is
-- in milliseconds. cost is in millionths of the currency, NULL when no price is known; about is 1 when it is not exact; price says where it
-- comes from. usage is what the service said, as it came.
CREATE TABLE charge (
  n            INTEGER PRIMARY KEY,
  at           INTEGER NOT NULL,
  connection   TEXT    NOT NULL,
  conversation TEXT    NOT NULL DEFAULT '',
  request      TEXT    NOT NULL DEFAULT '',
  purpose      TEXT    NOT NULL DEFAULT '',
  asked        TEXT    NOT NULL DEFAULT '',
  served       TEXT    NOT NULL DEFAULT '',
  attempts     INTEGER NOT NULL DEFAULT 1,
  state        TEXT    NOT NULL,
  input        INTEGER NOT NULL DEFAULT 0,
  cache_read   INTEGER NOT NULL DEFAULT 0,
  cache_write  INTEGER NOT NULL DEFAULT 0,
  output       INTEGER NOT NULL DEFAULT 0,
  reasoning    INTEGER NOT NULL DEFAULT 0,
  audio_input  INTEGER NOT NULL DEFAULT 0,
  audio_output INTEGER NOT NULL DEFAULT 0,
  sound        INTEGER NOT NULL DEFAULT 0,
  characters   INTEGER NOT NULL DEFAULT 0,
  pictures     INTEGER NOT NULL DEFAULT 0,
  cost         INTEGER,
  currency     TEXT    NOT NULL DEFAULT '',
  about        INTEGER NOT NULL DEFAULT 0,
  price        TEXT    NOT NULL DEFAULT '',
  usage        TEXT    NOT NULL DEFAULT ''
);
CREATE INDEX charge_at ON charge (at);
CREATE INDEX charge_conversation ON charge (conversation) WHERE conversation <> '';

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
