-- What a request had in its body, and the id of the reply beside that of the request.

-- +goose Up

-- sent and left_out are lists of fields in JSON, '' where an older Parlando asked. reply_id is the id inside the answer, http_id the one in
-- its headers.
ALTER TABLE request ADD COLUMN sent TEXT NOT NULL DEFAULT '';
ALTER TABLE request ADD COLUMN left_out TEXT NOT NULL DEFAULT '';
ALTER TABLE request ADD COLUMN reply_id TEXT NOT NULL DEFAULT '';

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
