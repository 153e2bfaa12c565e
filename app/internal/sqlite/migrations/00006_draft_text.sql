-- The long texts of drafts, each written once and not again with every word that is typed beside it.

-- +goose Up

-- sum is the SHA-256 of the text, by which the parts of drafts name it.
CREATE TABLE draft_text (
    sum  TEXT PRIMARY KEY,
    text TEXT NOT NULL
) WITHOUT ROWID;

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
