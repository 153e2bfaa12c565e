package replies

import (
	"context"
	"testing"

	"parlando/app/chat"
)

// blobs has one file under every name.
type blobs struct{ Blobs }

func (blobs) ReadBlob(context.Context, string) ([]byte, error) { return []byte("file"), nil }

// TestEachKindOfPartThatIsSentIsWritten fails when a kind of part that the table calls sent has no
// form on the wire, and the other way round.
func TestEachKindOfPartThatIsSentIsWritten(t *testing.T) {
	t.Parallel()
	for _, kind := range chat.PartKinds() {
		written := false
		for _, role := range []chat.Role{chat.User, chat.Assistant} {
			parts := []chat.Part{{Kind: kind, Name: "A name", Text: "https://example.org/picture.png", Blob: &chat.Blob{SHA256: "1", MIME: "image/png"}}}
			switch call := (chat.ToolCall{ID: "1", Name: "calculator", Arguments: "{}"}); kind {
			case chat.PartToolCall:
				parts = []chat.Part{call.Part()}
			case chat.PartToolResult:
				parts = []chat.Part{call.Part(), {Kind: kind, Text: chat.ToolResult{Call: "1", State: chat.ToolDone, Text: "2"}.Line()}}
			}
			got, err := wireMessages(t.Context(), blobs{}, receiver{tools: true}, chat.Message{Role: role, Parts: parts})
			if err != nil {
				t.Fatal(err)
			}
			written = written || len(got) > 0
		}
		if written != kind.IsSent() {
			t.Errorf("%s is written: %t, is sent: %t", kind, written, kind.IsSent())
		}
	}
}
