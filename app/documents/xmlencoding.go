package documents

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html/charset"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// recoded returns a reader that converts XML in another encoding to UTF-8.
func recoded(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	head, err := b.Peek(200)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")):
		_, err = b.Discard(3)
		return b, err
	case bytes.HasPrefix(head, []byte("\xFF\xFE")), bytes.HasPrefix(head, []byte("\xFE\xFF")):
		return transform.NewReader(b, xunicode.UTF16(xunicode.LittleEndian, xunicode.ExpectBOM).NewDecoder()), nil
	}
	m := declared.FindSubmatch(head)
	if m == nil || len(m[1]) == 0 {
		return b, nil
	}
	encoding, name := charset.Lookup(string(m[1]))
	switch {
	case encoding == nil:
		return nil, fmt.Errorf("%w: encoding %q", errXML, m[1])
	case name == "utf-8", strings.HasPrefix(name, "utf-16"):
		return b, nil
	}
	return transform.NewReader(b, encoding.NewDecoder()), nil
}
