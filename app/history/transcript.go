package history

import (
	"context"
	"database/sql"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// TranscriptMessage is a message that contains a transcript.
type TranscriptMessage struct {
	Message, Transcript chat.ID
}

// Transcripts returns the messages of a conversation that contain a transcript, oldest first; nil
// if there are none.
func (s *Store) Transcripts(ctx context.Context, conversation chat.ID) (all []TranscriptMessage, err error) {
	s, done := s.of(conversation)
	defer done()
	err = s.db.View(ctx, func(tx *sql.Tx) (err error) {
		all, err = sqlite.All(ctx, tx, `SELECT m.id, p.blob FROM message m JOIN part p ON p.message = m.n
			WHERE m.conversation = (SELECT n FROM conversation WHERE id = ?) AND m.role = ? AND m.deleted_with = 0
			AND p.kind = ? AND p.blob IS NOT NULL ORDER BY m.n, p.seq`, []any{conversation, chat.User, chat.PartTranscript},
			func(r sqlite.Row) (a TranscriptMessage, err error) {
				err = r.Scan(&a.Message, &a.Transcript)
				return a, err
			})
		return err
	})
	return all, err
}
