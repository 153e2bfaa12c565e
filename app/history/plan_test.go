package history

import (
	"strings"
	"testing"
)

// TestAStartLooksAtNothingItNeedNot reads how the queries of a start find their rows: none may go
// through a table that grows with the library.
func TestAStartLooksAtNothingItNeedNot(t *testing.T) {
	s := library(t, t.TempDir())
	for _, q := range []string{oldConversationMessages, oldMessages, oldConversations, unendedRows, unendedReplies + `(?)`} {
		args := []any{1, 1}[:countPlaces(q)]
		for _, step := range columnAt(t, s, 3, "EXPLAIN QUERY PLAN "+q, args...) {
			if strings.HasPrefix(step, "SCAN") && !strings.Contains(step, "message_open") &&
				!strings.Contains(step, "_deleted") {
				t.Errorf("%s\n%s", q, step)
			}
			t.Log(step)
		}
	}
}
