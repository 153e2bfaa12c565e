package rows_test

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"parlando/app/markdown"
	"parlando/views/conversation/rows"
	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

func TestALineIsAsHighAsItsLetters(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	var copied string
	s := setter(&copied)
	s.Ruler = textflow.NewScreenRuler(1)
	height := func(text string) float32 {
		block := markdown.Block{Runs: []markdown.Run{{Text: text, End: len(text)}}, End: len(text)}
		return s.LayOutBlock(block, nil, nil, false).Rows[0].Height
	}
	for _, usual := range []string{"Ågjp", "Ελληνικά", "Привет", "Việt ệ Ế", "中文「漢字」", "日本語", "한국어", "ệ 😀", "→ ∑ ≤"} {
		if h := height(usual); h != rows.LineHeight {
			t.Errorf("a line of %q is %g high, want %d as every other", usual, h, rows.LineHeight)
		}
	}
	const tibetan = "བོད་ཡིག" // every font of it is higher than a line
	if one, two := height("abc "+tibetan), height("abc\nabc "+tibetan); one <= rows.LineHeight || two != one+rows.LineHeight {
		t.Errorf("a line with %q is %g high, and %g with one of Latin above it", tibetan, one, two)
	}
}

func TestTheCellsOfARowStandOnOneBaseline(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	s := setter(new(string))
	s.Ruler = textflow.NewScreenRuler(1)
	var d markdown.Document
	d.Set("|A|B|\n|---|---|\n|Ag|བོད་ཡིག|\n")
	texts := s.LayOutBlock(d.Blocks()[0], nil, nil, false).Rows[0].Texts
	latin, tibetan := texts[len(texts)-2], texts[len(texts)-1]
	if latin.Text != "Ag" || latin.Y != tibetan.Y || latin.LineHeight >= tibetan.LineHeight {
		t.Errorf("%q stands at %g, %q at %g", latin.Text, latin.Y, tibetan.Text, tibetan.Y)
	}
}
