package audio

import (
	"io"

	"parlando/media/container"

	shine "github.com/braheezy/shine-mp3/pkg/mp3"
)

// shineLevel compensates for shine, which amplifies everything by an eighth.
const shineLevel = 8. / 9

// mp3Encoder writes [MP3] with shine, one frame per call: given several frames at once, shine drops
// half of a mono sound.
type mp3Encoder struct {
	out      counter
	guard    *mp3Guard
	shine    *shine.Encoder
	frame    int     // samples per frame, counting all channels
	buffered []int16 // less than a frame
	due      int64   // bytes of all frames so far, of which shine holds back up to three
	channels int
	late     int // samples of silence per channel that Close appends
}

// mp3Rates lists the sample rates that shine encodes correctly.
var mp3Rates = [...]int{24000, 32000, 44100, 48000}

// mp3Rate returns the lowest supported rate with the full bandwidth, or else the highest rate.
func mp3Rate(rate int) int {
	for _, r := range mp3Rates {
		if rate <= r {
			return r
		}
	}
	return mp3Rates[len(mp3Rates)-1]
}

func newMP3Encoder(w io.Writer, rate, channels int) *mp3Encoder {
	e := &mp3Encoder{out: counter{w: w}, shine: shine.NewEncoder(rate, channels), guard: newMP3Guard(channels), channels: channels, late: 2*container.MP3DecoderDelay + 1}
	e.frame = int(e.shine.Mpeg.GranulesPerFrame) * shine.GRANULE_SIZE * channels
	// shine keeps a pointer just past the frame. Spare capacity makes it point into this slice;
	// otherwise it may point to free memory, and the garbage collector would crash the program.
	e.buffered = make([]int16, 0, e.frame+64)
	return e
}

func (e *mp3Encoder) Write(samples []float32) error {
	for len(samples) > 0 {
		taken, ready := e.guard.add(samples)
		samples = samples[taken:]
		if err := e.encode(ready); err != nil {
			return err
		}
	}
	return nil
}

// encode encodes samples that the mp3Guard has returned.
func (e *mp3Encoder) encode(samples []float32) error {
	for _, v := range samples {
		e.buffered = append(e.buffered, to16(v*shineLevel))
		if len(e.buffered) < e.frame {
			continue
		}
		if err := e.writeFrame(); err != nil {
			return err
		}
	}
	return nil
}

func (e *mp3Encoder) writeFrame() error {
	err := e.shine.Write(&e.out, e.buffered)
	e.buffered = e.buffered[:0]
	e.due += e.shine.Mpeg.WholeSlotsPerFrame + e.shine.Mpeg.Padding
	return err
}

// Close pads the last frame, appends silence for the delay of decoders, and writes the bytes that
// shine holds back.
func (e *mp3Encoder) Close() error {
	for range 2 { // the waiting block, then the partly filled one
		if err := e.encode(e.guard.turn()); err != nil {
			return err
		}
	}
	for rest := len(e.buffered) + e.late*e.channels; rest > 0; rest -= e.frame {
		e.buffered = append(e.buffered, make([]int16, e.frame-len(e.buffered))...)
		if err := e.writeFrame(); err != nil {
			return err
		}
	}
	_, err := e.out.Write(make([]byte, max(0, e.due-e.out.n)))
	return err
}

// counter counts the bytes written to w.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}
