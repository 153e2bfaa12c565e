-- Requests that are not answered yet are few, and are looked for at each start.

-- +goose Up
CREATE INDEX charge_open ON charge (n) WHERE state = 'open';

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
