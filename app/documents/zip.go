package documents

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

const (
	// maxDirectory is how many bytes of a zip may be its list of parts: each takes some fifty there and several hundred in memory.
	maxDirectory = 4 << 20
	// maxArchive is the largest zip that is opened, in bytes: pictures make books large.
	maxArchive = 500 << 20
	// maxUnfolded is how many bytes the parts that are read may have together. A document is several times its text.
	maxUnfolded = 4 * MaxText
)

var errUnfolds = errors.New("the parts are too long")

// parts are the files in a zip, by name. What is read of them is counted.
type parts struct {
	files map[string]*zip.File
	left  int64
}

// openParts reads the list of parts.
func openParts(file *source, size int64) (*parts, error) {
	if size > maxArchive {
		return nil, &Trouble{Reason: TooLarge}
	}
	list := &limited{source: file, left: maxDirectory}
	z, err := zip.NewReader(list, size)
	if err != nil {
		return nil, err
	}
	list.left = -1 // what is read from now on is no list
	p := &parts{files: make(map[string]*zip.File, len(z.File)), left: maxUnfolded}
	for _, f := range z.File {
		if _, ok := p.files[f.Name]; !ok {
			p.files[f.Name] = f
		}
	}
	return p, nil
}

// limited reads at most so many bytes; any number once left is negative.
type limited struct {
	*source
	left int
}

func (l *limited) ReadAt(b []byte, off int64) (int, error) {
	if l.left >= 0 {
		if l.left -= len(b); l.left < 0 {
			return 0, &Trouble{Reason: TooLarge, Err: errors.New("the list of parts is too long")}
		}
	}
	return l.source.ReadAt(b, off)
}

// open reads a part; the error is fs.ErrNotExist when there is none.
func (p *parts) open(name string) (io.ReadCloser, error) {
	f, ok := p.files[name]
	if !ok {
		return nil, fmt.Errorf("%w: %s", errNoPart, name)
	}
	if f.Flags&1 != 0 {
		return nil, &Trouble{Reason: Locked}
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	return &part{r, p}, nil
}

var errNoPart = errors.New("a part is missing")

// part is a part that is read.
type part struct {
	io.ReadCloser
	of *parts
}

func (r *part) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	if r.of.left -= int64(n); r.of.left < 0 {
		return 0, &Trouble{Reason: TooLarge, Err: errUnfolds}
	}
	return n, err
}

// readAll reads a small part whole.
func (p *parts) readAll(name string, most int64) ([]byte, error) {
	r, err := p.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = &Trouble{Reason: TooLarge, Err: fmt.Errorf("%s is too long", name)}
	}
	return data, err
}

// readArchive reads the document that a zip is, which its parts tell.
func readArchive(file *source, size int64) (Document, error) {
	p, err := openParts(file, size)
	if err != nil {
		return Document{}, err
	}
	kind, _ := p.readAll("mimetype", 200)
	switch mime := strings.TrimSpace(string(kind)); {
	case mime == "application/epub+zip", p.files[container] != nil:
		doc, err := readEPUB(file.ctx, p)
		return doc, as(EPUB, err)
	case strings.HasPrefix(mime, "application/vnd.oasis.opendocument"):
		return Document{}, &Trouble{Reason: Unsupported, Format: OpenDocument}
	case p.files["[Content_Types].xml"] == nil:
		return Document{}, &Trouble{Reason: NotText}
	}
	for name := range p.files {
		switch top, _, _ := strings.Cut(name, "/"); top {
		case "xl":
			return Document{}, &Trouble{Reason: Unsupported, Format: Spreadsheet}
		case "ppt":
			return Document{}, &Trouble{Reason: Unsupported, Format: Slides}
		}
	}
	doc, err := readWord(file.ctx, p)
	return doc, as(Word, err)
}

// as says of which format a document is that cannot be read.
func as(format Format, err error) error {
	if err == nil {
		return nil
	}
	t := &Trouble{Reason: Damaged, Err: err}
	errors.As(err, &t)
	return &Trouble{Reason: t.Reason, Format: format, Err: t.Err}
}

// beside is the name of the part that ref means in the part base.
func beside(base, ref string) string {
	if strings.HasPrefix(ref, "/") {
		return path.Clean(ref)[1:]
	}
	return path.Join(path.Dir(base), ref)
}
