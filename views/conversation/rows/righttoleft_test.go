package rows_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2/test"

	"parlando/app/markdown"
	"parlando/views/conversation/rows"
	"parlando/views/textview/textflow"
)

// drawn returns the texts of a row from left to right, as they are drawn.
func drawn(row *rows.Row) (words []string) {
	texts := slices.DeleteFunc(slices.Clone(row.Texts), func(t rows.Text) bool { return t.NotDrawn })
	slices.SortFunc(texts, func(a, b rows.Text) int { return int(a.X - b.X) })
	for _, t := range texts {
		words = append(words, textflow.Drawn(t.Text, t.Style))
	}
	return words
}

func TestTheNumberOfAnItemIsReadFromTheRight(t *testing.T) {
	test.NewTempApp(t)
	var d markdown.Document
	d.Set("12. שלום")
	row := setter(new(string)).LayOutBlock(d.Blocks()[0], nil, nil, false).Rows[0]
	if got, want := drawn(row), []string{"\u202eשלום\u200f", "\u202e.\u200f", "12"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := row.PlainText(); got != "12. שלום" {
		t.Errorf("%q is copied", got)
	}
}

func TestANameFromRightToLeftIsNotReversed(t *testing.T) {
	test.NewTempApp(t)
	row := &rows.Row{}
	setter(new(string)).PlaceText(row, "שלום.pdf", 0, 0, 500, textflow.Style{Size: 14}, "")
	if got, want := drawn(row), []string{"pdf", "\u202e.\u200f", "\u202eשלום\u200f"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
