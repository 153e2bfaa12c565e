package speaker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// What the child tells: a letter, two numbers, and text after a failure. It hears a letter: answer,
// followed by the number of frames, at most as many as it asked for, and by them, 32-bit floats,
// little endian; or drop; or call, which it answers with alive.
const (
	opened  = 'o'
	ask     = 'a' // for so many frames, having taken so many
	dropped = 'd' // so many
	alive   = 'l'
	failed  = 'f' // with a text of so many bytes
	answer  = 's'
	drop    = 'd'
	call    = 'c'
)

const (
	bytesPerFrame = 4 * Channels
	// maxAsk and maxText bound what a child that is out of order can make the program do.
	maxAsk  = Rate
	maxText = 4096
)

// message is a message of the child.
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

// appendSamples appends samples as the child hears them.
func appendSamples(b []byte, samples []float32) []byte {
	for _, v := range samples {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}
