package tokens

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// counted returns the tokens of each text of testdata in o200k_base.
func counted(t *testing.T) map[string]int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "counts.json"))
	if err != nil {
		t.Fatal(err)
	}
	var counts map[string]int
	if err := json.Unmarshal(data, &counts); err != nil {
		t.Fatal(err)
	}
	return counts
}

func sample(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "texts", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n")
}

func TestTheEstimateIsNearARealTokenizer(t *testing.T) {
	type sum struct{ texts, mean, counted int }
	sums := map[string]*sum{}
	all := counted(t)
	for name, n := range all {
		text := sample(t, name)
		if length := utf8.RuneCountInString(text); length < 1000 {
			t.Errorf("%s has %d characters", name, length)
		}
		got := EstimateText(text)
		if got.Max < n || got.Max < got.Likely {
			t.Errorf("%s: at most %d, likely %d, but it has %d", name, got.Max, got.Likely, n)
		}
		kind, _, _ := strings.Cut(name, "-")
		if sums[kind] == nil {
			sums[kind] = &sum{}
		}
		s := sums[kind]
		s.texts, s.mean, s.counted = s.texts+1, s.mean+got.Likely, s.counted+n
	}
	if len(all) != 60 || len(sums) != 14 {
		t.Errorf("%d texts of %d kinds", len(all), len(sums))
	}
	for kind, s := range sums {
		bar := 0.25
		if kind == "english" {
			bar = 0.15
		}
		off := float64(s.mean)/float64(s.counted) - 1
		t.Logf("%-10s %d texts, %5d tokens, %+5.1f %%", kind, s.texts, s.counted, 100*off)
		if s.texts < 4 || math.Abs(off) > bar {
			t.Errorf("%s: %d texts, %d likely, %d counted", kind, s.texts, s.mean, s.counted)
		}
	}
}

func TestShortTexts(t *testing.T) {
	for text, want := range map[string]Estimate{
		"":                      {},
		"Hello":                 {1, 2},
		"two words":             {2, 3},
		"a    b":                {3, 4},
		"2024-05-02":            {6, 6},
		"1234567":               {3, 3},
		"camelCaseName":         {3, 4},
		strings.Repeat("=", 40): {2, 15},
		"漢字":                    {2, 3},
		"👍":                     {2, 3},
		"\xff\xfe":              {2, 4},
	} {
		if got := EstimateText(text); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	if got := (Estimate{1, 2}).Add(Estimate{3, 4}); got != (Estimate{4, 6}) {
		t.Errorf("added: %+v", got)
	}
}

func TestTheFirstTokensEndWithALineOrAWord(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"short", 100, "short"},
		{"one two three\nfour five six seven", 5, "one two three"},
		{"aaa bbb ccc ddd eee fff", 3, "aaa bbb ccc"},
		{strings.Repeat("a", 100), 17, strings.Repeat("a", 64)},
		{"日本語の文章", 3, "日本"},
		{"anything", 0, ""},
		{"", 0, ""},
	} {
		if got := Truncate(c.text, c.most); strings.TrimSpace(got) != c.want {
			t.Errorf("%d of %q: %q, want %q", c.most, c.text, got, c.want)
		}
	}
	for name, n := range counted(t) {
		text := sample(t, name)
		for _, most := range []int{1, 50, n / 2, n, 3 * n} {
			got := Truncate(text, most)
			if !strings.HasPrefix(text, got) || !utf8.ValidString(got) || EstimateText(got).Max > most || most == 3*n && got != text {
				t.Errorf("%d of %s: %q", most, name, got)
			}
		}
	}
}

func TestAPictureIsCountedInTiles(t *testing.T) {
	for _, c := range []struct {
		w, h int
		want Estimate
	}{
		{0, 0, Estimate{}},
		{5, -1, Estimate{}},
		{1, 1, Estimate{255, 255}},
		{512, 512, Estimate{255, 350}},
		{513, 512, Estimate{425, 425}},
		{1024, 1024, Estimate{765, 1399}},
		{2048, 4096, Estimate{1105, 1640}},
		{2048, 1536, Estimate{765, 2459}},
		{2048, 10, Estimate{765, 765}},
		{1 << 30, 1 << 30, Estimate{765, 3279}},
	} {
		if got := EstimatePicture(c.w, c.h); got != c.want {
			t.Errorf("%dx%d: %+v, want %+v", c.w, c.h, got, c.want)
		}
	}
}

func TestCountingAllocatesNothing(t *testing.T) {
	text := sample(t, "polish-chat") + sample(t, "japanese-chat")
	if n := testing.AllocsPerRun(10, func() { EstimateText(text); Truncate(text, 100) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkText(b *testing.B) {
	for _, name := range []string{"english-letter", "code-go", "russian-letter", "chinese-letter"} {
		text := strings.Repeat(sample(b, name), 100)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				EstimateText(text)
			}
		})
	}
}
