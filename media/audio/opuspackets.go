package audio

import (
	"errors"
	"io"
	"time"

	"parlando/media/container"
)

// OpusReader reads the packets of an [Opus] in Ogg. It must be used from one goroutine.
type OpusReader struct {
	// Head and Tags are the first two packets. The headers of appended sounds are skipped.
	Head, Tags []byte

	ogg  *container.Ogg
	tags bool // the next packet is a comment header
}

// NewOpusReader reads the headers of the first sound in r. It returns a [*DecodeError] if there is
// none, and errors of r. It does not close r.
func NewOpusReader(r io.Reader) (*OpusReader, error) {
	o := &OpusReader{ogg: container.NewOgg(container.NewReader(&input{r}, 0, 32<<10))}
	var err error
	if o.Head, _, err = o.ogg.Next(); err == nil {
		_, err = parseOpusHead(o.Head)
	}
	if err == nil {
		o.Tags, _, err = o.ogg.Next()
	}
	if err != nil {
		return nil, wrap(Opus, container.AsUnexpectedEOF(err))
	}
	return o, nil
}

// Next returns the next packet, never an empty one. It returns io.EOF at the end, a [*DecodeError]
// if only garbage follows, or the error of the underlying reader.
func (o *OpusReader) Next() ([]byte, error) {
	for {
		packet, _, err := o.ogg.Next()
		if err != nil {
			return nil, wrap(Opus, err)
		}
		if _, err := parseOpusHead(packet); err == nil {
			o.tags = true
			continue
		}
		if o.tags || len(packet) == 0 {
			o.tags = false
			continue
		}
		return packet, nil
	}
}

// Intact reports whether no page was damaged, truncated or missing so far.
func (o *OpusReader) Intact() bool { return !o.ogg.AnySkippedData }

// OpusPacketDuration returns the duration of a packet, 2.5 to 120 ms, from its first bytes (RFC
// 6716, 3.1).
func OpusPacketDuration(packet []byte) (time.Duration, error) {
	if len(packet) == 0 {
		return 0, errors.New("an empty packet has no length")
	}
	const ms = time.Millisecond
	frame := [...]time.Duration{10 * ms, 20 * ms, 40 * ms, 60 * ms}[packet[0]>>3&3]
	switch config := packet[0] >> 3; {
	case config >= 16: // CELT
		frame = 5 * ms / 2 << (config & 3)
	case config >= 12: // hybrid
		frame = 10 * ms << (config & 1)
	}
	count := 2
	switch packet[0] & 3 {
	case 0:
		count = 1
	case 3:
		if len(packet) < 2 {
			return 0, errors.New("a packet ends before its number of frames")
		}
		count = int(packet[1] & 63)
	}
	length := time.Duration(count) * frame
	if length == 0 || length > 120*ms {
		return 0, errors.New("a packet declares an impossible length")
	}
	return length, nil
}
