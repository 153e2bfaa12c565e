package documents

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// xmlFile returns a function that walks an XML file. Each call starts at the beginning of the file,
// and skips the pictures in it.
func (s *source) xmlFile(size int64) (func(elements) error, error) {
	if size > maxArchive {
		return nil, &Error{Reason: TooLarge}
	}
	return func(e elements) error {
		file := bufio.NewReaderSize(io.NewSectionReader(s, 0, size), 64<<10)
		return walk(s.ctx, &pictureFilter{file: file, left: maxXML(s.options.most())}, e)
	}, nil
}

// maxXML limits the size in bytes of all XML of a document, given the maximum size of its text.
func maxXML(text int) int64 { return min(maxUnfolded, 4<<20+12*int64(text)) }

// pictureFilter reads XML and drops the content of picture elements, which would be very long
// texts.
type pictureFilter struct {
	file *bufio.Reader
	// out are bytes read but not yet returned; picture reports that the reader is inside a picture.
	out     []byte
	picture bool
	left    int64 // remaining bytes
}

// pictureTags are the beginnings of the tags of pictures in OpenDocument and FictionBook.
var pictureTags = [][]byte{[]byte("<office:binary-data"), []byte("<binary")}

func (p *pictureFilter) Read(b []byte) (int, error) {
	for len(p.out) == 0 {
		read, err := p.file.ReadSlice('>')
		tag := read[max(0, bytes.LastIndexByte(read, '<')):]
		switch {
		case err != nil && !errors.Is(err, bufio.ErrBufferFull) && len(read) == 0:
			return 0, err
		case !p.picture:
			p.out = read
			p.picture = err == nil && opensPicture(tag)
		case bytes.HasPrefix(tag, []byte("<")):
			p.out, p.picture = tag, false
		case err == nil: // the end tag of the picture; its beginning was in the previous buffer
			p.out, p.picture = read, false
		}
	}
	n := copy(b, p.out)
	p.out = p.out[n:]
	if p.left -= int64(n); p.left < 0 {
		return 0, &Error{Reason: TooLarge, Err: errUnfolds}
	}
	return n, nil
}

func opensPicture(tag []byte) bool {
	if bytes.HasSuffix(tag, []byte("/>")) {
		return false
	}
	for _, start := range pictureTags {
		if bytes.HasPrefix(tag, start) {
			return true
		}
	}
	return false
}
