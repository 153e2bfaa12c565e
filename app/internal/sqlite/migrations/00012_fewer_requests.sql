-- The choice between times of our own and fewer requests.

-- +goose Up

-- fewer_requests is 1 where a model that gives no times is asked in long parts.
ALTER TABLE transcript ADD COLUMN fewer_requests INTEGER NOT NULL DEFAULT 0;

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
