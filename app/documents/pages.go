package documents

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"strconv"
)

// PDFFacts are the properties of a PDF document.
type PDFFacts struct {
	// Pages is the number of pages, 0 when that was not found out.
	Pages int
	// Protected: it asks for a password, or it is locked against changes; which of the two only its
	// key would tell.
	Protected bool
}

// IsPDF reports whether data is a PDF document by its first bytes; there may be a little of
// something else before.
func IsPDF(data []byte) bool { return bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF-")) }

// The bounds on what is looked at. A document that goes beyond them has an unknown number of pages.
const (
	maxPages      = 100_000
	maxDictionary = 256 << 10 // bytes of a page tree's node
	maxLooked     = 64 << 20  // bytes looked at for them, each byte perhaps several times
	maxPacked     = 4 << 20   // bytes that one pack of objects may unfold to
	maxUnpacked   = 48 << 20  // and all of them
)

// Facts reads the root of the page tree (ISO 32000-1, 7.7.3.2), wherever it lies in the file: it
// reads neither tables nor the pages themselves, never panics, and rather says that it does not
// know than guess. ok is false when the document has no end, as one that was cut off.
func Facts(data []byte) (facts PDFFacts, ok bool) {
	if !IsPDF(data) || !bytes.Contains(data, []byte("startxref")) {
		return PDFFacts{}, false
	}
	facts.Protected = encrypted.Match(data)
	look := pageLooker{left: maxLooked, unpack: maxUnpacked}
	// What stands last was written last.
	count, at := look.root(data)
	packed, packedAt := look.packed(data)
	if packedAt > at {
		count = packed
	}
	if count >= 1 && count <= maxPages && look.left > 0 {
		facts.Pages = count
	}
	return facts, true
}

// encrypted finds the encryption entry of a trailer.
var encrypted = regexp.MustCompile(`/Encrypt[\s\x00]*(?:<<|\d+[\s\x00]+\d+[\s\x00]+R\b)`)

type pageLooker struct{ left, unpack int }

// root returns the number of pages of the last root of a page tree in data, and where it stands; -1
// when there is none.
func (l *pageLooker) root(data []byte) (count, at int) {
	at = -1
	for from := 0; l.left > 0; {
		i := bytes.Index(data[from:], []byte("/Count"))
		if i < 0 {
			return count, at
		}
		i += from
		from = i + len("/Count")
		n, direct := number(data[from:])
		if !direct {
			continue
		}
		if d := l.dictionary(data, i); d != nil && has(d, "/Kids") && has(d, "/Pages") && !has(d, "/Parent") {
			count, at = n, i
		}
	}
	return count, at
}

// number reads a whole number that is written out, and no reference to one.
func number(text []byte) (n int, ok bool) {
	text = bytes.TrimLeft(text[:min(len(text), 64)], " \t\r\n\x00\f")
	end := bytes.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 1 || end > 9 {
		return 0, false
	}
	n, err := strconv.Atoi(string(text[:end]))
	return n, err == nil && !reference.Match(text[end:])
}

var reference = regexp.MustCompile(`^[\s\x00]+\d+[\s\x00]+R`)

// dictionary is the text between the << and the >> around a place, nil when they are not found.
func (l *pageLooker) dictionary(data []byte, at int) []byte {
	begin, depth := -1, 0
	for i := at; i >= max(1, at-maxDictionary); i-- {
		l.left--
		if data[i] == '<' && data[i-1] == '<' {
			if depth == 0 {
				begin = i + 1
				break
			}
			depth--
			i--
		} else if data[i] == '>' && data[i-1] == '>' {
			depth++
			i--
		}
	}
	if begin < 0 {
		return nil
	}
	depth = 0
	for i := at; i+1 < min(len(data), at+maxDictionary); i++ {
		l.left--
		if data[i] == '>' && data[i+1] == '>' {
			if depth == 0 {
				return data[begin:i]
			}
			depth--
			i++
		} else if data[i] == '<' && data[i+1] == '<' {
			depth++
			i++
		}
	}
	return nil
}

// has reports whether a name stands in a dictionary, and not only the beginning of a longer one.
func has(dictionary []byte, name string) bool {
	for {
		i := bytes.Index(dictionary, []byte(name))
		if i < 0 {
			return false
		}
		dictionary = dictionary[i+len(name):]
		if len(dictionary) == 0 || bytes.IndexByte([]byte(" \t\r\n\x00\f/<>[]()%"), dictionary[0]) >= 0 {
			return true
		}
	}
}

// packed looks into the streams that hold objects (7.5.7).
func (l *pageLooker) packed(data []byte) (count, at int) {
	at = -1
	for from := 0; l.left > 0 && l.unpack > 0; {
		i := bytes.Index(data[from:], []byte("/ObjStm"))
		if i < 0 {
			return count, at
		}
		i += from
		from = i + len("/ObjStm")
		d := l.dictionary(data, i)
		if d == nil || !has(d, "/FlateDecode") || has(d, "/DecodeParms") {
			continue
		}
		start := bytes.Index(data[i:min(len(data), i+maxDictionary)], []byte("stream"))
		if start < 0 {
			continue
		}
		body := data[i+start+len("stream"):]
		body = bytes.TrimPrefix(bytes.TrimPrefix(body, []byte("\r")), []byte("\n"))
		if n, found := l.root(l.inflate(body)); found >= 0 {
			count, at = n, i
		}
	}
	return count, at
}

// inflate unfolds as much of a stream as may be looked at. What is damaged ends there.
func (l *pageLooker) inflate(body []byte) []byte {
	r, err := zlib.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil
	}
	objects, _ := io.ReadAll(io.LimitReader(r, int64(min(maxPacked, l.unpack))))
	l.unpack -= len(objects) + 4<<10
	return objects
}
