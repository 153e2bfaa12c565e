package history

import (
	"context"

	"parlando/app/chat"
)

// record records that a mutable field was written. When two computers are synchronized, the last
// writer wins, by logical clock and then by origin; wall time does not matter.
func record(ctx context.Context, tx execer, entity string, id chat.ID, field, value string) error {
	_, err := tx.ExecContext(ctx, `UPDATE library SET seq = seq + 1, clock = clock + 1`)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO change (origin, seq, clock, entity, id, field, value)
		SELECT origin, seq, clock, ?, ?, ?, ? FROM library`, entity, id, field, value)
	return err
}
