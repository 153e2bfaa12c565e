// Package dbfile reads the rows of a damaged SQLite database without SQLite: from the file and its
// write-ahead log, page by page. It never writes. The file is untrusted: its size bounds the work
// and the memory.
//
// The format is that of https://www.sqlite.org/fileformat2.html, with UTF-8 and without
// auto-vacuum, as Parlando writes it.
package dbfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// defaultPageSize is the page size if neither the header nor the pages of a file show another.
const defaultPageSize = 4096

// maxPages bounds the number of pages, and with it the memory: a terabyte of pages of 4 KiB.
const maxPages = 1 << 28

// File is an open database file. Only one method may run at a time.
type File struct {
	db, wal source // nil if the file does not exist
	size    int    // bytes of a page
	usable  int    // bytes of a page before those reserved at its end
	dbPages int    // pages in the file; the last one may be truncated
	cut     bool   // the last page in the file is truncated
	pages   int    // pages of the database, including those only in the log
	frames  map[int][]frame
	lost    int // number of log frames whose page number is unknown
}

// source is an open file that can be read at any offset.
type source interface {
	io.ReaderAt
	io.Closer
}

// Open opens the file at path and its log, path-wal. A damaged, cut, empty or missing file is no
// error as long as one of the two can be read.
func Open(path string) (*File, error) {
	db, size, err := openRegular(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	wal, walSize, walErr := openRegular(path + "-wal")
	if walErr != nil && (err != nil || !errors.Is(walErr, fs.ErrNotExist)) {
		if db != nil {
			err = db.Close()
		}
		return nil, errors.Join(err, walErr)
	}
	return newFile(db, size, wal, walSize), nil
}

// Empty returns a file without pages, for a library of which neither the file nor the log is left.
func Empty() *File { return newFile(nil, 0, nil, 0) }

// newFile reads the layout of a file and its log.
func newFile(db source, size int64, wal source, walSize int64) *File {
	f := &File{db: db, wal: wal}
	f.findPageSize(size)
	f.dbPages = int(min((size+int64(f.size)-1)/int64(f.size), maxPages))
	f.cut = size%int64(f.size) != 0
	f.pages = f.dbPages
	if wal != nil {
		f.readLog(walSize)
	}
	return f
}

// openRegular opens a regular file and returns its size.
func openRegular(path string) (source, int64, error) {
	info, err := os.Stat(path) // before opening, since opening a pipe would block
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("%s is not a regular file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// Close closes the file and its log.
func (f *File) Close() error {
	var err error
	for _, s := range []source{f.db, f.wal} {
		if s != nil {
			err = errors.Join(err, s.Close())
		}
	}
	return err
}

// page is the version of a page that load has chosen.
type page struct {
	n    int
	data []byte // of the size of a page
	got  int    // number of bytes that could be read; the others are 0
	// suspect reports that this version is damaged, or outdated because a newer one is damaged.
	suspect bool
}

// load returns the newest readable version of a page, or an error if no byte of it can be read.
func (f *File) load(n int) (page, error) {
	frames := f.frames[n]
	outdated := false
	for i := len(frames) - 1; i >= 0; i-- {
		p, err := f.readPage(f.wal, n, frames[i].at)
		if err == nil {
			frames[i].apply(p.data)
		}
		if err == nil && (!frames[i].damaged || f.plausible(p)) {
			p.suspect = p.suspect || outdated || frames[i].damaged
			return p, nil
		}
		outdated = true
	}
	p, err := f.readPage(f.db, n, int64(n-1)*int64(f.size))
	if err != nil && len(frames) > 0 {
		p, err = f.readPage(f.wal, n, frames[len(frames)-1].at)
	}
	p.suspect = p.suspect || outdated
	return p, err
}

// plausible reports whether a page is one of a tree without damage in its structure, or of another
// kind, such as the rest of a long text.
func (f *File) plausible(p page) bool {
	kind := p.data[headerAt(p.n)]
	return !isNode(kind) || f.parse(p, kind).whole
}

// equalBytes counts the bytes that the page at an offset of the log shares with the newest version
// of page n.
func (f *File) equalBytes(at int64, n int) (count int) {
	p, err := f.readPage(f.wal, n, at)
	old, oldErr := f.load(n)
	if err != nil || oldErr != nil {
		return 0
	}
	for i, b := range p.data {
		if b == old.data[i] {
			count++
		}
	}
	return count
}

func (f *File) readPage(file source, n int, at int64) (page, error) {
	if file == nil {
		return page{}, io.ErrUnexpectedEOF
	}
	p := page{n: n, data: make([]byte, f.size)}
	var err error
	if p.got, err = file.ReadAt(p.data, at); p.got == 0 {
		return page{}, err
	}
	p.suspect = p.got < f.size
	return p, nil
}

// findPageSize determines the page size and the reserved bytes at the end of a page: those that
// make most pages whole. The header, which may be damaged, only decides what to try first.
func (f *File) findPageSize(bytes int64) {
	type layout struct{ size, reserved int }
	header := make([]byte, 100)
	if f.db != nil {
		_, _ = f.db.ReadAt(header, 0) // unreadable bytes stay 0
	}
	reserved := int(header[20])
	candidates := []layout{{defaultPageSize, 0}}
	for size := 512; size <= 65536; size *= 2 {
		candidates = append(candidates, layout{size, 0})
		if reserved > 0 {
			candidates = append(candidates, layout{size, reserved})
		}
	}
	if size := sizeInHeader(be16(header, 16)); size > 0 {
		candidates = append([]layout{{size, reserved}, {size, 0}}, candidates...)
	}
	best, most := layout{defaultPageSize, 0}, 0
	if size := f.sizeInLog(); size > 0 {
		best.size = size
	}
	for _, c := range candidates {
		if c.size-c.reserved < 480 {
			continue // less than SQLite allows
		}
		f.size, f.usable = c.size, c.size-c.reserved
		whole, sample := f.countWhole(bytes)
		if whole > most {
			best, most = c, whole
		}
		if 2*whole > sample {
			break // no other layout can have more whole pages
		}
	}
	f.size, f.usable = best.size, best.size-best.reserved
}

// countWhole counts the undamaged tree pages in a sample of the file, and the pages sampled.
func (f *File) countWhole(bytes int64) (whole, sample int) {
	const most = 32
	pages := bytes / int64(f.size)
	sample = int(min(most, pages))
	for i := range int64(sample) {
		n := i
		if pages > most {
			n = i * (pages - 1) / (most - 1)
		}
		p, err := f.readPage(f.db, int(n)+1, n*int64(f.size))
		if err != nil {
			continue
		}
		if kind := p.data[headerAt(p.n)]; isNode(kind) && f.parse(p, kind).whole {
			whole++
		}
	}
	return whole, sample
}

// sizeInHeader returns the page size encoded in a two-byte field of the header, 0 if it is invalid.
func sizeInHeader(field int) int {
	switch {
	case field == 1:
		return 65536
	case field >= 512 && field&(field-1) == 0:
		return field
	}
	return 0
}
