package rows

import (
	"strings"
	"testing"

	"parlando/app/markdown"
)

func tableBlock(rows int, cell string) markdown.Block {
	table := &markdown.Table{Align: make([]markdown.Align, 2), Head: make([]markdown.Cell, 2)}
	at := 0
	for range rows {
		row := make([]markdown.Cell, 2)
		for c := range row {
			row[c] = markdown.Cell{Runs: []markdown.Run{{Text: cell, Start: at, End: at + len(cell)}}}
			at += len(cell) + 1
		}
		table.Rows = append(table.Rows, row)
	}
	return markdown.Block{Kind: markdown.TableBlock, Table: table, End: at}
}

// Rows far down a long table are laid out once they are visible, with one line each.
func TestALongTableIsLaidOutWhereItIsVisible(t *testing.T) {
	n := 0
	s := measured(&n)
	set := s.LayOutBlock(tableBlock(20_000, strings.Repeat("word ", 40)), nil, nil, false)
	if len(set.Rows) != 500 {
		t.Fatalf("%d rows", len(set.Rows))
	}
	for i, r := range set.Rows {
		if want := i*MaxLines < wholeRows; r.IsLaidOut() != want {
			t.Errorf("row %d is laid out: %v", i, r.IsLaidOut())
		}
	}
	r := set.Rows[100]
	if from, to := 4000*2*201, 4040*2*201; r.From != from || r.To != to {
		t.Errorf("row 100 has the text from %d to %d, want %d and %d", r.From, r.To, from, to)
	}
	height := r.Height
	r.LayOut()
	if first := r.Texts[0]; first.Start != r.From || first.Source == "" || r.Height != height {
		t.Errorf("row 100 begins at %d with %q, %v high, before %v", first.Start, first.Source, r.Height, height)
	}
}

// Of a cell without an end the first part is shown, and all of it can be copied.
func TestTheFirstPartOfALongCellIsShown(t *testing.T) {
	n := 0
	s := measured(&n)
	text := strings.Repeat("word ", 200_000)
	r := s.LayOutBlock(tableBlock(1, text), nil, nil, false).Rows[0]
	if n > 100_000 {
		t.Errorf("%d bytes are measured", n)
	}
	last := r.Texts[len(r.Texts)-1]
	if last.Source != text || last.End != 2*len(text)+1 {
		t.Errorf("%d of %d bytes can be copied, up to %d", len(last.Source), len(text), last.End)
	}
}
