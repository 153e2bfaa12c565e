-- The language that was chosen for a transcript.

-- +goose Up

-- chosen_language is the language that was asked for, '' for none; language becomes the one that was heard.
ALTER TABLE transcript ADD COLUMN chosen_language TEXT NOT NULL DEFAULT '';

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
