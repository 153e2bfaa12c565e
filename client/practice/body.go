package practice

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"
)

// readFields decodes a JSON object of at most limit bytes into its fields. It returns 415 for a
// wrong content type, 413 for a body over the limit, and 400 with the position of the error for
// anything that is not a JSON object.
func readFields(r *http.Request, limit int64) (map[string]json.RawMessage, *fault) {
	if bad := wants(r, "application/json"); bad != nil {
		return nil, bad
	}
	body, bad := readBody(r, limit)
	if bad != nil {
		return nil, bad
	}
	return readObject(body)
}

// wants returns a fault unless the request has the given content type.
func wants(r *http.Request, kind string) *fault {
	given := r.Header.Get("Content-Type")
	if got, _, err := mime.ParseMediaType(given); err == nil && got == kind {
		return nil
	}
	f := fault{
		status: http.StatusUnsupportedMediaType, code: "unsupported_content_type",
		message: fmt.Sprintf("Unsupported content type: %.100q. This address takes %s.", given, kind),
	}
	if given == "" {
		f.message = fmt.Sprintf("The request has no Content-Type header. This address takes %s.", kind)
	}
	return &f
}

// readBody reads a body of at most limit bytes.
func readBody(r *http.Request, limit int64) ([]byte, *fault) {
	body, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	switch {
	case int64(len(body)) > limit:
		f := requestTooLarge(limit)
		return nil, &f
	case err == nil:
		return body, nil
	case stopped(err):
		return nil, tooSlow()
	}
	return nil, &fault{status: http.StatusBadRequest, code: "invalid_body", message: "The body could not be read to its end."}
}

// maxDrained limits the bytes that drain reads.
const maxDrained = 1 << 30

// drain reads the rest of a request body. Many clients read the response only after sending the
// whole body, and net/http detects a closed connection only once the body is read.
func drain(body io.Reader) { _, _ = io.CopyN(io.Discard, body, maxDrained) }

// requestTooLarge returns the fault for a body of more than limit bytes.
func requestTooLarge(limit int64) fault {
	return fault{
		status: http.StatusRequestEntityTooLarge, code: "request_too_large",
		message: fmt.Sprintf("The request is larger than %d MB, which is the most that is taken here.", limit>>20),
	}
}

// readObject decodes one JSON object.
func readObject(body []byte) (map[string]json.RawMessage, *fault) {
	broken := func(message string) *fault {
		return &fault{status: http.StatusBadRequest, code: "invalid_json", message: message}
	}
	switch {
	case len(bytes.TrimSpace(body)) == 0:
		return nil, broken("The body is empty. Send a JSON object.")
	case !utf8.Valid(body):
		at := 0
		for {
			r, n := utf8.DecodeRune(body[at:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			at += n
		}
		return nil, broken(fmt.Sprintf("The body is not valid UTF-8 at %s.", place(body, at)))
	}
	var fields map[string]json.RawMessage
	err := json.Unmarshal(body, &fields)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		at := int(syntax.Offset)
		if !strings.Contains(syntax.Error(), "unexpected end") {
			at-- // the offset is the one after the wrong byte
		}
		return nil, broken(fmt.Sprintf("The body is not valid JSON at %s: %v.", place(body, at), syntax))
	case err != nil || fields == nil:
		return nil, broken("The body is valid JSON, but no object. Send a JSON object.")
	}
	return fields, nil
}

// place returns the line and column of a byte offset, counted from 1 as in editors.
func place(text []byte, at int) string {
	before := text[:min(max(at, 0), len(text))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("line %d, column %d (byte %d)", line, column, len(before)+1)
}
