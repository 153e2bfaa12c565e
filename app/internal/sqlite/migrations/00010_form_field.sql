-- What was typed in the forms of the window and was neither used nor discarded.

-- +goose Up

-- One row for each field that differs from what its form began with, text may be empty. form names the form and what it was opened for;
-- one that belongs to a conversation begins with its id and '/'.
CREATE TABLE form_field (
  form  TEXT    NOT NULL,
  field TEXT    NOT NULL,
  text  TEXT    NOT NULL,
  saved INTEGER NOT NULL,
  PRIMARY KEY (form, field)
) WITHOUT ROWID;

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
