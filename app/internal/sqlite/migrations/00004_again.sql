-- Transcribing again, and what the service answered.

-- +goose Up

-- replaces is the id of the transcript that is deleted once this one is done, '' for none. answers is how many answers of the service are
-- kept as they came in the folder of the transcript: 0, or one for each part.
ALTER TABLE transcript ADD COLUMN replaces TEXT NOT NULL DEFAULT '';
ALTER TABLE transcript ADD COLUMN answers INTEGER NOT NULL DEFAULT 0;

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
