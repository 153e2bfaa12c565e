package speaker

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// What the output's process says arrives as it was said; what is no message is an error.
func TestMessagesOfTheOutput(t *testing.T) {
	for name, c := range map[string]struct {
		said message
		ok   bool
	}{
		"opened":                {message{kind: opened}, true},
		"alive":                 {message{kind: alive}, true},
		"asks":                  {message{kind: ask, frames: maxAsk, taken: 1 << 40}, true},
		"asks for the least":    {message{kind: ask, frames: 1}, true},
		"asks for nothing":      {message{kind: ask}, false},
		"asks for too much":     {message{kind: ask, frames: maxAsk + 1}, false},
		"dropped":               {message{kind: dropped, frames: 7}, true},
		"failed":                {message{kind: failed, frames: 4, text: "gone"}, true},
		"failed without a word": {message{kind: failed}, true},
		"an answer":             {message{kind: answer}, false},
	} {
		var b bytes.Buffer
		if err := c.said.writeTo(&b); err != nil {
			t.Fatal(err)
		}
		whole := bytes.Clone(b.Bytes())
		if got, err := readMessage(&b); (err == nil) != c.ok || c.ok && got != c.said {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		for n := range whole {
			if _, err := readMessage(bytes.NewReader(whole[:n])); err == nil {
				t.Errorf("%s: read from %d bytes of %d", name, n, len(whole))
			}
		}
	}
	var b bytes.Buffer
	if err := (message{kind: failed, text: strings.Repeat("x", 2*maxText)}).writeTo(&b); err != nil {
		t.Fatal(err)
	}
	if got, err := readMessage(&b); len(got.text) != maxText || err != nil {
		t.Errorf("%d bytes of a long text, %v", len(got.text), err)
	}
}

func TestAnswersToTheOutput(t *testing.T) {
	const asked = 2 * bytesPerFrame
	for name, c := range map[string]struct {
		answer []byte
		n      int
		err    error
	}{
		"all":           {append([]byte{2, 0, 0, 0}, make([]byte, asked)...), asked, nil},
		"less":          {append([]byte{1, 0, 0, 0}, make([]byte, bytesPerFrame)...), bytesPerFrame, nil},
		"nothing":       {[]byte{0, 0, 0, 0}, 0, nil},
		"more":          {append([]byte{3, 0, 0, 0}, make([]byte, 3*bytesPerFrame)...), 0, errDisorder},
		"cut off":       {[]byte{2, 0, 0, 0, 1}, 1, io.ErrUnexpectedEOF},
		"count cut off": {[]byte{2, 0}, 0, io.ErrUnexpectedEOF},
		"none":          {nil, 0, io.EOF},
	} {
		if n, err := readAnswer(bytes.NewReader(c.answer), make([]byte, asked)); n != c.n || !errors.Is(err, c.err) {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
	}
}
