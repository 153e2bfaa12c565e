package speaker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// The messages. The child sends a letter, two numbers, and a text after a failure. It receives a
// letter: answer, followed by a count that does not exceed its request and that many samples per
// channel as little-endian 32-bit floats; drop; or call, to which it responds with alive.
const (
	opened  = 'o'
	ask     = 'a' // requested count, and count taken by the device
	dropped = 'd' // dropped count
	alive   = 'l'
	failed  = 'f' // length of the error text
	answer  = 's'
	drop    = 'd'
	call    = 'c'
)

const (
	bytesPerFrame = 4 * Channels
	// maxAsk and maxText bound the effect of a misbehaving child.
	maxAsk  = Rate
	maxText = 4096
)

// message is a message from the child.
type message struct {
	kind   byte
	frames int
	taken  int
	text   string
}

func (m message) writeTo(w io.Writer) error {
	n := m.frames
	if m.kind == failed {
		m.text = m.text[:min(len(m.text), maxText)]
		n = len(m.text)
	}
	b := binary.LittleEndian.AppendUint32([]byte{m.kind}, uint32(n))
	b = binary.LittleEndian.AppendUint64(b, uint64(m.taken))
	_, err := w.Write(append(b, m.text...))
	return err
}

func readMessage(r io.Reader) (message, error) {
	var b [13]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return message{}, err
	}
	m := message{kind: b[0], frames: int(binary.LittleEndian.Uint32(b[1:])), taken: int(binary.LittleEndian.Uint64(b[5:]))}
	switch {
	case m.kind == failed && m.frames <= maxText:
		text := make([]byte, m.frames)
		_, err := io.ReadFull(r, text)
		m.text = string(text)
		return m, err
	case m.kind == opened, m.kind == alive, m.kind == ask && 0 < m.frames && m.frames <= maxAsk, m.kind == dropped && m.frames >= 0:
		return m, nil
	}
	return message{}, fmt.Errorf("the output's process said %q %d", m.kind, m.frames)
}

var errDisorder = errors.New("out of order")

// appendSamples appends samples in the encoding that the child expects.
func appendSamples(b []byte, samples []float32) []byte {
	for _, v := range samples {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}
