-- How long the model thought is kept with its reasoning.

-- +goose Up

-- took is how many milliseconds the model took for a reasoning part, 0 if unknown. In tail it is the time up to this piece.
ALTER TABLE part ADD COLUMN took INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tail ADD COLUMN took INTEGER NOT NULL DEFAULT 0;

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
