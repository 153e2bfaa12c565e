package voice

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestTextsAreCutIntoSentencesAndWords(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string // words between bars, one sentence each
	}{
		{`Hello there, "world". How are you?`, []string{`Hello |there, |"world". `, "How |are |you?"}},
		{"Dr. Smith met J. R. Tolkien. Good.", []string{"Dr. |Smith |met |J. |R. |Tolkien. ", "Good."}},
		{"A line that was full\nand goes on.\nA new one", []string{"A |line |that |was |full |and |goes |on.\n", "A |new |one"}},
		{"你好。世界，好", []string{"你|好。", "世|界，|好"}},
		{"😀😀 ok", []string{"😀|😀 |ok"}},
		{"- first\n- Second", []string{"- first\n", "- Second"}},
		{"… One. …", []string{"… One. …"}},
		{"Wait. . . ! Go.", []string{"Wait. . . ! ", "Go."}},
		{"a\x00b\x1b[31mc\u0085", []string{"a |b |[31mc "}},
		{"…!?", nil},
		{" \n ", nil},
		{"", nil},
	} {
		var got []string
		for _, p := range phrases(c.text) {
			if got = append(got, strings.Join(p.words, "|")); !p.ends {
				t.Errorf("%q: the sentence %q goes on", c.text, p.words)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

func TestLongSentencesAreCutAndNothingIsLost(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("word ", 800), strings.Repeat("a", 4096), strings.Repeat("😀", 4096), strings.Repeat("語", 4096), strings.Repeat("9", 4096),
	} {
		all := phrases(text)
		var b strings.Builder
		for i, p := range all {
			b.WriteString(p.text())
			if p.ends != (i == len(all)-1) {
				t.Errorf("phrase %d of %d of %.10q: ends is %v", i, len(all), text, p.ends)
			}
			if effort := effortOf(p.text()); effort > maxEffort {
				t.Errorf("a phrase of %.10q has %d to speak", text, effort)
			}
		}
		if len(all) < 2 || b.String() != text {
			t.Errorf("%.10q became %d phrases", text, len(all))
		}
	}
}

func TestPhrasesHoldTheWholeText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("aA1 .,!?\n\"[]<-é語か한я😀\u200d\u0301\x01")))).Draw(t, "text")
		var b strings.Builder
		for _, p := range phrases(text) {
			if len(p.words) == 0 {
				t.Fatal("a phrase without words")
			}
			for _, w := range p.words {
				if !strings.ContainsFunc(w, spoken) || !utf8.ValidString(w) {
					t.Fatalf("the word %q cannot be spoken", w)
				}
			}
			b.WriteString(p.text())
		}
		want := unwrap(clean(text))
		if !strings.ContainsFunc(want, spoken) {
			want = ""
		}
		if b.String() != want {
			t.Fatalf("%q instead of %q", b.String(), want)
		}
	})
}

func TestTheLanguageIsToldByTheScript(t *testing.T) {
	for text, want := range map[string]string{
		"Hello": "en", "Grüße": "en", "Привет, hi": "ru", "Γειά σου": "el", "你好世界": "zh", "日本語はたのしい": "ja", "カメラ": "ja", "안녕": "ko",
		"مرحبا": "ar", "שלום": "he", "नमस्ते": "hi", "It is called 東京": "en", "12 + 3": "en",
	} {
		if got, _ := tongueOf(text, ""); got.iso != want {
			t.Errorf("%q is %s, not %s", text, got.iso, want)
		}
	}
}
