package documents

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html/charset"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// recode fills the buffer for the first time, and decodes what is not UTF-8.
func (x *xmlScanner) recode() error {
	x.buf = make([]byte, 32<<10)
	x.fill()
	head := x.buf[x.pos:x.end]
	var decoder transform.Transformer
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		x.pos += 3
		return nil
	case bytes.HasPrefix(head, []byte("\xFF\xFE")), bytes.HasPrefix(head, []byte("\xFE\xFF")):
		decoder = xunicode.UTF16(xunicode.LittleEndian, xunicode.ExpectBOM).NewDecoder()
	case bytes.HasPrefix(head, []byte("<?xml")):
		m := declared.FindSubmatch(head[:min(len(head), 200)])
		if m == nil || len(m[1]) == 0 {
			return nil
		}
		encoding, name := charset.Lookup(string(m[1]))
		if encoding == nil {
			return fmt.Errorf("%w: encoding %q", errXML, m[1])
		}
		if name == "utf-8" || strings.HasPrefix(name, "utf-16") {
			return nil
		}
		decoder = encoding.NewDecoder()
	default:
		return nil
	}
	x.r = transform.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(head)), x.r), decoder)
	x.pos, x.end, x.eof = 0, 0, nil
	x.fill()
	return nil
}

// fill makes room in the buffer and reads more. It returns false when there is nothing more.
func (x *xmlScanner) fill() bool {
	if x.eof != nil {
		return false
	}
	if x.pos > 0 {
		copy(x.buf, x.buf[x.pos:x.end])
		x.end -= x.pos
		x.pos = 0
	}
	if x.end == len(x.buf) {
		if len(x.buf) > maxTagBytes {
			x.eof = errLongTag
			return false
		}
		x.buf = append(x.buf, make([]byte, len(x.buf))...)
	}
	n, err := x.r.Read(x.buf[x.end:])
	x.end += n
	if err != nil {
		x.eof = err
	}
	return n > 0 || err == nil
}
