package dbfile

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
)

// schemaTable is the table in which SQLite lists all tables and indexes.
var schemaTable = Table{Name: "sqlite_schema", Columns: []Column{
	{Name: "type", Type: Text, NotNull: true},
	{Name: "name", Type: Text, NotNull: true},
	{Name: "tbl_name", Type: Text, NotNull: true},
	{Name: "rootpage", Type: Integer, NotNull: true},
	{Name: "sql", Type: Text},
}}

// Read calls row with each row of the tables: first those in pages of a known tree, then those in
// other pages. Each row is read once. Read ends when row returns an error or ctx ends. progress,
// which may be nil, gets numbers of bytes.
func (f *File) Read(ctx context.Context, tables []Table, progress func(done, total int64), row func(TableRow) error) (Damage, error) {
	if f.pages == 0 {
		return Damage{Incomplete: names(tables)}, ctx.Err()
	}
	s := f.newSurvey(ctx)
	done := 0
	s.progress = func(pages int) {
		if done = min(done+pages, f.pages); progress != nil && done/256 != (done-pages)/256 {
			progress(int64(done)*int64(f.size), 2*int64(f.pages)*int64(f.size))
		}
	}
	trees, err := s.schema(tables)
	if err != nil {
		return Damage{}, err
	}
	s.follow(trees)
	s.budget = maxVisits * (f.pages + 64)
	for i, at := range s.places {
		if progress != nil && i%256 == 0 {
			progress(int64(f.pages)*int64(f.size)*int64(len(s.places)+i)/int64(len(s.places)), 2*int64(f.pages)*int64(f.size))
		}
		if err := s.rows(at.page, at.tree, false, row); err != nil {
			return Damage{}, err
		}
	}
	if err := s.orphans(trees, row); err != nil {
		return Damage{}, err
	}
	if progress != nil {
		progress(2*int64(f.pages)*int64(f.size), 2*int64(f.pages)*int64(f.size))
	}
	return s.damage(trees), ctx.Err()
}

func names(tables []Table) []string {
	var list []string
	for _, t := range tables {
		list = append(list, t.Name)
	}
	return list
}

// damage returns the summary of all damage found.
func (s *survey) damage(trees []*tree) Damage {
	missing := len(s.missing)
	if all := s.pagesInHeader(); missing > 0 && all >= slices.Max(slices.Collect(maps.Keys(s.missing))) {
		missing = all - s.pages // includes pages that only missing pages refer to
	}
	d := Damage{Pages: s.pages + missing, Unreadable: s.badCount + missing + s.lost}
	for _, t := range trees {
		if t.table != nil && t.incomplete {
			d.Incomplete = append(d.Incomplete, t.name)
		}
	}
	return d
}

// pagesInHeader returns the number of pages according to the header, 0 if the header is outdated.
func (s *survey) pagesInHeader() int {
	p, ok := s.get(1)
	if !ok || !bytes.HasPrefix(p.data, []byte("SQLite format 3\x00")) || be32(p.data, 24) != be32(p.data, 92) {
		return 0
	}
	return be32(p.data, 28)
}

// schema reads the list of trees. Those of the given tables come first, in their order.
func (s *survey) schema(tables []Table) ([]*tree, error) {
	root := &tree{name: schemaTable.Name, table: &schemaTable, root: 1}
	var trees []*tree
	known := map[string]bool{}
	note := func(r TableRow) error {
		if len(r.Values) < 4 {
			return nil
		}
		kind, _ := r.Values[0].(string)
		name, _ := r.Values[1].(string)
		page, _ := r.Values[3].(int64)
		// A table has its name twice in the row, of which one may be damaged.
		of, _ := r.Values[2].(string)
		if named := func(t Table) bool { return t.Name == name }; kind == "table" && !slices.ContainsFunc(tables, named) {
			name = of
		}
		if kind != "table" && kind != "index" || known[name] || page < 2 || page > int64(s.pages) {
			return nil
		}
		known[name] = true
		trees = append(trees, &tree{name: name, root: int(page), index: kind == "index"})
		return nil
	}
	s.follow([]*tree{root})
	for _, at := range s.places {
		if err := s.rows(at.page, at.tree, false, note); err != nil {
			return nil, err
		}
	}
	if err := s.orphans([]*tree{root}, note); err != nil {
		return nil, err
	}
	s.places = nil
	s.unnamed = root.incomplete
	return s.order(trees, tables), s.ctx.Err()
}

// order sorts trees, those of the given tables first, and adds the tables that the schema lacks.
func (s *survey) order(trees []*tree, tables []Table) []*tree {
	for i := range tables {
		at := slices.IndexFunc(trees, func(t *tree) bool { return t.name == tables[i].Name })
		if at < 0 {
			trees = append(trees, &tree{name: tables[i].Name, incomplete: s.unnamed})
			at = len(trees) - 1
		}
		trees[at].table, trees[at].index = &tables[i], tables[i].WithoutRowID
		// Without some frames of the log, pages may be old versions that do not refer to new pages.
		trees[at].incomplete = trees[at].incomplete || s.lost > 0
	}
	for _, t := range trees {
		if t.table == nil && !t.index {
			// A row of the schema does not show whether its table has rowids.
			if p, ok := s.get(t.root); ok {
				t.index = isIndex(p.data[0])
			}
		}
	}
	place := func(t *tree) int {
		if t.table == nil {
			return len(tables)
		}
		return slices.IndexFunc(tables, func(a Table) bool { return a.Name == t.name })
	}
	slices.SortStableFunc(trees, func(a, b *tree) int { return cmp.Compare(place(a), place(b)) })
	return trees
}

// orphans reads the pages that no tree leads to, if some may be missing in a tree.
func (s *survey) orphans(trees []*tree, row func(TableRow) error) error {
	doubt := s.unnamed
	var open []*tree
	for _, t := range trees {
		doubt = doubt || t.incomplete
		if t.table != nil && t.incomplete {
			open = append(open, t)
		}
	}
	for n := 2; doubt && n <= s.pages; n++ {
		if s.taken.has(n) || s.free.has(n) {
			continue
		}
		p, ok := s.get(n)
		if !ok {
			if err := s.ctx.Err(); err != nil {
				return err
			}
			continue
		}
		if err := s.orphan(p, open, row); err != nil {
			return err
		}
	}
	return nil
}

// orphan reads a page that no tree leads to.
func (s *survey) orphan(p page, open []*tree, row func(TableRow) error) error {
	kind := p.data[0]
	if !isNode(kind) {
		// Other kinds of pages begin with a page number, or hold the end of a long row.
		if next := be32(p.data, 0); next > s.pages || next == 0 && bytes.Count(p.data, []byte{0}) == len(p.data) {
			s.spoil(p.n)
		}
		return nil
	}
	d := s.parse(p, kind)
	if !d.whole {
		s.spoil(p.n)
	}
	if kind == interiorTable {
		return nil
	}
	t := s.resembles(d, open)
	if t == nil {
		return nil
	}
	s.taken.add(p.n)
	return s.rows(p.n, t, true, row)
}

// resembles returns the tree whose table fits most rows of a page, nil if none fits. Among equals
// it prefers the table with the fewest columns.
func (s *survey) resembles(d node, open []*tree) *tree {
	var best *tree
	most := 0
	for _, t := range open {
		if t.index != isIndex(d.kind) {
			continue
		}
		count := d.count(*t.table, false)
		if !d.whole {
			count = len(s.salvage(d, *t.table))
		}
		if 2*count < len(d.cells) || count == 0 {
			continue
		}
		if count > most || count == most && len(t.table.Columns) < len(best.table.Columns) {
			best, most = t, count
		}
	}
	return best
}

// rows reads the rows of a page.
func (s *survey) rows(n int, t *tree, orphan bool, row func(TableRow) error) error {
	p, ok := s.get(n)
	if !ok {
		return s.ctx.Err()
	}
	kind := p.data[headerAt(n)]
	if !isNode(kind) || isIndex(kind) != t.index || kind == interiorTable {
		kind = leafTable
		if t.index {
			kind = leafIndex
		}
	}
	d := s.parse(p, kind)
	cells, whole := d.cells, d.whole
	if !whole {
		s.spoil(n)
		cells = s.salvage(d, *t.table)
		whole = s.fill(d, cells)
	}
	// A page of an unknown index may look like a page of a table without rowid.
	suspect := !whole || p.suspect || orphan && (!s.freeKnown || t.index && s.unnamed)
	for _, c := range cells {
		r, ok := s.row(c, d, t, orphan)
		if !ok {
			t.incomplete = true
			continue
		}
		r.Suspect = r.Suspect || suspect
		if err := row(r); err != nil {
			return err
		}
	}
	return nil
}

// row reads the row of a cell.
func (s *survey) row(c cell, d node, t *tree, orphan bool) (TableRow, bool) {
	payload := d.data[c.body : c.body+c.local : c.body+c.local]
	rec, ok := readRecord(payload, nil)
	if !ok || !t.table.fits(rec.types, !orphan) {
		return TableRow{}, false
	}
	r := TableRow{Table: t.name, RowID: c.rowid, Orphan: orphan, Page: d.n, Suspect: rec.size != c.size}
	if c.overflow != 0 {
		rest, ok := s.overflow(c)
		payload = append(payload, rest...)
		r.Suspect = r.Suspect || !ok
	}
	r.Values, ok = t.table.values(rec, payload, c.rowid)
	r.Suspect = r.Suspect || !ok
	return r, true
}

// overflow reads the rest of a long row as far as possible; ok means that nothing of it is damaged.
func (s *survey) overflow(c cell) ([]byte, bool) {
	pages, exact := s.chain(c)
	ok := exact
	var rest []byte
	left := int(c.size) - c.local
	seen := map[int]bool{}
	for _, n := range pages {
		if !exact && (s.taken.has(n) || seen[n]) {
			break
		}
		seen[n] = true
		p, got := s.get(n)
		if !got {
			return rest, false
		}
		end := min(p.got, s.usable, 4+left)
		if end <= 4 {
			return rest, false
		}
		rest = append(rest, p.data[4:end]...)
		left -= end - 4
		if p.suspect || s.shared.has(n) {
			ok = false
		}
	}
	if !exact && len(pages) > 0 {
		s.spoil(pages[len(pages)-1])
	}
	return rest, ok && left == 0
}
