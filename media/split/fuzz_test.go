package split

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// FuzzPlan holds Plan to its promises for any bytes: an error or parts in order that are below the
// limit, have the length that they say, and together reach from the start to the end.
func FuzzPlan(f *testing.F) {
	names, err := filepath.Glob(filepath.Join("..", "audio", "testdata", "speech*.*"))
	if err != nil || len(names) == 0 {
		f.Fatal("no seeds:", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data[:min(len(data), 5000)], int64(3000), int64(0), 20)
		f.Add(data[:min(len(data), 5000)], int64(1_000_000), int64(6*time.Second), 20)
	}
	f.Fuzz(func(t *testing.T, data []byte, limit, longest int64, times int) {
		if times > 1 { // a long recording
			data = bytes.Repeat(data, min(times, 20, 200_000/max(1, len(data))))
		}
		parts, err := Plan(t.Context(), bytes.NewReader(data), int64(len(data)), Limits{Bytes: limit, Duration: time.Duration(longest), Shortest: time.Duration(longest) / 3 * time.Duration(times&1)})
		if err != nil {
			if parts != nil || !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrFormat) && !errors.Is(err, ErrLimit) {
				t.Fatalf("%d parts and %v", len(parts), err)
			}
			return
		}
		if len(parts) == 0 {
			t.Fatal("neither parts nor an error")
		}
		for i, p := range parts {
			n, err := io.Copy(io.Discard, p.Open())
			if err != nil || n != p.Length() || n > max(limit, 0) {
				t.Fatalf("part %d: %d bytes of %d, limit %d: %v", i, n, p.Length(), limit, err)
			}
			if p.Start < 0 || p.End < p.Start && p.End != 0 || i > 0 && (p.Start <= parts[i-1].Start || p.Start > parts[i-1].End) {
				t.Fatalf("part %d is from %v to %v", i, p.Start, p.End)
			}
			if longest > 0 && p.End-p.Start > time.Duration(longest) {
				t.Fatalf("part %d is from %v to %v, longer than %v", i, p.Start, p.End, time.Duration(longest))
			}
		}
	})
}
