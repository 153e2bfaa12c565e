package history

import (
	"context"

	"parlando/app/internal/sqlite"
)

// LostText replaces a message's text that was lost when the file was damaged.
const LostText = "[Parlando: the text of this message was lost when the file was damaged.]"

// wordless finds the ended messages that lost all of their text, and those without any content.
const wordless = `SELECT n FROM message WHERE state NOT IN ('waiting', 'writing')
	AND (bytes > 0 AND NOT EXISTS (SELECT 1 FROM part WHERE part.message = message.n AND kind IN ('text', 'refusal') AND text <> '')
		OR (images > 0 OR role = 'user') AND NOT EXISTS (SELECT 1 FROM part WHERE part.message = message.n))`

// markWordless adds LostText to the messages whose text is lost, and flags their conversations.
func (m *mender) markWordless(ctx context.Context) error {
	lost, err := sqlite.All(ctx, m.tx, wordless, nil, sqlite.Column[int64])
	for _, n := range lost {
		if err != nil {
			return err
		}
		if err = m.flag(ctx, `SELECT conversation FROM message WHERE n = ?`, n); err == nil {
			_, err = m.tx.ExecContext(ctx, `INSERT INTO part (message, seq, kind, text)
				SELECT ?1, coalesce(max(seq) + 1, 0), 'text', ?2 FROM part WHERE message = ?1`, n, LostText)
		}
	}
	return err
}
