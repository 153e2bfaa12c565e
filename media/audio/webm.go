package audio

import (
	"errors"
	"io"
	"time"

	"parley/media/container"
)

// webmSource decodes the packets of one track of a WebM.
type webmSource struct {
	source
	in      *container.Reader
	file    *container.WebM
	format  Format
	codec   *codec
	decoder *steadyDecoder // nil for MP3, and before decode

	block  container.WebMBlock // whose packets are decoded; it has those that are left
	fresh  bool                // none of its packets was taken
	frames int64               // of all of its packets; 0 if only the decoder knows

	followed bool // another file stands behind its end
}

// webmGap is for how long silence stands for what is missing at most.
const webmGap = time.Minute

func newWebM(b *container.Reader, format Format) (*stream, error) {
	file, codec, err := openWebM(b, format)
	if err != nil {
		return nil, err
	}
	w := &webmSource{in: b, file: file, format: format, codec: codec}
	return w.decode(nil)
}

// ReadWebM reads the tracks of a [WebM], and chooses the first one whose sound can be decoded. The errors are those of [NewDecoder].
func ReadWebM(r io.Reader) (file *container.WebM, err error) {
	defer func() { err = wrap(WebM, err) }()
	defer recovered(&err)
	file, _, err = openWebM(container.NewReader(&input{r}, 0, 64<<10), WebM)
	return file, err
}

// openWebM takes the first track whose codec is known.
func openWebM(b *container.Reader, format Format) (*container.WebM, *codec, error) {
	file, err := container.NewWebM(b)
	if err != nil {
		return nil, nil, err
	}
	var unknown string // what it has instead
	var refused error
	for _, t := range file.Tracks {
		c, err := webmCodec(t, format)
		if c != nil && t.Encoded {
			c, err = nil, &UnsupportedError{"Matroska with compressed or encrypted packets"}
		}
		switch {
		case c != nil:
			file.Track = t
			return file, c, nil
		case err != nil && refused == nil:
			refused = err
		case err == nil && t.Sound && unknown == "":
			unknown = codecName(t.Codec)
		}
	}
	switch {
	case refused != nil:
		return nil, nil, refused
	case unknown != "":
		return nil, nil, &UnsupportedError{unknown}
	}
	return nil, nil, errors.New("it has no sound")
}

// decode begins with the packets that follow. first is how the sound began; nil at the start.
func (w *webmSource) decode(first *stream) (*stream, error) {
	c := w.codec
	if c.open != nil {
		if w.decoder == nil {
			var err error
			if w.decoder, err = c.steady(); err != nil {
				return nil, err
			}
		}
		w.source = &packetSource{steadyDecoder: w.decoder, take: w.take}
		s, err := newStream(w.format, c.rate, c.channels, w)
		if err == nil && first == nil {
			s.trim(c.skip, -1)
		}
		return s, err
	}
	s, err := newMP3Packets(w.take, first)
	if err != nil {
		return nil, err
	}
	w.source, s.src, s.format = s.src, w, w.format
	return s, nil
}

// take takes the next packet, never an empty one.
func (w *webmSource) take() (packet []byte, over int64, err error) {
	for len(packet) == 0 {
		for len(w.block.Packets) == 0 {
			if err := w.readBlock(); err != nil {
				return nil, 0, err
			}
		}
		packet, w.block.Packets = w.block.Packets[0], w.block.Packets[1:]
	}
	if len(w.block.Packets) == 0 {
		over = w.block.Discard.Microseconds() * int64(w.codec.rate) / 1_000_000
	}
	return packet, over, nil
}

func (w *webmSource) behind() (*container.Reader, error) {
	if !w.followed {
		return nil, io.EOF
	}
	return w.in, nil
}

func (w *webmSource) damaged() int { return damagedIn(w.source) }

// readBlock goes on to the next block. Silence stands for what was damaged before it.
func (w *webmSource) readBlock() error {
	before, was := w.block.Time, w.frames
	block, err := w.file.Next()
	if w.followed = errors.Is(err, container.ErrFileBehind); w.followed {
		return io.EOF
	}
	if err != nil {
		return err
	}
	w.block, w.fresh, w.frames = block, true, 0
	for _, packet := range block.Packets {
		w.frames += w.codec.frames(packet)
	}
	if !block.Gap || w.decoder == nil {
		return nil
	}
	unit := was // times are rounded, blocks mostly are not
	if was == 0 {
		was, unit = w.decoder.last, 1
	}
	missing := block.Time - before - container.Duration(was, w.codec.rate)
	if missing > 5*time.Millisecond && missing < webmGap {
		frames := int64(missing.Seconds() * float64(w.codec.rate))
		w.decoder.owed += (frames + unit/2) / unit * unit
	}
	w.decoder.places++
	return nil
}
