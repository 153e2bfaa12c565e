package conversation_test

import (
	"image/color"
	"strings"
	"testing"

	"parlando/app/markdown"
	"parlando/views/theme"
)

// hues are the colors of the texts in the window that begin so.
func (s *scene) hues(begin string) map[color.Color]bool {
	out := map[color.Color]bool{}
	for o := range s.texts() {
		if strings.HasPrefix(strings.TrimSpace(o.Text), begin) {
			out[o.Color] = true
		}
	}
	return out
}

// waiter keeps what was asked for, to answer it later.
type waiter struct {
	keys, languages, codes []string
}

func (w *waiter) hold(s *scene) {
	s.OnHighlight = func(key, language, code string) {
		w.keys, w.languages, w.codes = append(w.keys, key), append(w.languages, language), append(w.codes, code)
	}
}

func (w *waiter) answer(s *scene, i int) {
	s.SetHighlight(w.keys[i], markdown.Highlight(w.languages[i], w.codes[i]))
}

func TestColorsThatComeLaterAreSeenWhereverTheCodeStands(t *testing.T) {
	s := newScene(t, 1024, 600, theme.Light)
	var w waiter
	w.hold(s)
	long := strings.Repeat("Words between them.\n\n", 60)
	s.show(user("1", "Go on."), reply("2", "```go\nfunc above() {}\n```\n\n"+long+"```go\nfunc below() {}\n```\n"))
	if len(w.keys) != 2 || !s.shows("func below") {
		t.Fatalf("asked for %q", w.codes)
	}
	w.answer(s, 0)
	if !s.shows("func below") {
		t.Error("code got the colors of another")
	}
	w.answer(s, 1)
	if s.shows("func below") || !s.shows("func") || !s.shows("below") {
		t.Error("code in sight did not get its colors")
	}
	s.Scrolled(scrolled(0, 100_000))
	if s.shows("func above") || !s.shows("above") {
		t.Error("code that was out of sight did not get its colors")
	}
	if len(w.keys) != 2 {
		t.Errorf("asked again: %q", w.codes)
	}
	if len(s.hues("func")) == 0 || s.hues("func")[s.textColor()] {
		t.Error("a keyword has no color of its own")
	}
}

// textColor is that of plain words in the window.
func (s *scene) textColor() color.Color {
	for o := range s.texts() {
		if strings.HasPrefix(o.Text, "Words between") {
			return o.Color
		}
	}
	return nil
}

// BenchmarkColors gives a finished reply of 20,000 tokens the colors of its code, one piece after
// the other.
func BenchmarkColors(b *testing.B) {
	text := strings.Join(growingText(20_000), "")
	pieces := 0
	for b.Loop() {
		b.StopTimer()
		s := newScene(b, 1024, 600, theme.Light)
		var w waiter
		w.hold(s)
		s.show(user("1", "Go on."), reply("2", text))
		pieces = len(w.keys)
		b.StartTimer()
		for i := range w.keys {
			s.SetHighlight(w.keys[i], [][]markdown.Span{{{Text: "x", Token: markdown.Keyword}}})
		}
	}
	b.ReportMetric(float64(pieces), "pieces")
}
