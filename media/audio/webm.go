package audio

import (
	"errors"
	"io"
	"time"

	"parlando/media/container"
)

// webmSource decodes the packets of one track of a WebM.
type webmSource struct {
	source
	in      *container.Reader
	file    *container.WebM
	format  Format
	codec   *codec
	decoder *steadyDecoder // nil for MP3, and before decode

	block container.WebMBlock // current block, with its remaining packets
	fresh bool                // no packet of block has been taken
	// samples per channel in all packets of block; 0 if only the decoder knows
	frames int64

	clock    webmClock
	hole     int64     // samples of silence per channel to return before buffered
	buffered []float32 // decoded but not returned yet
	silent   int64     // samples per channel of all holes so far

	followed bool // another file follows
}

// webmClock compares block timestamps with the amount of decoded sound.
type webmClock struct {
	// mean difference between the first timestamps and the decoded time
	start   time.Duration
	blocks  int   // number of blocks in that mean
	decoded int64 // samples per channel, including the silence of holes
	spread  timeSpread
}

const (
	// webmTimed is the number of blocks averaged to set the clock of a file: timestamps are usually
	// rounded to a millisecond, so a single one would be inexact.
	webmTimed = 16
	// webmGap is the longest silence that replaces damaged data.
	webmGap = time.Minute
	// webmJitter is the largest lead of a timestamp over the decoded sound that counts as inexact,
	// not as a hole.
	webmJitter = 100 * time.Millisecond
	// webmHole is the longest hole that becomes silence, and webmSilence the limit for all holes of
	// a file. Longer holes are not plausible: the sound continues without silence.
	webmHole    = time.Hour
	webmSilence = 4 * time.Hour
)

func newWebM(b *container.Reader, format Format) (*stream, error) {
	file, codec, err := openWebM(b, format)
	if err != nil {
		return nil, err
	}
	w := &webmSource{in: b, file: file, format: format, codec: codec}
	s, err := w.decode()
	if err == nil {
		s.trim(codec.skip, -1)
	}
	return s, err
}

// ReadWebM reads the tracks of a [WebM] and selects the first one that can be decoded. The errors
// are those of [NewDecoder].
func ReadWebM(r io.Reader) (file *container.WebM, err error) {
	defer func() { err = wrap(WebM, err) }()
	defer recovered(&err)
	file, _, err = openWebM(container.NewReader(&input{r}, 0, 64<<10), WebM)
	return file, err
}

// openWebM selects the first track with a known codec.
func openWebM(b *container.Reader, format Format) (*container.WebM, *codec, error) {
	file, err := container.NewWebM(b)
	if err != nil {
		return nil, nil, err
	}
	var unknown string // codec of the first sound track that is not known
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
	return nil, nil, errors.New("no sound")
}

// decode starts decoding at the next packet.
func (w *webmSource) decode() (*stream, error) {
	c := w.codec
	if c.open != nil {
		if w.decoder == nil {
			var err error
			if w.decoder, err = c.steady(); err != nil {
				return nil, err
			}
		}
		w.source = &packetSource{steadyDecoder: w.decoder, take: w.take}
		return newStream(w.format, c.rate, c.channels, w)
	}
	s, err := newMP3Packets(w.take)
	if err != nil {
		return nil, err
	}
	w.source, s.src, s.format = s.src, w, w.format
	return s, nil
}

// warmUp decodes and discards the current block, then reads the next one. It is needed for codecs
// whose first packet yields no samples: the first block then lacks sound, and only blocks have
// timestamps.
func (w *webmSource) warmUp() error {
	if _, err := w.decodeAhead(w.block.Packets); err != nil {
		return err
	}
	return w.readBlock()
}

// decodeAhead decodes packets, discards the samples, and returns their number per channel.
func (w *webmSource) decodeAhead(packets [][]byte) (frames int64, err error) {
	if w.decoder == nil {
		if w.decoder, err = w.codec.steady(); err != nil {
			return 0, err
		}
	}
	for _, packet := range packets {
		if len(packet) == 0 {
			continue
		}
		samples, err := w.decoder.decode(packet)
		if err != nil {
			return 0, err
		}
		frames += int64(len(samples) / w.codec.channels)
	}
	return frames, nil
}

// next returns silence for a hole in the timestamps, block by block, then the sound after it.
func (w *webmSource) next() ([]float32, error) {
	if w.decoder == nil {
		return w.source.next()
	}
	if len(w.buffered) == 0 {
		samples, err := w.source.next()
		if err != nil {
			return nil, err
		}
		w.clock.decoded += int64(len(samples) / w.codec.channels)
		w.buffered = samples
	}
	if n := min(w.hole, blockSamples); n > 0 {
		w.hole -= n
		return make([]float32, int(n)*w.codec.channels), nil
	}
	samples := w.buffered
	w.buffered = nil
	return samples, nil
}

// take returns the next packet that is not empty.
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

func (w *webmSource) behind() (*stream, error) {
	if !w.followed {
		return nil, io.EOF
	}
	return openBehind(w.in)
}

func (w *webmSource) damaged() int { return damagedIn(w.source) }

// readBlock reads the next block.
func (w *webmSource) readBlock() error {
	was := w.frames
	block, err := w.file.Next()
	if w.followed = errors.Is(err, container.ErrAnotherFile); w.followed {
		return io.EOF
	}
	if err != nil {
		return err
	}
	w.block, w.fresh, w.frames = block, true, 0
	for _, packet := range block.Packets {
		w.frames += w.codec.frames(packet)
	}
	if _, decoding := w.source.(*packetSource); decoding {
		w.compare(was)
	}
	return nil
}

// compare compares the timestamp of the block with the sound decoded before it, and schedules
// silence for missing sound. was is the number of samples per channel in the previous block; 0 if
// only the decoder knows.
func (w *webmSource) compare(was int64) {
	block, clock, rate := w.block, &w.clock, w.codec.rate
	if block.Gap {
		w.decoder.places++
	}
	if w.codec.late && !w.decoder.begun && !block.Gap {
		return // the first packet of Vorbis yields no samples, and not all programs count it
	}
	ahead := block.Time - container.Duration(clock.decoded+w.decoder.owed, rate)
	missing := ahead - clock.start
	frames := int64(missing.Seconds() * float64(rate))
	switch {
	case clock.blocks == 0 && !block.Gap: // after damage at the start, timestamps count from 0
	case block.Gap && missing > 5*time.Millisecond && missing < webmGap:
		unit := max(1, was) // round to whole blocks, because timestamps are rounded
		w.decoder.owed += (frames + unit/2) / unit * unit
		return
	case missing < -webmJitter-w.file.TickDuration:
		return // timestamps went back: ignore the block's time
	case missing <= webmJitter+w.file.TickDuration:
	case missing > webmHole || block.Gap || w.silent+frames > int64(webmSilence.Seconds())*int64(rate):
		clock.start = ahead
	default:
		w.hole += frames
		w.silent += frames
		clock.decoded += frames
		ahead = clock.start
	}
	if clock.blocks < webmTimed {
		clock.blocks++
		clock.spread.add(ahead)
		clock.start += (ahead - clock.start) / time.Duration(clock.blocks)
	}
}
