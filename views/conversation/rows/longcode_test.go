package rows

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/markdown"
	"parlando/views/textview/textflow"
)

// measured returns a typesetter that counts the bytes it measures.
func measured(bytes *int) *Typesetter {
	return &Typesetter{
		Ruler: textflow.NewRuler(func(text string, size float32, _ fyne.TextStyle) (fyne.Size, float32) {
			*bytes += len(text)
			return fyne.NewSize(8*float32(len([]rune(text))), size), size
		}),
		Width: 700, Colors: func(string, string) [][]markdown.Span { return nil },
	}
}

func codeBlock(text string) markdown.Block {
	b := markdown.Block{Kind: markdown.CodeBlock, Lang: "go", Text: text, Open: true, Lines: []int{0}, End: len(text)}
	for i, r := range text {
		if r == '\n' {
			b.Lines = append(b.Lines, i+1)
		}
	}
	return b
}

// Only the first row of a long code block is laid out before the others are visible, and a growing
// block looks at its last row alone.
func TestLongCodeIsLaidOutWhereItIsVisible(t *testing.T) {
	n := 0
	s := measured(&n)
	text := strings.Repeat("x := 東京\n", 4000)
	set := s.LayOutBlock(codeBlock(text), nil, nil, true)
	if n > 1000 {
		t.Errorf("%d bytes are measured", n)
	}
	if len(set.Rows) != 101 || set.Rows[1].IsLaidOut() {
		t.Fatalf("%d rows, the second laid out: %v", len(set.Rows), set.Rows[1].IsLaidOut())
	}
	set.Rows[50].LayOut()
	if first := set.Rows[50].Texts[0]; first.Start != 2000*12 || first.Separator != "\n" {
		t.Errorf("row 50 begins at %d with %q", first.Start, first.Separator)
	}
	if r := set.Rows[50]; r.From != 2000*12 || r.To != 2040*12 {
		t.Errorf("row 50 has the text from %d to %d", r.From, r.To)
	}
	if last := set.Rows[100]; last.Height != CodeLineHeight+codeAbove {
		t.Errorf("the last row is %v high", last.Height)
	}
	grown := s.LayOutBlock(codeBlock(text+"last"), nil, set, true)
	whole := s.LayOutBlock(codeBlock(text+"last"), nil, nil, true)
	for i, r := range grown.Rows {
		if kept := i < 100; kept != (r == set.Rows[i]) {
			t.Fatalf("row %d is kept: %v", i, !kept)
		}
		if got, want := r.PlainText(), whole.Rows[i].PlainText(); got != want || r.Height != whole.Rows[i].Height {
			t.Fatalf("row %d has %q and is %v high, want %q and %v", i, got, r.Height, want, whole.Rows[i].Height)
		}
	}
	// A wide line makes the block scroll, so that all of its rows change.
	if wide := s.LayOutBlock(codeBlock(text+strings.Repeat("last", 100)), nil, grown, true); wide.Rows[0] == grown.Rows[0] || wide.Rows[0].Viewport == nil {
		t.Error("the first row does not scroll")
	}
}

// Of a line without an end the first part is shown, in parts small enough for an image; all of it
// can be copied and highlighted.
func TestTheFirstPartOfALongLineOfCodeIsShown(t *testing.T) {
	for _, letter := range []string{"x", "東", "ا"} {
		t.Run(letter, func(t *testing.T) {
			n := 0
			s := measured(&n)
			text := strings.Repeat(letter, 1<<20)
			r := s.LayOutBlock(codeBlock(text), nil, nil, false).Rows[0]
			var shown strings.Builder
			at := 0
			for i, w := range r.Texts {
				if w.Chrome {
					continue
				}
				if w.Start != at || w.End <= at {
					t.Fatalf("text %d goes from %d to %d, after %d", i, w.Start, w.End, at)
				}
				at = w.End
				if w.Source != "" {
					w.Text = w.Source
				} else if len(w.Text) > longestCodeLine {
					t.Errorf("text %d has %d bytes", i, len(w.Text))
				}
				shown.WriteString(w.Text)
			}
			if shown.String() != text || at != len(text) {
				t.Errorf("%d of %d bytes can be copied, up to %d", shown.Len(), len(text), at)
			}
			if n > 20*longestCodeLine {
				t.Errorf("%d bytes are measured", n)
			}
			if got := r.Texts[len(r.Texts)-1].Text; got != "…" {
				t.Errorf("the line ends with %.20q", got)
			}
		})
	}
}

// A label without an end is truncated without measuring all of it again and again.
func TestALongLabelIsTruncated(t *testing.T) {
	for _, text := range []string{strings.Repeat("name ", 200_000), strings.Repeat("東", 300_000)} {
		n := 0
		s := measured(&n)
		row := &Row{}
		w := s.PlaceText(row, text, 0, 0, 408, textflow.Style{Size: TextSize}, "")
		if got := []rune(row.Texts[0].Text); len(got) != 51 || got[50] != '…' || w != 408 {
			t.Errorf("%d characters, %v wide: %q", len(got), w, string(got))
		}
		if n > 20_000 {
			t.Errorf("%d bytes are measured", n)
		}
	}
}
