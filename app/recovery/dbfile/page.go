package dbfile

import (
	"encoding/binary"
	"math"
	"slices"
)

// The kinds of pages of a tree.
const (
	interiorIndex = 2
	interiorTable = 5
	leafIndex     = 10
	leafTable     = 13
)

func isNode(kind byte) bool {
	return kind == interiorIndex || kind == interiorTable || kind == leafIndex || kind == leafTable
}

// isIndex reports whether a page is of the tree of an index or a table without rowid.
func isIndex(kind byte) bool { return kind == interiorIndex || kind == leafIndex }

func isLeaf(kind byte) bool { return kind == leafIndex || kind == leafTable }

// cell is an entry of a page of a tree.
type cell struct {
	start, end int // offsets in the page
	child      int
	rowid      int64
	size       int64 // bytes of the payload
	body       int   // offset of the payload in the page
	local      int   // bytes of the payload in the page
	overflow   int   // page with the rest of the payload, 0 if there is none
}

// node is a page of a tree.
type node struct {
	page
	kind  byte
	cells []cell // the readable cells in page order
	right int    // page number of the last child
	// listed reports that all cells are readable and do not contradict the rest of the page.
	listed bool
	// whole reports that the structure of the page is undamaged.
	whole bool
	// from is the first offset at which a cell can start.
	from int
	free []span // the free blocks, nil if their list is damaged
}

// span is a range of bytes in a page.
type span struct{ start, end int }

func headerAt(n int) int {
	if n == 1 {
		return 100
	}
	return 0
}

// be16 reads two bytes.
func be16(data []byte, at int) int { return int(binary.BigEndian.Uint16(data[at:])) }

// be32 reads four bytes.
func be32(data []byte, at int) int { return int(binary.BigEndian.Uint32(data[at:])) }

// parse reads a page as one of the given kind.
func (f *File) parse(p page, kind byte) node {
	d := node{page: p, kind: kind}
	at := headerAt(p.n)
	list := at + 8
	if !isLeaf(kind) {
		d.right = be32(p.data, at+8)
		list += 4
	}
	count := be16(p.data, at+3)
	content := be16(p.data, at+5)
	if content == 0 {
		content = 65536
	}
	fits := list+2*count <= min(content, f.usable)
	if !fits {
		count = (f.usable - list) / 2
	}
	d.listed = fits && p.got >= f.usable && p.data[at] == kind
	seen := map[int]bool{}
	for i := range count {
		c, ok := f.parseCell(p.data, be16(p.data, list+2*i), kind)
		if !fits && (!ok || c.start < list+2*i || seen[c.start]) {
			break // the count is too high: the list of cells ended before this
		}
		if !ok || c.start < list+2*i {
			d.listed = false
			continue
		}
		if !fits {
			seen[c.start] = true
		}
		d.cells = append(d.cells, c)
	}
	if d.from = list + 2*count; !fits {
		d.from = list
	}
	f.checkSpace(&d, content, be16(p.data, at+1), int(p.data[at+7]))
	return d
}

// checkSpace checks that cells, free blocks and fragments fill the page, as SQLite keeps it.
func (f *File) checkSpace(d *node, content, firstFree, fragments int) {
	free, ok := f.freeBlocks(d.data, firstFree, d.from)
	if ok {
		d.free = free
	}
	lowest, below := f.usable, 0
	used := slices.Clone(d.free)
	for _, c := range d.cells {
		used = append(used, span{c.start, c.end})
	}
	for _, s := range used {
		lowest = min(lowest, s.start)
		if s.start < content {
			below++
		}
	}
	slices.SortFunc(used, func(a, b span) int { return a.start - b.start })
	start := lowest
	// If a single span starts before the content, the span is more likely to be wrong than content.
	if content >= d.from && content <= f.usable && (below == 0 || below == 1 && len(used) > 2) {
		start, d.from = content, content
	}
	end, lost := start, 0
	for _, s := range used {
		if s.start < end {
			d.listed = false // overlapping spans, or one before the content
		}
		lost += max(0, s.start-end)
		end = max(end, s.end)
	}
	lost += f.usable - end
	filled := ok && lost == fragments
	ordered := isIndex(d.kind) || slices.IsSortedFunc(d.cells, func(a, b cell) int {
		if a.rowid < b.rowid {
			return -1
		}
		return 1 // equal rowids are not sorted either
	})
	d.whole = d.listed && filled && ordered && content == start && fragments <= 60
	d.listed = d.listed && filled
}

// freeBlocks reads a page's list of free blocks. It returns false unless their offsets ascend.
func (f *File) freeBlocks(data []byte, at, from int) ([]span, bool) {
	var free []span
	for end := from; at != 0; {
		if at < end || at+4 > f.usable {
			return nil, false
		}
		size := be16(data, at+2)
		if size < 4 || at+size > f.usable {
			return nil, false
		}
		free = append(free, span{at, at + size})
		end, at = at+size, be16(data, at)
	}
	return free, true
}

// parseCell reads the cell at a place of a page.
func (f *File) parseCell(data []byte, at int, kind byte) (cell, bool) {
	c := cell{start: at}
	data = data[:f.usable]
	if !isLeaf(kind) {
		if at+4 > len(data) {
			return c, false
		}
		c.child = be32(data, at)
		at += 4
	}
	if kind != interiorTable {
		size, n := uvarint(data, at)
		if n == 0 || size > math.MaxInt32 {
			return c, false
		}
		c.size = int64(size)
		at += n
	}
	if !isIndex(kind) {
		rowid, n := uvarint(data, at)
		if n == 0 {
			return c, false
		}
		c.rowid = int64(rowid)
		at += n
	}
	c.body = at
	ok := f.place(&c, data, isIndex(kind))
	return c, ok
}

// place sets how much of a cell's payload is in the page, and where the rest is. It returns false
// if the cell cannot be valid.
func (f *File) place(c *cell, data []byte, index bool) bool {
	most, least := int64(f.usable-35), int64((f.usable-12)*32/255-23)
	if index {
		most = int64((f.usable-12)*64/255 - 23)
	}
	local := c.size
	if c.size > most {
		if local = least + (c.size-least)%int64(f.usable-4); local > most {
			local = least
		}
	}
	c.local = int(local)
	c.end = c.body + c.local
	if c.size > local {
		if c.end+4 > len(data) {
			return false
		}
		c.overflow = be32(data, c.end)
		c.end += 4
	}
	c.end = max(c.end, c.start+4)
	return c.end <= len(data)
}

// uvarint reads a number of one to nine bytes and returns its size, 0 if data ends too early.
func uvarint(data []byte, at int) (uint64, int) {
	var v uint64
	for i := range 9 {
		if at+i >= len(data) {
			return 0, 0
		}
		b := data[at+i]
		if i == 8 {
			return v<<8 | uint64(b), 9
		}
		v = v<<7 | uint64(b&0x7f)
		if b < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}
