package client

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// openBody returns the body of an answer, unpacked when it came packed, also unasked or unsaid. It may
// block for the first bytes.
func openBody(r *http.Response, body io.Reader) (io.Reader, error) {
	encoding := strings.ToLower(strings.TrimSpace(r.Header.Get("Content-Encoding")))
	switch encoding {
	case "", "identity", "gzip", "x-gzip":
	default:
		return nil, fmt.Errorf("the answer is packed as %q, which was not asked for", encoding)
	}
	if r.Uncompressed {
		return body, nil
	}
	buffered := bufio.NewReaderSize(body, 16<<10)
	magic, _ := buffered.Peek(2)
	if len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		unpacked, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, err
		}
		return unpacked, nil
	}
	return buffered, nil
}
