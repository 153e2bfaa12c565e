package history

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"parlando/app/chat"
	"parlando/app/problem"
)

// library-3.db.gz is a library that the Parlando of 22 November 2026 (migration 3) wrote: one
// question, a reply that went well and one that was refused.
func TestALibraryFromBeforeWhatWasSentWasKeptOpensAndGrows(t *testing.T) {
	dir := t.TempDir()
	packed, err := os.Open(filepath.Join("testdata", "library-3.db.gz"))
	must(t, err)
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	must(t, err)
	data, err := io.ReadAll(unpacked)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, FileName), data, 0o600))

	s := library(t, dir)
	good := get(t, s, "reply-1")
	q := good.Request
	if good.Text() != "Pears do." || q.HTTPID != "req-1" || *q.Params.Temperature != 0.2 ||
		q.Usage.Total != 42 || q.Sent != nil || q.LeftOut != nil || q.ReplyID != "" {
		t.Errorf("%+v, %+v", good, q)
	}
	if p := get(t, s, "reply-2").Request.Problem; p.Kind != problem.BadRequest || p.Refusal != nil {
		t.Errorf("%+v", p)
	}
	_, _, reply := ask(t, s, "conversation-1", "reply-2", "And what else?")
	reply.State, reply.Request.ReplyID = chat.Done, "chatcmpl-1"
	reply.Request.Sent = []chat.RequestField{
		{Name: "temperature", Value: json.RawMessage("0.8")},
		{Name: "stop", Value: json.RawMessage(`["<end>"]`)},
	}
	reply.Request.LeftOut = []chat.RequestField{{Name: "top_p", Value: json.RawMessage("0.5")}}
	must(t, s.Finish(t.Context(), reply))
	must(t, s.Close())

	s = library(t, dir)
	got := get(t, s, reply.ID).Request
	want := []any{reply.Request.Sent, reply.Request.LeftOut, reply.Request.ReplyID}
	if diff := cmp.Diff(want, []any{got.Sent, got.LeftOut, got.ReplyID}); diff != "" {
		t.Error(diff)
	}
}
