package edit

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzReplacing(f *testing.F) {
	f.Add("one\ntwo\n\nthree", 2, 5, "x\ny")
	f.Add(strings.Repeat("a word ", 2000), 3000, 9000, "")
	f.Add("", 0, 0, "\n")
	f.Add(strings.Repeat("æ", 5000), 4000, 4002, "b")
	f.Fuzz(func(t *testing.T, body string, from, to int, with string) {
		body, with = CleanText(body), CleanText(with)
		snap := func(n int) int {
			n = min(max(n, 0), len(body))
			for n < len(body) && !utf8.RuneStart(body[n]) {
				n++
			}
			return n
		}
		from, to = snap(from), snap(to)
		if from > to {
			from, to = to, from
		}
		x := newDocument(body)
		removed := x.replace(from, to, with)
		want := body[:from] + with + body[to:]
		if removed != body[from:to] {
			t.Errorf("removed %q, want %q", removed, body[from:to])
		}
		check(t, x, want)
		x.replace(from, from+len(with), removed)
		check(t, x, body)
	})
}

// maxSegment is the number of bytes of a paragraph that are laid out at once.
const maxSegment = 4000

func check(t *testing.T, x *document, want string) {
	t.Helper()
	if got := x.Slice(0, x.size); got != want {
		t.Fatalf("the text is %q, want %q", got, want)
	}
	if x.size != len(want) || x.characters != utf8.RuneCountInString(want) {
		t.Fatalf("size %d, %d characters; want %d, %d", x.size, x.characters, len(want), utf8.RuneCountInString(want))
	}
	for i, s := range x.segments {
		if len(s.text) > maxSegment {
			t.Fatalf("a segment of %d bytes", len(s.text))
		}
		if s.text == "" && !s.broken && i < len(x.segments)-1 {
			t.Fatal("an empty segment without a break is a line that is not there")
		}
	}
}

func TestManyEditsOfALongText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	want := strings.Repeat("The last train had gone, and the platform was quiet.\n", 400)
	x := newDocument(want)
	for range 2000 {
		from := r.IntN(len(want) + 1)
		to := min(from+r.IntN(60), len(want))
		with := []string{"", "a", "\n", "some words ", strings.Repeat("long ", 1200)}[r.IntN(5)]
		x.replace(from, to, with)
		want = want[:from] + with + want[to:]
		if len(want) > 200_000 {
			x.replace(0, 100_000, "")
			want = want[100_000:]
		}
	}
	check(t, x, want)
}

func TestGoingByCharactersComesBackTheSameWay(t *testing.T) {
	for _, s := range []string{"abc", "a\n\nb", "שלום\nx", "e\u0301a", "👩‍👩‍👧x👍🏽", strings.Repeat("x", maxSegment+3)} {
		x := newDocument(s)
		var forward []int
		for at := 0; ; {
			to := x.Next(at)
			if to == at {
				break
			}
			forward = append(forward, at)
			at = to
		}
		at := x.size
		for i := len(forward) - 1; i >= 0; i-- {
			if at = x.Previous(at); at != forward[i] {
				t.Fatalf("%.20q: back at %d, want %d", s, at, forward[i])
			}
		}
	}
}

func TestOnePictureOfSeveralCharactersIsOneStep(t *testing.T) {
	x := newDocument("👩‍👩‍👧!")
	if at := x.Next(0); at != x.size-1 {
		t.Errorf("the family is left at %d of %d", at, x.size)
	}
}

func TestJumpingByWords(t *testing.T) {
	x := newDocument("One two,\nthree")
	at := 0
	var stops []int
	for range 4 {
		at = x.Jump(at, true)
		stops = append(stops, at)
	}
	if want := []int{3, 7, 14, 14}; !equal(stops, want) {
		t.Errorf("forward: %v, want %v", stops, want)
	}
	stops = nil
	for range 4 {
		at = x.Jump(at, false)
		stops = append(stops, at)
	}
	if want := []int{9, 4, 0, 0}; !equal(stops, want) {
		t.Errorf("back: %v, want %v", stops, want)
	}
}

func equal(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestWhatIsPastedIsCleaned(t *testing.T) {
	if got := CleanText("a\r\nb\rc\x00\x1bd\te\xff"); got != "a\nb\ncd\te\uFFFD" {
		t.Errorf("%q", got)
	}
}
