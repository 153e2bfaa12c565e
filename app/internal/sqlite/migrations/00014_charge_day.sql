-- The costs of a year are read from sums by day instead of from every request.

-- +goose Up

-- One row for each day (of UTC, counted from 1970), connection, model, purpose and currency: the sums of the rows of charge. Triggers keep it.
-- answered counts the requests that were not refused, unpriced those without a known price.
CREATE TABLE charge_day (
  day        INTEGER NOT NULL,
  connection TEXT    NOT NULL,
  asked      TEXT    NOT NULL,
  purpose    TEXT    NOT NULL,
  currency   TEXT    NOT NULL,
  attempts   INTEGER NOT NULL,
  answered   INTEGER NOT NULL,
  sound      INTEGER NOT NULL,
  characters INTEGER NOT NULL,
  cost       INTEGER NOT NULL,
  unpriced   INTEGER NOT NULL,
  about      INTEGER NOT NULL,
  PRIMARY KEY (day, connection, asked, purpose, currency)
) WITHOUT ROWID;

INSERT INTO charge_day SELECT at / 86400000, connection, asked, purpose, currency, sum(attempts), sum(state <> 'refused'), sum(sound), sum(characters),
  coalesce(sum(cost), 0), sum(cost IS NULL), sum(about) FROM charge GROUP BY 1, 2, 3, 4, 5;

-- +goose StatementBegin
CREATE TRIGGER charge_added AFTER INSERT ON charge BEGIN
  INSERT INTO charge_day VALUES (new.at / 86400000, new.connection, new.asked, new.purpose, new.currency, new.attempts, new.state <> 'refused',
    new.sound, new.characters, coalesce(new.cost, 0), new.cost IS NULL, new.about)
  ON CONFLICT DO UPDATE SET attempts = attempts + excluded.attempts, answered = answered + excluded.answered, sound = sound + excluded.sound,
    characters = characters + excluded.characters, cost = cost + excluded.cost, unpriced = unpriced + excluded.unpriced, about = about + excluded.about;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER charge_changed AFTER UPDATE OF attempts, state, sound, characters, cost, currency, about ON charge BEGIN
  UPDATE charge_day SET attempts = attempts - old.attempts, answered = answered - (old.state <> 'refused'), sound = sound - old.sound,
    characters = characters - old.characters, cost = cost - coalesce(old.cost, 0), unpriced = unpriced - (old.cost IS NULL), about = about - old.about
    WHERE day = old.at / 86400000 AND connection = old.connection AND asked = old.asked AND purpose = old.purpose AND currency = old.currency;
  INSERT INTO charge_day VALUES (new.at / 86400000, new.connection, new.asked, new.purpose, new.currency, new.attempts, new.state <> 'refused',
    new.sound, new.characters, coalesce(new.cost, 0), new.cost IS NULL, new.about)
  ON CONFLICT DO UPDATE SET attempts = attempts + excluded.attempts, answered = answered + excluded.answered, sound = sound + excluded.sound,
    characters = characters + excluded.characters, cost = cost + excluded.cost, unpriced = unpriced + excluded.unpriced, about = about + excluded.about;
END;
-- +goose StatementEnd

-- +goose Down
-- There is no way down: an older Parlando opens a newer library for reading only.
SELECT 1;
