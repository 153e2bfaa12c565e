package archive

import (
	"bytes"
	"context"
	"io"
	"iter"
)

// File is a file that contains JSON.
type File struct {
	// Name is the path with slashes, with the archives that contain it. It proves nothing about the
	// content.
	Name string
	// Size is in bytes, as declared.
	Size  int64
	entry *entry
}

// Shape is the place of the objects in a file.
type Shape int

// The shapes of files.
const (
	Array  Shape = iota // the objects are the elements of one array
	Single              // the file is one object
	Member              // the objects are the elements of an array in a member of one object
	Lines               // the objects follow each other
)

// Object is one JSON object of a file.
type Object struct {
	// Data is the object. It is valid until the next object is read, and may contain damage.
	Data  []byte
	Shape Shape
	// Member is the path of the array, such as "conversations" or "data.chats", if Shape is Member.
	Member string
	// Index is the place of the object in the file, from 0; damaged ones count.
	Index int
	// End is the number of bytes of the file up to the end of the object.
	End int64
}

// Objects reads the objects of the file one after the other, each of at most MaxObjectBytes. The
// error of one object is an ObjectError, and reading goes on if it can. The other errors are the
// last: a FileError, or that of ctx.
func (f *File) Objects(ctx context.Context) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		content, err := f.entry.open()
		if err != nil {
			yield(Object{}, &FileError{f.Name, reason(err)})
			return
		}
		defer content.Close()
		r := &objectReader{scanner: scanner{ctx: ctx, r: content, keep: -1}, file: f.Name, yield: yield}
		r.readAll()
	}
}

// Whole returns the content of a file of at most most bytes, without a byte order mark.
func (f *File) Whole(ctx context.Context, most int64) ([]byte, error) {
	content, err := f.entry.open()
	if err != nil {
		return nil, &FileError{f.Name, reason(err)}
	}
	defer content.Close()
	b, err := io.ReadAll(io.LimitReader(&sourceReader{ctx: ctx, r: content}, most+1))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &FileError{f.Name, reason(err)}
	case int64(len(b)) > most:
		return nil, &FileError{f.Name, ErrTooLarge}
	}
	return bytes.TrimPrefix(b, byteOrderMark), nil
}
