package transcripts_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/app/transcripts"
	"parlando/client/practice/speechtest"
)

// BenchmarkLines opens a transcript of 5,000 lines, and BenchmarkEdit changes a line of it.
func BenchmarkLines(b *testing.B) {
	w, id := thousands(b)
	for b.Loop() {
		if n := len(w.lines(id)); n != 5000 {
			b.Fatal(n)
		}
	}
}

// BenchmarkEdit is described at BenchmarkLines.
func BenchmarkEdit(b *testing.B) {
	w, id := thousands(b)
	line := w.lines(id)[2500].ID
	for n := 0; b.Loop(); n++ {
		w.edit(id, transcripts.SetText{Line: line, Text: fmt.Sprintf("This is the change number %d.", n)})
	}
}

// thousands is a library with a transcript of 5,000 lines.
func thousands(t testing.TB) (*world, chat.ID) {
	t.Helper()
	w := newWorld(t)
	w.choose(func(s *settings.Transcription) { s.Limit = 100_000_000 })
	var b strings.Builder
	for n := range 5000 {
		fmt.Fprintf(&b, "%d\n%02d:%02d:%02d,000 --> %02d:%02d:%02d,900\nThis is line %d of a long conversation about the harbor.\n\n",
			n+1, n/3600, n/60%60, n%60, n/3600, n/60%60, n%60, n)
	}
	w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(rw, b.String())
		return true
	})
	// As long as that: the times of a part end with it.
	id := w.add(w.file("long.wav", speechtest.Speech{Rate: 4000, Samples: make([]float32, 4000*5000)}))[0]
	if s := w.ended(id, transcripts.Done); s.Lines != 5000 || !s.Timed {
		t.Fatalf("%+v", s)
	}
	return w, id
}
