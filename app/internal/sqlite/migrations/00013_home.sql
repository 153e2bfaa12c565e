-- A message can be deleted alone: what followed it follows the message before it.

-- +goose Up

-- home is the message that this one followed until that was deleted alone, 0 for none. While home is set, both have the same parent.
ALTER TABLE message ADD COLUMN home INTEGER NOT NULL DEFAULT 0;
CREATE INDEX message_home ON message (home) WHERE home > 0;

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
