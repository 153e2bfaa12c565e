package exportjson

import (
	"bytes"
	"encoding/json"
	"errors"
)

// MaxObjects is the maximum number of JSON objects in one conversation. Each becomes a value that
// is much larger than the two bytes of an empty object.
const MaxObjects = 200_000

// ErrTooManyObjects reports more than MaxObjects objects.
var ErrTooManyObjects = errors.New("exportjson: too many objects")

// Decode decodes data into v and leaves out values whose type v does not expect. In strings, U+0000
// and halves of surrogate pairs become U+FFFD, since the library cannot store them.
func Decode(data []byte, v any) error {
	if bytes.Count(data, []byte("{")) > MaxObjects && objects(data) > MaxObjects {
		return ErrTooManyObjects
	}
	err := json.Unmarshal(withoutNUL(data), v)
	if mismatch := new(json.UnmarshalTypeError); errors.As(err, &mismatch) {
		return nil // the rest of v is complete
	}
	return err
}

// withoutNUL replaces the escape sequence of U+0000 by that of U+FFFD, in a copy.
func withoutNUL(data []byte) []byte {
	const nul = `\u0000`
	if !bytes.Contains(data, []byte(nul)) {
		return data
	}
	clean := bytes.Clone(data)
	for at := 0; ; {
		next := bytes.Index(clean[at:], []byte(nul))
		if next < 0 {
			return clean
		}
		at += next
		if backslashesBefore(clean, at)%2 == 0 {
			copy(clean[at:], `\ufffd`)
		}
		at += len(nul)
	}
}

// backslashesBefore counts the backslashes that end at an index.
func backslashesBefore(data []byte, at int) (n int) {
	for n < at && data[at-1-n] == '\\' {
		n++
	}
	return n
}

// objects counts the objects in data.
func objects(data []byte) (n int) {
	for at := 0; at < len(data); at++ {
		switch data[at] {
		case '{':
			n++
		case '"':
			at = stringEnd(data, at)
		}
	}
	return n
}

// stringEnd returns the index of the quote that ends the string starting at an index, or len(data).
func stringEnd(data []byte, start int) int {
	for at := start + 1; ; at++ {
		next := bytes.IndexByte(data[at:], '"')
		if next < 0 {
			return len(data)
		}
		at += next
		if backslashesBefore(data[start+1:at], at-start-1)%2 == 0 {
			return at
		}
	}
}
