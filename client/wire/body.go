package wire

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// ErrContentEncoding means that the response has an unsupported content encoding that was not
// requested.
var ErrContentEncoding = errors.New("the response has a content encoding that was not requested")

// DecompressBody returns the decompressed body of a response, even if compression was not requested
// or not declared. It may block for the first bytes.
func DecompressBody(r *http.Response, body io.Reader) (io.Reader, error) {
	encoding := strings.ToLower(strings.TrimSpace(r.Header.Get("Content-Encoding")))
	switch encoding {
	case "", "identity", "gzip", "x-gzip", "deflate":
	default:
		return nil, fmt.Errorf("%w: %q", ErrContentEncoding, encoding)
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
	if encoding == "deflate" {
		// "deflate" is ambiguous: some services send the zlib header, some do not.
		if len(magic) == 2 && magic[0]&0x0f == 8 && (int(magic[0])<<8|int(magic[1]))%31 == 0 {
			return zlib.NewReader(buffered)
		}
		return flate.NewReader(buffered), nil
	}
	return buffered, nil
}

// ReadAll reads a whole body. If the body is longer than limit bytes, ReadAll returns its first
// limit bytes and ErrTooMuch.
func ReadAll(r io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(body)) > limit {
		return body[:limit], ErrTooMuch
	}
	return body, err
}
