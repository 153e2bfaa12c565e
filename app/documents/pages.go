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
	// Pages is the number of pages, 0 if unknown.
	Pages int
	// Protected reports that the document needs a password or is protected against changes; without
	// the password the two cannot be told apart.
	Protected bool
}

// IsPDF reports whether data starts like a PDF document, perhaps after up to 1,024 other bytes.
func IsPDF(data []byte) bool {
	head := data[:min(len(data), headBytes)]
	if bytes.HasPrefix(bytes.TrimLeft(head, "\xef\xbb\xbf\x00 \t\r\n"), []byte("%PDF-")) {
		return true
	}
	at := pdfStart.FindIndex(head)
	return at != nil && at[0] <= 1024
}

// pdfStart matches the first lines of a PDF document, including its first object, since a text
// about PDF may quote the very first line.
var pdfStart = regexp.MustCompile(`%PDF-\d\.\d\s*[\r\n](?:%[^\r\n]*[\r\n]|\s)*\d+\s+\d+\s+obj\b`)

// The limits of the search. A document beyond them has an unknown number of pages.
const (
	maxPages      = 100_000
	maxDictionary = 256 << 10 // bytes of a page tree node
	maxLooked     = 64 << 20  // bytes examined in search of such nodes, counting repeated reads
	maxPacked     = 4 << 20   // decompressed bytes of one object stream
	maxUnpacked   = 48 << 20  // decompressed bytes of all object streams
)

// ReadPDFFacts returns the number of pages of a document and whether it is protected; a value that
// it cannot determine is zero. It finds the root of the page tree (ISO 32000-1, 7.7.3.2) anywhere
// in the file, and reads neither cross-reference tables nor pages. ok is false if data is not a PDF
// document or is truncated.
func ReadPDFFacts(data []byte) (facts PDFFacts, ok bool) {
	if !IsPDF(data) || !bytes.Contains(data, []byte("startxref")) {
		return PDFFacts{}, false
	}
	facts.Protected = encrypted.Match(data)
	look := pageLooker{left: maxLooked, unpack: maxUnpacked}
	// A later root replaces earlier ones.
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

// encrypted matches the encryption entry of a trailer.
var encrypted = regexp.MustCompile(`/Encrypt[\s\x00]*(?:<<|\d+[\s\x00]+\d+[\s\x00]+R\b)`)

type pageLooker struct{ left, unpack int }

// root returns the number of pages of the last page tree root in data and its offset, or -1.
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

// number parses an integer; ok is false for the start of an object reference.
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

// dictionary returns the text between the << and >> around an offset, nil if they are not found.
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

// has reports whether a dictionary contains a name, not just as the prefix of a longer one.
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

// packed is root for the contents of object streams (ISO 32000-1, 7.5.7).
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

// inflate decompresses a stream up to the limit or to the first damage.
func (l *pageLooker) inflate(body []byte) []byte {
	r, err := zlib.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil
	}
	objects, _ := io.ReadAll(io.LimitReader(r, int64(min(maxPacked, l.unpack))))
	l.unpack -= len(objects) + 4<<10
	return objects
}
