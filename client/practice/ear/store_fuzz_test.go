package ear

import (
	"bytes"
	"context"
	"testing"
	"time"
)

// FuzzKeptUtterance reads any file as a kept utterance: it is refused, or it can be kept again as
// it is and listened with.
func FuzzKeptUtterance(f *testing.F) {
	u := &utterance{language: "en", words: []Word{{"Hello ", 0, time.Second, false}, {"there.", time.Second, 2 * time.Second, true}}}
	for i := range 300 {
		u.frames = append(u.frames, frame{uint32(i) * 2654435761, int8(-i % 60)})
	}
	good, err := u.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add([]byte("parlando utterance 1\n{}\n12345"))
	f.Add([]byte("parlando utterance 1\n{\"words\":[{\"text\":\"\xff\",\"start\":9223372036854775807,\"end\":9223372036854775807}]}\n12345"))
	f.Fuzz(func(t *testing.T, data []byte) {
		u, err := decodeUtterance(data)
		if err != nil {
			return
		}
		again, err := u.encode()
		if err != nil {
			t.Fatal(err)
		}
		other, err := decodeUtterance(again)
		if err != nil {
			t.Fatal(err)
		}
		if twice, err := other.encode(); err != nil || !bytes.Equal(again, twice) {
			t.Errorf("%v: %q is kept as %q", err, again, twice)
		}
		for _, m := range recognize(context.Background(), []*utterance{u}, u.frames) {
			if m.from < 0 || m.to > len(u.frames) || m.from >= m.to {
				t.Errorf("%+v", m)
			}
			_ = m.segments(time.Duration(len(u.frames)) * hop)
		}
	})
}
