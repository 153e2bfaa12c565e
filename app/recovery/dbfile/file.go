// Package dbfile reads the rows of a damaged SQLite database without SQLite: from the file and its
// write-ahead log, page by page. It never writes. Every byte is taken for hostile: work and memory
// are bounded by the size of the file.
//
// The format is that of https://www.sqlite.org/fileformat2.html, with UTF-8, without auto-vacuum,
// as Parlando writes it.
package dbfile

import (
	"context"
	"errors"
)

// File is an open database file. Only one method may run at a time.
type File struct{}

// Open opens the file at path and its log, path-wal. A damaged, cut, empty or missing file is no
// error as long as one of the two can be read.
func Open(path string) (*File, error) {
	return nil, errors.New("dbfile: not yet")
}

// Close closes the file and its log.
func (f *File) Close() error { return nil }

// Read calls row with each row of the tables: first those that trees lead to, then those of pages
// that no tree leads to. No place in the file is read twice. It ends when row or ctx returns an
// error. progress, which may be nil, gets bytes.
func (f *File) Read(ctx context.Context, tables []Table, progress func(done, total int64), row func(Row) error) (Damage, error) {
	return Damage{}, errors.New("dbfile: not yet")
}
