package dbfile

import (
	"context"
	"math"
)

const (
	// maxDepth bounds the height of a tree; SQLite itself allows no more than 20.
	maxDepth = 24
	// maxVisits bounds how often each page is read on average, because a damaged file may refer to
	// the same page many times.
	maxVisits = 12
)

// tree is a tree of pages listed in the schema.
type tree struct {
	name  string
	table *Table // nil if the caller of Read did not ask for this table
	root  int    // 0 where it is not known
	index bool
	// incomplete reports that pages of the tree are damaged or may be missing from it.
	incomplete bool
}

// place is a page with rows, and the tree it belongs to.
type place struct {
	page int
	tree *tree
}

// survey determines which tree each page of a file belongs to.
type survey struct {
	*File
	ctx    context.Context
	budget int  // reads that are left
	taken  bits // pages that belong to a tree
	shared bits // pages claimed by two long rows
	free   bits
	// freeKnown reports that the list of free pages is complete.
	freeKnown bool
	unnamed   bool // the database may have trees that are missing in the schema
	bad       bits // damaged or unreadable pages
	badCount  int
	missing   map[int]bool // pages past the end of the file that undamaged pages refer to
	places    []place
	// doubtful are damaged pages. Each belongs to its tree unless an undamaged page claims it.
	doubtful []place
	progress func(pages int) // gets the number of pages just read for the first time
}

func (f *File) newSurvey(ctx context.Context) *survey {
	s := &survey{
		File: f, ctx: ctx, budget: maxVisits * (f.pages + 64),
		taken: newBits(f.pages), shared: newBits(f.pages), free: newBits(f.pages), bad: newBits(f.pages),
		missing: map[int]bool{}, progress: func(int) {},
	}
	if f.cut && len(f.frames[f.dbPages]) == 0 && f.dbPages <= f.pages {
		s.spoil(f.dbPages)
	}
	s.readFreeList()
	return s
}

// get loads a page within the budget.
func (s *survey) get(n int) (page, bool) {
	if n < 1 || n > s.pages || s.budget <= 0 || s.ctx.Err() != nil {
		return page{}, false
	}
	s.budget--
	p, err := s.load(n)
	if err != nil || p.suspect {
		s.spoil(n)
	}
	return p, err == nil
}

// spoil counts a page as damaged or unreadable.
func (s *survey) spoil(n int) {
	if !s.bad.has(n) {
		s.bad.add(n)
		s.badCount++
	}
}

// readFreeList reads the list of free pages.
func (s *survey) readFreeList() {
	first, ok := s.get(1)
	if !ok {
		return
	}
	count := 0
	trunk := be32(first.data, 32)
	for trunk != 0 {
		p, ok := s.get(trunk)
		if !ok || s.free.has(trunk) || p.suspect {
			return
		}
		s.free.add(trunk)
		leaves := be32(p.data, 4)
		if leaves > s.usable/4-2 {
			return
		}
		for i := range leaves {
			n := be32(p.data, 8+4*i)
			if n < 2 || n > s.pages || s.free.has(n) {
				return
			}
			s.free.add(n)
		}
		count += leaves + 1
		trunk = be32(p.data, 0)
	}
	s.freeKnown = count == be32(first.data, 36) && !first.suspect && s.lost == 0
}

// follow walks the trees from their roots, and then assigns the doubtful pages.
func (s *survey) follow(trees []*tree) {
	for _, t := range trees {
		if t.root > 0 && !s.walk(t.root, t, math.MinInt64, math.MaxInt64, 0) {
			t.incomplete = true
		}
	}
	for len(s.doubtful) > 0 {
		next := s.doubtful[0]
		s.doubtful = s.doubtful[1:]
		if !s.taken.has(next.page) {
			s.resolve(next)
		}
	}
}

// walk walks a subtree from page n. Its rowids must be above low and at most high. It reports
// whether the page belongs to the tree.
func (s *survey) walk(n int, t *tree, low, high int64, depth int) bool {
	if n > s.pages && n <= maxPages {
		s.missing[n] = true
	}
	p, ok := s.get(n)
	if !ok || s.taken.has(n) || depth > maxDepth {
		t.incomplete = true
		return false
	}
	t.incomplete = t.incomplete || p.suspect
	d := s.parse(p, p.data[headerAt(n)])
	if !isNode(d.kind) || !d.whole {
		t.incomplete = true
		s.doubtful = append(s.doubtful, place{n, t})
		return true
	}
	if isIndex(d.kind) != t.index || !within(d.cells, low, high, t.index) || !s.suits(d, t) {
		t.incomplete = true
		return false
	}
	s.taken.add(n)
	if !isLeaf(d.kind) && !s.walkChildren(d, t, low, high, depth) {
		s.taken.remove(n)
		return false
	}
	s.accept(d, t)
	return true
}

// walkChildren walks the children of an undamaged page and reports whether at least one of them
// belongs to t.
func (s *survey) walkChildren(d node, t *tree, low, high int64, depth int) bool {
	any := false
	for _, c := range d.cells {
		top := high
		if !t.index {
			top = c.rowid
		}
		any = s.walk(c.child, t, low, top, depth+1) || any
		if !t.index {
			low = c.rowid
		}
	}
	return s.walk(d.right, t, low, high, depth+1) || any
}

// within reports whether the rowids of a page lie above low and up to high.
func within(cells []cell, low, high int64, index bool) bool {
	if index || len(cells) == 0 {
		return true
	}
	first, last := cells[0].rowid, cells[len(cells)-1].rowid
	return (first > low || low == math.MinInt64) && last <= high
}

// suits reports whether at least half of the rows of a page fit the tree's table.
func (s *survey) suits(d node, t *tree) bool {
	if t.table == nil || d.kind == interiorTable {
		return true
	}
	return 2*d.count(*t.table, true) >= len(d.cells)
}

// count counts the rows of a page with the shape of a table.
func (d node) count(t Table, named bool) int {
	count := 0
	for _, c := range d.cells {
		if r, ok := readRecord(d.data[c.body:c.body+c.local], nil); ok && t.fits(r.types, named) {
			count++
		}
	}
	return count
}

// accept assigns a page to a tree, together with the overflow pages of its long rows.
func (s *survey) accept(d node, t *tree) {
	s.taken.add(d.n)
	s.progress(1)
	if t.table != nil && d.kind != interiorTable {
		s.places = append(s.places, place{d.n, t})
	}
	s.claimRests(d, t)
}

// claimRests assigns the overflow pages of a page's long rows.
func (s *survey) claimRests(d node, t *tree) {
	for _, c := range d.cells {
		if c.overflow == 0 {
			continue
		}
		pages, exact := s.chain(c)
		if !exact {
			t.incomplete = t.incomplete || c.overflow > s.pages
			continue
		}
		for _, n := range pages {
			if s.taken.has(n) {
				s.shared.add(n)
			}
			s.taken.add(n)
		}
		s.progress(len(pages))
	}
}

// resolve assigns a doubtful page to its tree if possible, and its undamaged children, too.
func (s *survey) resolve(at place) {
	p, ok := s.get(at.page)
	if !ok {
		return
	}
	d := s.parse(p, p.data[headerAt(at.page)])
	if isNode(d.kind) && d.whole {
		s.walk(at.page, at.tree, math.MinInt64, math.MaxInt64, 1)
		return
	}
	s.spoil(at.page)
	s.taken.add(at.page)
	parent := false
	if isNode(d.kind) && isIndex(d.kind) == at.tree.index {
		s.claimRests(d, at.tree)
		parent = !isLeaf(d.kind) && s.doubtChildren(d, at.tree)
	}
	// A page with a damaged kind may really be a leaf. But a parent must not be read as a leaf: the
	// root of a tree still contains the old rows of the time when it was a leaf.
	if at.tree.table != nil && (at.tree.index || !parent) {
		s.places = append(s.places, at)
	}
}

// doubtChildren adds the undamaged children of a damaged page to doubtful, and reports whether
// there are any.
func (s *survey) doubtChildren(d node, t *tree) bool {
	found := false
	children := []int{d.right}
	for _, c := range d.cells {
		children = append(children, c.child)
	}
	for _, n := range children {
		if p, ok := s.get(n); ok && !s.taken.has(n) && s.plausible(p) && isNode(p.data[headerAt(n)]) && isIndex(p.data[headerAt(n)]) == t.index {
			s.doubtful = append(s.doubtful, place{n, t})
			found = true
		}
	}
	return found
}

// chain returns the overflow pages of a long row, and whether their chain ends where the row does.
func (s *survey) chain(c cell) ([]int, bool) {
	per := int64(s.usable - 4)
	need := (c.size - int64(c.local) + per - 1) / per
	var pages []int
	n := c.overflow
	for int64(len(pages)) < need && len(pages) < s.pages && n > 1 {
		p, ok := s.get(n)
		if !ok {
			return pages, false
		}
		pages = append(pages, n)
		n = be32(p.data, 0)
	}
	return pages, n == 0 && int64(len(pages)) == need
}
