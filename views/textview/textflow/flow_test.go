package textflow_test

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"

	"parlando/views/textview/textflow"
)

// square measures every visible character as 10 wide, so that expectations can be read.
func square(text string, size float32, _ fyne.TextStyle) (fyne.Size, float32) {
	n := 0
	for _, r := range text {
		if !strings.ContainsRune("\u200e\u200f\u202d\u202e", r) {
			n++
		}
	}
	return fyne.NewSize(float32(n)*10, size), size * 0.8
}

func lay(text string, width float32) *textflow.Flow {
	return textflow.LayOut(nil, []textflow.Run{{Text: text, End: len(text)}}, width, textflow.NewRuler(square))
}

func drawn(f *textflow.Flow) string {
	var lines []string
	for _, l := range f.Lines {
		var s strings.Builder
		for _, p := range l.Fragments {
			s.WriteString(p.Text)
		}
		lines = append(lines, s.String())
	}
	return strings.Join(lines, "|")
}

func TestLinesBreakWhereAReaderExpects(t *testing.T) {
	for _, c := range []struct {
		name, text string
		width      float32
		want       string
	}{
		{"at spaces", "one two three", 80, "one two|three"},
		{"a space at the end of a line is not drawn", "aaaa bbbb", 45, "aaaa|bbbb"},
		{"hard breaks", "one\ntwo\n\nthree", 500, "one|two||three"},
		{"a long word between characters", "abcdefghij", 40, "abcd|efgh|ij"},
		{"a long word begins on its own line", "xy abcdefgh", 50, "xy|abcde|fgh"},
		{"Chinese between any two characters", "東京都新宿区", 30, "東京都|新宿区"},
		{"no line begins with a full stop", "東京都。新宿", 30, "東京|都。新|宿"},
		{"no line begins with punctuation after Latin", "abc 東京、", 60, "abc 東|京、"},
		{"after a hyphen", "mother-in-law", 70, "mother-|in-law"},
		{"after the slashes of an address", "see example.org/abc", 130, "see|example.org/|abc"},
		{"no line begins with a French question mark", "Bonjour mot ?", 110, "Bonjour|mot ?"},
		{"no line begins with a small kana", "ニュース", 30, "ニュー|ス"},
		{"between emoji", "😀😀😀😀", 20, "😀😀|😀😀"},
		{"a flag is not cut in two", "🇫🇷🇫🇷🇫🇷", 40, "🇫🇷🇫🇷|🇫🇷"},
		{"nothing", "", 50, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := drawn(lay(c.text, c.width)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestAWordOfTwoStylesStaysTogether(t *testing.T) {
	runs := []textflow.Run{
		{Text: "see ", Start: 0, End: 4},
		{Text: "bold", Style: textflow.Style{Bold: true}, Start: 6, End: 10},
		{Text: ", yes", Start: 12, End: 17},
	}
	f := textflow.LayOut(nil, runs, 80, textflow.NewRuler(square))
	if got := drawn(f); got != "see|bold,|yes" {
		t.Errorf("got %q", got)
	}
	if p := f.Lines[1].Fragments[0]; p.Start != 6 || p.End != 10 || p.Separator != " " {
		t.Errorf("the bold piece stands at %d to %d after %q", p.Start, p.End, p.Separator)
	}
}

// No font has slanted ideographs, and asking for some makes Fyne read the largest of the system's
// fonts again.
func TestIdeographsAreDrawnUprightAndOthersAsAsked(t *testing.T) {
	for _, c := range []struct {
		name  string
		style textflow.Style
		want  string
	}{
		{"slanted", textflow.Style{Italic: true}, "see |東京| x"},
		{"of one width", textflow.Style{Mono: true}, "see |東京| x"},
		{"bold", textflow.Style{Bold: true}, "see 東京 x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			runs := []textflow.Run{{Text: "see 東京 x", Style: c.style, End: 12}}
			pieces := textflow.LayOut(nil, runs, 500, textflow.NewRuler(square)).Lines[0].Fragments
			var got []string
			end := 0
			for _, p := range pieces {
				got = append(got, p.Text)
				upright := !p.Style.Italic && !p.Style.Mono
				if want := strings.Contains(p.Text, "東") || c.style.Bold; upright != want {
					t.Errorf("%q upright: %v", p.Text, upright)
				}
				if p.Start != end {
					t.Errorf("%q begins at byte %d, want %d", p.Text, p.Start, end)
				}
				end = p.End
			}
			if joined := strings.Join(got, "|"); joined != c.want {
				t.Errorf("pieces %s, want %s", joined, c.want)
			}
		})
	}
}

func TestAlikeEndsWhereTheScriptChanges(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "ab東京c": 2, "東京c": 6, "данные": 12} {
		if got := textflow.UniformPrefix(text); got != want {
			t.Errorf("%q: %d bytes, want %d", text, got, want)
		}
	}
}

func TestARunOfOneStyleOnALineIsOneFragment(t *testing.T) {
	f := lay("a b c d e", 500)
	if n := len(f.Lines[0].Fragments); n != 1 {
		t.Errorf("%d pieces, want 1", n)
	}
}

// text joins what was drawn with what was left out: nothing of the source may be lost.
func text(f *textflow.Flow) string {
	var s strings.Builder
	for _, l := range f.Lines {
		for _, p := range l.Fragments {
			s.WriteString(p.Separator + p.Text)
		}
	}
	return s.String()
}

func TestGrowingTextIsLaidOutAsIfItHadBeenWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.StringOfN(rapid.SampledFrom([]rune("ab c-d  e\n東。xאב(")), 0, 200, -1).Draw(t, "text")
		width := rapid.Float32Range(15, 200).Draw(t, "width")
		runs := func(text string) []textflow.Run {
			return []textflow.Run{{Text: text, End: len(text)}}
		}
		if plain := strings.IndexByte(source, ' '); plain > 0 && rapid.Bool().Draw(t, "two runs") {
			runs = func(text string) []textflow.Run {
				n := min(plain, len(text))
				return []textflow.Run{{Text: text[:n], End: n}, {Text: text[n:], Style: textflow.Style{Bold: true}, Start: n, End: len(text)}}
			}
		}
		ruler := textflow.NewRuler(square)
		var f *textflow.Flow
		for at := 0; at < len(source); {
			at = min(len(source), at+rapid.IntRange(1, 20).Draw(t, "step"))
			for at < len(source) && source[at]&0xc0 == 0x80 {
				at++
			}
			f = textflow.LayOut(f, runs(source[:at]), width, ruler)
			whole := textflow.LayOut(nil, runs(source[:at]), width, ruler)
			if got, want := fmt.Sprint(f.Lines), fmt.Sprint(whole.Lines); got != want {
				t.Fatalf("grown %s\nwhole %s", got, want)
			}
		}
		if f == nil {
			return
		}
		if got, want := text(f), strings.TrimRight(source, " \n"); strings.TrimRight(got, " \n") != want {
			t.Fatalf("drawn and left out give %q, want %q", got, want)
		}
		for _, l := range f.Lines {
			if l.Width > width && len(l.Fragments) > 0 && len([]rune(l.Fragments[0].Text)) > 1 {
				t.Fatalf("a line of %v is wider than %v", l.Width, width)
			}
		}
	})
}

func TestAClickFindsTheNearestCharacter(t *testing.T) {
	r := textflow.NewRuler(square)
	for x, want := range map[float32]int{-5: 0, 4: 0, 6: 1, 14: 1, 16: 2, 99: 3} {
		if got := r.Offset("abc", textflow.Style{}, x); got != want {
			t.Errorf("x %v: byte %d, want %d", x, got, want)
		}
	}
}

// Which text is read from the right is the rule of package direction.
func TestTheFirstLetterSetsTheDirection(t *testing.T) {
	for s, want := range map[string]bool{"12. שלום and more": true, "and now שלום": false, "東京都と京都 שלום": false, "한국 사람 שלום": false, "… 12": false} {
		if got := lay(s, 1000).RightToLeft(); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
