package documents

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

const (
	// maxDirectory limits the size in bytes of a zip's directory. A part takes about fifty bytes in
	// the directory and several hundred in memory.
	maxDirectory = 4 << 20
	// maxArchive is the maximum size of a zip in bytes: pictures make books large.
	maxArchive = 500 << 20
	// maxUnfolded limits the decompressed bytes of all parts of a document with MaxText bytes of
	// text. The XML of a document is several times the size of its text.
	maxUnfolded = 4 * MaxText
	// maxPacking is the maximum compression ratio of a part larger than smallPart; only malicious
	// files exceed it. Worksheets of many similar rows reach about forty.
	maxPacking = 200
	smallPart  = 1 << 20
)

var errUnfolds = errors.New("the parts are too long")

// parts are the files in a zip by name; left is the number of bytes that may still be decompressed.
type parts struct {
	files map[string]*zip.File
	left  int64
}

// openParts reads the directory.
func openParts(file *source, size int64) (*parts, error) {
	if size > maxArchive {
		return nil, &Error{Reason: TooLarge}
	}
	list := &limitedReader{source: file, left: maxDirectory}
	z, err := zip.NewReader(list, size)
	if err != nil {
		return nil, err
	}
	list.left = -1 // the directory has been read: no limit from now on
	p := &parts{
		files: make(map[string]*zip.File, len(z.File)),
		left:  maxXML(file.options.most()),
	}
	for _, f := range z.File {
		if _, ok := p.files[f.Name]; !ok {
			p.files[f.Name] = f
		}
	}
	return p, nil
}

// limitedReader reads at most left bytes; a negative value means no limit.
type limitedReader struct {
	*source
	left int
}

func (l *limitedReader) ReadAt(b []byte, off int64) (int, error) {
	if l.left >= 0 {
		if l.left -= len(b); l.left < 0 {
			return 0, &Error{Reason: TooLarge, Err: errors.New("the list of parts is too long")}
		}
	}
	return l.source.ReadAt(b, off)
}

// open opens a part; the error is fs.ErrNotExist if it does not exist.
func (p *parts) open(name string) (io.ReadCloser, error) {
	f, ok := p.files[name]
	if !ok {
		return nil, fmt.Errorf("%w: %s", errNoPart, name)
	}
	if f.Flags&1 != 0 {
		return nil, &Error{Reason: PasswordProtected}
	}
	if f.UncompressedSize64 > smallPart && f.UncompressedSize64/max(f.CompressedSize64, 1) > maxPacking || p.left < 0 {
		p.left = -1
		return nil, &Error{Reason: TooLarge, Err: fmt.Errorf("%w: %s", errUnfolds, name)}
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	return &zipPart{r, p, int64(min(f.UncompressedSize64, 1<<40))}, nil
}

// walk walks the XML of a part.
func (p *parts) walk(ctx context.Context, name string, e elements) error {
	if p.files[name] == nil {
		return errNoPart
	}
	r, err := p.open(name)
	if err != nil {
		return err
	}
	defer r.Close()
	return walk(ctx, r, e)
}

// walkBeginning walks at most the first most bytes of a part. more reports that the part is longer.
func (p *parts) walkBeginning(ctx context.Context, name string, most int64, e elements) (more bool, err error) {
	f := p.files[name]
	if f == nil {
		return false, errNoPart
	}
	if f.Flags&1 != 0 {
		return false, &Error{Reason: PasswordProtected}
	}
	most = min(most, p.left)
	if most <= 0 {
		return true, nil
	}
	r, err := f.Open()
	if err != nil {
		return false, err
	}
	defer r.Close()
	limited := &io.LimitedReader{R: r, N: most}
	err = walk(ctx, limited, e)
	p.left -= most - limited.N
	if limited.N == 0 && errors.Is(err, io.ErrUnexpectedEOF) {
		return true, nil
	}
	return false, err
}

var errNoPart = errors.New("a part is missing")

// zipPart is an open part.
type zipPart struct {
	io.ReadCloser
	of   *parts
	left int64 // remaining bytes according to the zip
}

func (r *zipPart) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b[:min(int64(len(b)), r.left+1)])
	if r.left -= int64(n); r.left < 0 {
		return 0, &Error{Reason: Damaged, Err: errors.New("a part is longer than the zip says")}
	}
	if r.of.left -= int64(n); r.of.left < 0 {
		return 0, &Error{Reason: TooLarge, Err: errUnfolds}
	}
	return n, err
}

// readAll reads a small part completely.
func (p *parts) readAll(name string, most int64) ([]byte, error) {
	r, err := p.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = &Error{Reason: TooLarge, Err: fmt.Errorf("%s is too long", name)}
	}
	return data, err
}

// has reports whether a part exists.
func (p *parts) has(name string) bool { return p.files[name] != nil }

// beside resolves a reference relative to the part base.
func beside(base, ref string) string {
	if strings.HasPrefix(ref, "/") {
		return path.Clean(ref)[1:]
	}
	return path.Join(path.Dir(base), ref)
}

// readProperty returns the text of the first element of that name in a part, "" if there is none or
// on error.
func readProperty(ctx context.Context, p *parts, part, name string) string {
	return property(func(e elements) error { return p.walk(ctx, part, e) }, name, "")
}

// property is readProperty for XML that is walked by a function. It stops at the end of the element
// last, if last is not "".
func property(walk func(elements) error, name, last string) string {
	var b strings.Builder
	inside, done := false, false
	_ = walk(elements{
		start: func(e element) { inside = !done && e.name == name },
		end: func(e element) {
			done = done || inside || e.name == last
			inside = false
		},
		text: func(s string) error {
			if inside && b.Len() < 1000 {
				b.WriteString(s)
			}
			return nil
		},
		enough: func() bool { return done },
	})
	return b.String()
}
