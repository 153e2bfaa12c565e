package speechtext

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

var testWords = Words{
	Code: "A piece of code.", Table: "A table.", Picture: "Picture:", Formula: "a formula",
	Link: func(host string) string { return strings.TrimSpace("link to " + host) },
}

func texts(all []Sentence) []string {
	var out []string
	for _, s := range all {
		out = append(out, s.Text)
	}
	return out
}

func TestMarkdownBecomesWhatIsReadAloud(t *testing.T) {
	for _, c := range []struct {
		source string
		want   []string
	}{
		{"", nil},
		{"Hello", []string{"Hello."}},
		{"# A *big* title\n\nSome **bold. Text** here.\n", []string{"A big title.", "Some bold.", "Text here."}},
		{"Title\n=====\nNext", []string{"Title.", "Next."}},
		{"- apples\n- pears,\n  ripe\n\n1. one\n2. two!", []string{"apples.", "pears, ripe.", "one.", "two!"}},
		{"- [ ] milk\n- [x] bread", []string{"milk.", "bread."}},
		{"> Be *brave*.\n> Go on.", []string{"Be brave.", "Go on."}},
		{"Look:\n\n```go\nfmt.Println(1)\n```\n\nDone.", []string{"Look:", "A piece of code.", "Done."}},
		{"    x := 1\n\nDone.", []string{"A piece of code.", "Done."}},
		{"| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter.", []string{"A table.", "a: 1, b: 2.", "After."}},
		{"$$\nx^2\n$$\nAfter.", []string{"a formula.", "After."}},
		{`So \(x_1\) grows and $y^2$, but $5 stays.`, []string{"So a formula grows and a formula, but $5 stays."}},
		{`A claim \[1\], see \[citation needed\] here, and \[x = 1\].`, []string{"A claim [1], see [citation needed] here, and a formula."}},
		{"\\[Practice: 4.4 s of sound\\]", []string{"[Practice: 4.4 s of sound]."}},
		{"See [the manual](https://e.org/very/long). Go.", []string{"See the manual.", "Go."}},
		{"See https://www.e.org/a?b=c. Then <http://x.org/y>!", []string{"See link to e.org.", "Then link to x.org!"}},
		{"[](https://e.org/x)", []string{"link to e.org."}},
		{"See [this][1] and [that].\n\n[1]: https://e.org\n[that]: /x", []string{"See this and that."}},
		{"![A *cat*](c.png)", []string{"Picture: A cat."}},
		{"Fine 🎉👩‍👩‍👧 work ✅", []string{"Fine work."}},
		{"👍", nil},
		{"---\n\n***\n", nil},
		{"Use `go test` now.", []string{"Use go test now."}},
		{"2 * 3 and 2*3, snake_case, _it_ ~~not~~ ~5", []string{"2 * 3 and 2*3, snake_case, it not ~5."}},
		{`A \*star\* &amp; an&nbsp;oak`, []string{"A *star* & an oak."}},
		{"One<br>two <b>three</b> <!-- no -->four", []string{"One", "two three four."}},
		{"<div>\nHello <i>you</i>\n</div>", []string{"Hello you."}},
		{"<script>\nalert(1)\n</script>\n\n<!-- a\n\nb -->\n\nEnd", []string{"End."}},
		{"A claim.[^1] More.\n\n[^1]: The note.", []string{"A claim.", "More.", "The note."}},
		{"(see below)", []string{"(see below)."}},
		{"日本語です。「はい。」次は\n何？", []string{"日本語です。", "「はい。」", "次は何？"}},
		{"標題\n\n你好！再見", []string{"標題。", "你好！", "再見。"}},
		{"```markdown\n# A\n```bash\nls\n```\nend\n```\nAfter.", []string{"A piece of code.", "After."}},
		{"| a | b |\n|---|---|\n| or | `a || b` | KEEPME |\n", []string{"A table.", "a: or, b: a || b, KEEPME."}},
		{"| a. B c | d |\n|---|---|\n| 1 | 2 |\nHello there. | a. B c | d |\n|---|---|\n| 1 | 2 |\n", []string{"A table.", "a. B c: 1, d: 2.", "a. B c: Hello there., d: a. B c, d.", "a. B c: ---, d: ---.", "a. B c: 1, d: 2."}},
		{"Well. So, <br>", []string{"Well.", "So,"}},
		{"See http://\x80 now", []string{"See link to now."}},
		{"a\xffb\x00c", []string{"abc."}},
		{"┌────┐\n│ Cat │\n└────┘\n\n├── src\n└── doc", []string{"Cat.", "src doc."}},
		{"A → B ⇒ C, up ▲ 3&rarr;4 ● done `x→y`", []string{"A B C, up 3 4 done x y."}},
		{"→ ▲ ●", nil},
		{"This is ==very important== and ==so== is ==this==", []string{"This is very important and so is this."}},
		{"这是==重点==内容。if a == b or x==5 or y=1", []string{"这是重点内容。", "if a == b or x==5 or y=1."}},
		{"== Head ==\n\nText ======", []string{"Head.", "Text."}},
		{"It rose【3†source】. Then fell【12:0†my_file.pdf】【7†L1-L9】.", []string{"It rose.", "Then fell."}},
		{"It rose \ue200cite\ue202turn0search1\ue202turn0news2\ue201.", []string{"It rose ."}},
		{"他说【重要】的话。", []string{"他说【重要】的话。"}},
		{"> [!NOTE]\n> Useful words.\n\n> [!Warning]\n>\n> Hot!", []string{"Note.", "Useful words.", "Warning.", "Hot!"}},
		{"> [!NOTE] is the mark.\n\n[!NOTE]\nno quote", []string{"!NOTE is the mark.", "!NOTE no quote."}},
	} {
		if got := texts(Sentences(c.source, testWords)); !slices.Equal(got, c.want) {
			t.Errorf("%q\n is %q\nnot %q", c.source, got, c.want)
		}
	}
}

func TestWithoutWordsNothingIsAnnounced(t *testing.T) {
	got := texts(Sentences("```\nx\n```\n\n|a|\n|-|\n\n![](x) $$y$$ https://e.org/x\n\nEnd.", Words{}))
	if !slices.Equal(got, []string{"End."}) {
		t.Errorf("%q", got)
	}
}

// In the texts below "|" stands where a sentence ends.
func TestSentencesOfManyLanguages(t *testing.T) {
	for _, c := range []string{
		"Mr. Smith met Dr. Jones, e.g. at noon. |It was 3.5 miles, i.e. far. |They left.",
		"J. R. R. Tolkien wrote it. |So did I. |Then came No. 5 of vol. 2 vs. Rome.",
		"He said no. |Then he left... and came back. |Really?! |Yes.",
		`"Stop!" he said. |"Go on." |She went (at last.) |Then (it rained).`,
		"It cost $3.50 in the U.S. Senate. |See fig. 3. |Apples, pears etc. |Then more.",
		"Am 3. Mai kam Hr. Weber, z. B. aus Berlin, d. h. von weit her. |Im 19. Jahrhundert usw. war das so. |Gut.",
		"„Komm!“ rief sie. |Er kam. |Das Jahr war 1984. |Es regnete.",
		"M. Dupont est là. |Où est Mme. Durand ? |« Ici ! » |Bon.",
		"¿Dónde está el Sr. García? |¡Aquí! |Bien.",
		"Это было в 1984 г. в Москве. |Потом, т.е. позже, он ушёл. |Да!",
		"東京へ行った。|「本当？」|はい！|次。",
		"यह एक वाक्य है। |यह दूसरा है।",
		"هل أنت هنا؟ |نعم.",
		"1. First of all. |Then more.",
	} {
		var want []string
		for _, s := range strings.Split(c, "|") {
			want = append(want, strings.TrimSpace(s))
		}
		source := strings.ReplaceAll(c, "|", "")
		if strings.HasPrefix(source, "1.") {
			source = "1\\" + source[1:]
		}
		if got := texts(Sentences(source, testWords)); !slices.Equal(got, want) {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}

func TestOffsetsSurviveATagAtTheEnd(t *testing.T) {
	source := "Hello there. Dr. Who? <br>"
	if all := Sentences(source, testWords); len(all) != 2 || source[all[1].Start:all[1].End] != "Dr. Who?" {
		t.Errorf("%+v", all)
	}
}

func TestOffsetsLeadBackToTheSource(t *testing.T) {
	source := "# Über *Katzen*\n\n> - Sie sind **leise**. Sie [jagen](https://e.org) nachts.\n\nEnde &amp; aus"
	all := Sentences(source, testWords)
	for i, want := range []string{"Über *Katzen", "Sie sind **leise**.", "Sie [jagen](https://e.org) nachts.", "Ende &amp; aus"} {
		if got := source[all[i].Start:all[i].End]; got != want {
			t.Errorf("%q stands for %q, not %q", all[i].Text, got, want)
		}
	}
	s := all[2]
	if at := strings.Index(s.Text, "jagen"); source[s.Source(at):][:5] != "jagen" || s.Source(-1) != s.Start || s.Source(999) != s.End {
		t.Errorf("places in %q: %d %d %d", s.Text, s.Source(at), s.Source(-1), s.Source(999))
	}
}

func TestLongSentencesAreCutWhereTheyMayBe(t *testing.T) {
	for name, c := range map[string]struct{ source, last string }{
		"clauses":   {strings.Repeat("word word word, ", 700), ","},
		"words":     {strings.Repeat("word ", 2000), "d"},
		"wide":      {strings.Repeat("一二三四，", 2000), "，"},
		"graphemes": {strings.Repeat("e\u0301", 5000), "\u0301"},
	} {
		all := Sentences(c.source, testWords)
		if len(all) < 2 {
			t.Fatalf("%s: %d sentences", name, len(all))
		}
		for _, s := range all[:len(all)-1] {
			if n := CountCharacters(s.Text); n > MaxCharacters || n < MaxCharacters/4 || !strings.HasSuffix(s.Text, c.last) {
				t.Errorf("%s: %d characters, ends with %q", name, n, s.Text[len(s.Text)-5:])
			}
		}
	}
	exact := "A" + strings.Repeat("a", MaxCharacters-2) + "."
	if all := Sentences("One. "+exact+" Two.", testWords); len(all) != 3 || all[1].Text != exact {
		t.Errorf("a sentence that fits was cut: %d", len(all))
	}
}

// Nothing is added to a text that fills a request, so that it stays one.
func TestATextAsLongAsARequestIsOne(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"no point":            {strings.Repeat("a", MaxCharacters), 1},
		"words":               {strings.Repeat("word ", MaxCharacters/5) + "x", 1},
		"no point, wide":      {strings.Repeat("字", MaxCharacters), 1},
		"one less":            {strings.Repeat("a", MaxCharacters-1), 1},
		"a point":             {strings.Repeat("a", MaxCharacters-1) + ".", 1},
		"a closing bracket":   {"(" + strings.Repeat("a", MaxCharacters-2) + ")", 1},
		"the last of several": {strings.Repeat("a", 2*MaxCharacters), 2},
		"one more":            {strings.Repeat("a", MaxCharacters+1), 2},
	} {
		for how, all := range map[string][]Sentence{"markdown": Sentences(c.text, testWords), "plain": PlainSentences(c.text, testWords), "growing": grow(c.text, []int{100, MaxCharacters - 100, 1, 1})} {
			check(t, c.text, all)
			if len(all) != c.want || CountCharacters(all[0].Text) != min(MaxCharacters, CountCharacters(strings.TrimSuffix(c.text, "."))+1) {
				t.Errorf("%s, %s: %d sentences, the first of %d characters", name, how, len(all), CountCharacters(all[0].Text))
			}
		}
	}
	if all := Sentences(strings.Repeat("a", MaxCharacters-1), testWords); !strings.HasSuffix(all[0].Text, "a.") {
		t.Error("a text with room has no point")
	}
}

// allParts is a text that is complete as Next parts it.
func allParts(sentences []Sentence) (all []Part) {
	for len(sentences) > 0 {
		var part Part
		part, sentences = NextPart(sentences, len(all))
		all = append(all, part)
	}
	return all
}

func TestPartsBeginSmallAndGrow(t *testing.T) {
	source := strings.Repeat("This is a sentence of forty characters.. ", 60)
	parts := allParts(Sentences(source, testWords))
	var sizes []int
	for _, p := range parts {
		sizes = append(sizes, CountCharacters(p.Text))
	}
	if parts[0].Text != "This is a sentence of forty characters.." || len(sizes) < 6 || sizes[1] > 100 || sizes[2] > 200 || sizes[2] <= sizes[1] || sizes[4] < 350 || slices.Max(sizes) > 400 {
		t.Errorf("sizes %v", sizes)
	}
	if got := allParts(Sentences("# T\n\nA. B\n\nC", testWords)); len(got) != 2 || got[1].Text != "A. B.\nC." {
		t.Errorf("%+v", got)
	}
}

// fataler is a test, also one of rapid's.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// check fails when sentences break a promise.
func check(t fataler, source string, all []Sentence) {
	t.Helper()
	end := 0
	for i, s := range all {
		if s.Start < end || s.End < s.Start || s.End > len(source) || !utf8.ValidString(s.Text) {
			t.Fatalf("sentence %d of %q: %q lies at %d to %d after %d", i, source, s.Text, s.Start, s.End, end)
		}
		if n := CountCharacters(s.Text); n == 0 || n > MaxCharacters {
			t.Fatalf("sentence %d has %d characters", i, n)
		}
		at := s.Start
		for j, r := range s.Runs {
			if r.Start < at || r.End < r.Start || r.At < 0 || r.At >= len(s.Text) || j > 0 && r.At <= s.Runs[j-1].At {
				t.Fatalf("run %d of %q in %q: %+v", j, s.Text, source, s.Runs)
			}
			at = r.End
		}
		end = s.End
	}
	count := 0
	for i, p := range allParts(all) {
		if n := CountCharacters(p.Text); n == 0 || n > MaxCharacters || i == 0 && len(p.Sentences) != 1 {
			t.Fatalf("part %d has %d characters, %d sentences", i, n, len(p.Sentences))
		}
		for j, s := range p.Sentences {
			if !strings.HasPrefix(p.Text[p.Starts[j]:], s.Text) || s.Start != all[count].Start {
				t.Fatalf("part %d loses sentence %d", i, j)
			}
			count++
		}
	}
	if count != len(all) {
		t.Fatalf("%d of %d sentences are in parts", count, len(all))
	}
}

// grow reads a text that comes in pieces of the given sizes.
func grow(source string, steps []int) []Sentence {
	r := Reader{Words: testWords}
	var all []Sentence
	at := 0
	for _, n := range steps {
		at = min(at+n, len(source))
		all = append(all, r.Grow(source[:at])...)
	}
	return append(all, r.End(source)...)
}

var scraps = []string{
	"Hello there. ", "and so on, ", "Dr. Who? ", "z. B. ", "am 3. Mai. ", "U.S. ", "Word", " ", "\n", "\n\n", "\n\n", "- item\n", "1. one\n", "> said ", "# Head\n",
	"```go\nx. Y z\n```\n", "```", "`code. Yes`", "`", "**bold. Text**", "*", "_", "~~", "[link. Text](https://e.org/a)", "[", "]", "](", ")", "![alt. Text](p.png)", "https://e.org/a.b ",
	"| a. B c | d |\n|---|---|\n| 1 | 2 |\n", "|", "|---|\n", "---\n", "===\n", "\\[\nx\n\\]\n", "$$", "$x_1$", "$5. ", "\\(a. B c\\)", "<br>", "<b>", "<!-- no. No -->", "<div>\n", "</div>\n",
	"&amp;", "&", "\\*", "🎉", "日本語。", "「はい。」", "\u201cQuote.\u201d ", "(Aside.) ", "... ", "[^1]", "[a]: https://e.org\n", "    code\n", "é", "\xff", "\r\n", "\t",
	"→", "│ ", "==", "=", "【3†source】", "【", "†", "】", "\ue200cite\ue201", "> [!NOTE]\n> Words. ", "[!TIP]",
}

func textOf(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(scraps), 0, 40).Draw(t, "scraps"), "")
}

func TestPromisesHoldForAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := textOf(t)
		check(t, source, Sentences(source, testWords))
	})
}

func TestNoLetterIsLostOrDoubled(t *testing.T) {
	words := []string{"Hello", "there.", "Dr.", "Who?", "**bold**", "_it_", "3.5", "「はい。」", "z.", "B.", "e.g.", "Élan!", "\"Yes.\"", "\n\n", "\n", "\n\n- ", "\n\n> ", "\n\n# ", "a_b", "`x y`"}
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsNumber(r) {
				return r
			}
			return -1
		}, s)
	}
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 60).Draw(t, "words"), " ")
		all := Sentences(source, testWords)
		check(t, source, all)
		if got, want := letters(strings.Join(texts(all), "")), letters(source); got != want && !strings.Contains(strings.Join(texts(all), ""), "code") {
			t.Fatalf("%q\n is read as %q", source, texts(all))
		}
	})
}

func TestTextThatGrowsIsReadAsTheWhole(t *testing.T) {
	unlinked := "[One. Two `x](u) three. Four` end." // the code swallows the end of the link
	if got, want := texts(grow(unlinked, []int{21})), texts(Sentences(unlinked, testWords)); !slices.Equal(got, want) {
		t.Errorf("%q\ngrows to %q\nbut is    %q", unlinked, got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		source := textOf(t)
		steps := rapid.SliceOfN(rapid.IntRange(1, 9), 0, 200).Draw(t, "steps")
		got, want := texts(grow(source, steps)), texts(Sentences(source, testWords))
		if !slices.Equal(got, want) {
			t.Fatalf("%q\ngrows to %q\nbut is    %q", source, got, want)
		}
	})
}

func TestSentencesComeAsSoonAsTheyAreFinished(t *testing.T) {
	r := Reader{Words: testWords}
	var got []string
	for _, c := range []struct{ more, want string }{
		{"Hello th", ""},
		{"ere.", ""},
		{" This", ""},
		{" is", "Hello there."},
		{" next\n", ""},
		{"\n", "This is next."},
		{"- one\n- t", ""},
		{"wo\n", "one."},
		{"\n```\ncode\n", "two."},
		{"```\n", ""},
		{"\nEnd. Of it", "A piece of code.|End."},
	} {
		got = append(got, c.more)
		if s := strings.Join(texts(r.Grow(strings.Join(got, ""))), "|"); s != c.want {
			t.Errorf("after %q came %q, not %q", c.more, s, c.want)
		}
	}
	if s := r.End(strings.Join(got, "")); len(s) != 1 || s[0].Text != "Of it." {
		t.Errorf("at the end %+v", s)
	}
}

func FuzzScript(f *testing.F) {
	for _, s := range scraps {
		f.Add(s + s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 20_000 {
			return
		}
		check(t, source, Sentences(source, testWords))
		check(t, source, grow(source, []int{len(source) / 3, len(source) / 3}))
	})
}
