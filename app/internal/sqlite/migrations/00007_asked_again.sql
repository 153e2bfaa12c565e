-- Parts of recordings that were sent once more.

-- +goose Up

-- asked_again is how many parts came back with very little text, so that they were sent once more in smaller pieces.
ALTER TABLE transcript ADD COLUMN asked_again INTEGER NOT NULL DEFAULT 0;

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
