-- Attached files: the original of a picture beside what is made of it, and documents.

-- +goose Up

-- original is the sum of a second blob, as blob is of the first; as_is is 1 when that one is sent. pages is how many a document has, 0
-- when nobody knows.
ALTER TABLE part ADD COLUMN original TEXT;
ALTER TABLE part ADD COLUMN as_is INTEGER NOT NULL DEFAULT 0;
ALTER TABLE part ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;
CREATE INDEX part_original ON part (original) WHERE original IS NOT NULL;

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
