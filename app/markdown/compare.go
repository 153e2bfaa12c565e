package markdown

import "slices"

// firstChange returns the index of the first block that differs, or the length of the shorter list.
func firstChange(a, b []Block) int {
	n := min(len(a), len(b))
	for i := range n {
		if !same(&a[i], &b[i]) {
			return i
		}
	}
	return n
}

func same(a, b *Block) bool {
	return a.Kind == b.Kind && a.Level == b.Level && a.Quote == b.Quote && a.Alert == b.Alert && a.Depth == b.Depth &&
		a.Marker == b.Marker && a.Tight == b.Tight && a.Lang == b.Lang && a.Open == b.Open && a.Link == b.Link &&
		a.Start == b.Start && a.End == b.End && a.Text == b.Text &&
		slices.Equal(a.Lines, b.Lines) && slices.Equal(a.Runs, b.Runs) && sameTable(a.Table, b.Table)
}

func sameTable(a, b *Table) bool {
	if a == nil || b == nil {
		return a == b
	}
	cells := func(a, b []Cell) bool {
		return slices.EqualFunc(a, b, func(a, b Cell) bool { return slices.Equal(a.Runs, b.Runs) })
	}
	return slices.Equal(a.Align, b.Align) && cells(a.Head, b.Head) && slices.EqualFunc(a.Rows, b.Rows, cells)
}
