package dbfile

import (
	"cmp"
	"slices"
)

// salvage returns the cells of a damaged page that hold rows of the table: those in the page's list
// of cells and, if the list is damaged, those found between them by their shape.
func (f *File) salvage(d node, t Table) []cell {
	var found []cell
	for _, c := range d.cells {
		if fixed, ok := f.fitting(c, d, t); ok {
			found = append(found, fixed)
		}
	}
	if d.listed && len(found) == len(d.cells) {
		return found
	}
	slices.SortStableFunc(found, func(a, b cell) int { return a.start - b.start })
	end := 0
	found = slices.DeleteFunc(found, func(c cell) bool {
		if c.start < end {
			return true // no byte belongs to two cells
		}
		end = c.end
		return false
	})
	taken := slices.Clone(d.free)
	for _, c := range found {
		taken = append(taken, span{c.start, c.end})
	}
	slices.SortFunc(taken, func(a, b span) int { return a.start - b.start })
	listed := found
	at := d.from
	for _, s := range append(taken, span{f.usable, f.usable}) {
		for gap := at; at < s.start; {
			c, ok := f.scanned(d, at, s.start, t)
			if !ok {
				at++
				continue
			}
			if d.kind == interiorIndex && c.start-gap >= 4 {
				c.start -= 4 // include the child's page number
			}
			at = c.end
			gap = at
			// A listed cell is newer than a leftover with the same row id.
			if t.WithoutRowID || !slices.ContainsFunc(listed, func(l cell) bool { return l.rowid == c.rowid }) {
				found = append(found, c)
			}
		}
		at = max(at, s.end)
	}
	return found
}

// scanned returns the row that starts at a place of a damaged page and ends before end.
func (f *File) scanned(d node, at, end int, t Table) (cell, bool) {
	kind := byte(leafTable)
	if t.WithoutRowID {
		kind = leafIndex
	}
	c, ok := f.parseCell(d.data, at, kind)
	if !ok || c.end > end || c.size == 0 {
		return c, false
	}
	r, ok := readRecord(d.data[c.body:c.body+c.local], nil)
	return c, ok && r.size == c.size && t.fits(r.types, false)
}

// fitting returns a listed cell of a damaged page if it holds a row of the table. If the types of
// the values contradict the size of the payload, the size is corrected.
func (f *File) fitting(c cell, d node, t Table) (cell, bool) {
	if d.kind == interiorTable {
		return c, false
	}
	r, ok := readRecord(d.data[c.body:f.usable], nil)
	if !ok || !t.fits(r.types, false) {
		return c, false
	}
	if r.size != c.size {
		c.size, c.overflow = r.size, 0
		ok = f.place(&c, d.data[:f.usable], isIndex(d.kind))
	}
	return c, ok
}

// fill reports whether the salvaged cells fill the page: then only its header or its list of cells
// is damaged, but no cell.
func (f *File) fill(d node, cells []cell) bool {
	if d.listed || d.got < f.usable || len(cells) == 0 {
		return false
	}
	d.cells, d.listed = slices.Clone(cells), true
	slices.SortFunc(d.cells, func(a, b cell) int { return cmp.Compare(a.rowid, b.rowid) })
	first := slices.MinFunc(d.cells, func(a, b cell) int { return a.start - b.start }).start
	for _, s := range d.free {
		first = min(first, s.start)
	}
	at := headerAt(d.n)
	f.checkSpace(&d, first, be16(d.data, at+1), int(d.data[at+7]))
	return d.whole
}
