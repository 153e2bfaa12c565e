package client

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestInlinePicturesLoseNothing puts text with pictures and half pictures into pieces: what comes
// out is the same however it is cut, and without a picture it is the text.
func TestInlinePicturesLoseNothing(t *testing.T) {
	const address = "data:image/png;base64,iVBORw0KGgo="
	read := func(pieces []string) (text string, pictures []string) {
		var p inlinePictures
		for _, piece := range pieces {
			some, found := p.split(piece)
			text, pictures = text+some, append(pictures, found...)
		}
		return text + p.flush(), pictures
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{
			"![a](" + address + ")", "![", "!", "](", "data:image/", "`", "\n", "word ", ")", " ", "[b]", "grün", strings.Repeat("x", 200),
		})).Draw(t, "parts")
		all := strings.Join(parts, "")
		want, wantPictures := read([]string{all})
		var pieces []string
		for rest := all; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			pieces, rest = append(pieces, rest[:n]), rest[n:]
		}
		got, pictures := read(pieces)
		if got != want || strings.Join(pictures, "|") != strings.Join(wantPictures, "|") {
			t.Fatalf("%q in pieces is %q with %d pictures, whole %q with %d", all, got, len(pictures), want, len(wantPictures))
		}
		if !strings.Contains(all, "data:") && want != all {
			t.Fatalf("%q became %q", all, want)
		}
	})
}

func TestInlinePicturesAreQuick(t *testing.T) {
	for name, piece := range map[string]string{
		"beginnings": strings.Repeat("![", 1<<19), "exclamations": strings.Repeat("!", 1<<20), "brackets": strings.Repeat("![a](data:image/", 1<<16),
	} {
		var p inlinePictures
		start := time.Now()
		text, _ := p.split(piece)
		if text+p.flush() == "" || time.Since(start) > 5*time.Second {
			t.Errorf("%s took %v", name, time.Since(start))
		}
	}
	var p inlinePictures
	start := time.Now()
	p.split("![a](data:image/png;base64,")
	for range 1 << 20 {
		p.split("AAAA")
	}
	if _, pictures := p.split(")"); len(pictures) != 1 || len(pictures[0]) < 4<<20 || time.Since(start) > 10*time.Second {
		t.Errorf("%d pictures after %v", len(pictures), time.Since(start))
	}
	if n := testing.AllocsPerRun(100, func() { p.split("a word") }); n != 0 {
		t.Errorf("%v allocations for a word", n)
	}
}
