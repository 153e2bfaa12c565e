package exportjson

import (
	"bytes"
	"encoding/json"
	"errors"
)

const (
	// MaxObjects is the maximum number of objects and array elements in one conversation, and of
	// the members of one object. Each becomes a value that may be much larger than its two bytes.
	MaxObjects = 400_000
	// maxValues is the maximum number of all values.
	maxValues = 1_000_000
)

// ErrTooManyObjects reports more values than a conversation may have.
var ErrTooManyObjects = errors.New("exportjson: too many objects")

// Decode decodes data into v and leaves out values whose type v does not expect. In strings, U+0000
// and halves of surrogate pairs become U+FFFD, since the library cannot store them.
func Decode(data []byte, v any) error {
	if hasTooManyObjects(data) {
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

// hasTooManyObjects counts the values in data, without those in strings. The members of one object
// count as much as objects, since some objects have one for each message.
func hasTooManyObjects(data []byte) bool {
	if len(data) < MaxObjects {
		return false
	}
	type container struct {
		isArray bool
		commas  int
	}
	open := []container{{}}
	objects, values := 0, 0
	for at := 0; at < len(data); at++ {
		top := &open[len(open)-1]
		switch c := data[at]; c {
		case '{', '[':
			if c == '[' || !top.isArray {
				objects++
			}
			open = append(open, container{isArray: c == '['})
		case '}', ']':
			open = open[:max(len(open)-1, 1)]
		case ',':
			values++
			top.commas++
			if top.isArray {
				objects++
			}
			if max(objects, top.commas) > MaxObjects || values > maxValues {
				return true
			}
		case '"':
			at = stringEnd(data, at)
		}
	}
	return objects > MaxObjects
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
