package speechtext

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAPlainTextIsReadAsItStands(t *testing.T) {
	long := "This line is as long as the ones that a narrow column has,"
	for _, c := range []struct {
		source string
		want   []string
	}{
		{"", nil},
		{" \n\n\t\n", nil},
		{"# 1 *is* a_b\n\n- [x] 2 < 3 &amp; $5", []string{"# 1 *is* a_b.", "- [x] 2 < 3 &amp; $5."}},
		{"A title\nA short line\n\nThe end", []string{"A title.", "A short line.", "The end."}},
		{"He went\nhome. Then\nslept.", []string{"He went home.", "Then slept."}},
		{long + "\nAnna said.\r\n" + long + "\r\n\r\nEnd.", []string{long + " Anna said.", long, "End."}},
		{long + "\n- an item", []string{long, "- an item."}},
		{"See https://www.e.org/a?b=c. Go on 🎉!", []string{"See link to e.org.", "Go on !"}},
		{"Dr. Who came. \"Why?\" he said.", []string{"Dr. Who came.", "\"Why?\" he said."}},
		{"日本語です。次は\n何？", []string{"日本語です。", "次は。", "何？"}},
		{"a\xffb\x00c", []string{"abc."}},
		{"│ A → B │, said【3†source】 he ==now==", []string{"A B , said he ==now==."}},
	} {
		if got := texts(PlainSentences(c.source, testWords)); !slices.Equal(got, c.want) {
			t.Errorf("%q\n is %q\nnot %q", c.source, got, c.want)
		}
	}
}

func TestEachSentenceOfAPlainTextKnowsItsPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.OneOf(
			rapid.StringN(0, 300, -1),
			rapid.StringOfN(rapid.SampledFrom([]rune("aB. ,\n\r\t!?\"'(h日。http://w.")), 0, 400, -1),
		).Draw(t, "source")
		last := 0
		for _, s := range PlainSentences(source, testWords) {
			if s.Start < last || s.End < s.Start || s.End > len(source) {
				t.Fatalf("%q stands at %d to %d after %d of %d", s.Text, s.Start, s.End, last, len(source))
			}
			last = s.End
			if n := CountCharacters(s.Text); n == 0 || n > MaxCharacters {
				t.Fatalf("%d characters", n)
			}
			for i, r := range s.Runs {
				end := len(s.Text)
				if i+1 < len(s.Runs) {
					end = s.Runs[i+1].At
				}
				shown, got := s.Text[r.At:end], source[r.Start:r.End]
				if len(shown) == len(got) && strings.Join(strings.Fields(shown), " ") != strings.Join(strings.Fields(got), " ") {
					t.Fatalf("%q stands for %q", shown, got)
				}
			}
		}
	})
}

func BenchmarkAPlainBook(b *testing.B) {
	book := strings.Repeat("It was the best of times, it was the worst of times, it was the age\nof wisdom, it was the age of foolishness. Then it ended.\n\n", 8000)
	b.SetBytes(int64(len(book)))
	for b.Loop() {
		PlainSentences(book, Words{})
	}
}
