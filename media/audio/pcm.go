package audio

import (
	"encoding/binary"
	"io"
	"math"
)

// pcmRate is the sample rate of [PCM] in Hz.
const pcmRate = 24_000

// blockSamples is the number of samples in a block of a codec without frames.
const blockSamples = 4096

// NewPCMDecoder decodes [PCM], headerless samples, which cannot be detected from the bytes. It
// accepts any bytes; an incomplete sample at the end is dropped. It does not close r.
func NewPCMDecoder(r io.Reader) Decoder {
	src := &linear{r: &input{r}, width: 2, channels: 1, order: binary.LittleEndian, left: -1, convert: int16Sample}
	return &stream{format: PCM, rate: pcmRate, channels: 1, src: src, left: -1}
}

// linear reads samples of a fixed width, as in PCM and WAV, or blocks of a fixed width and number
// of samples.
type linear struct {
	r        io.Reader
	width    int // bytes per sample
	channels int
	order    binary.ByteOrder
	convert  func(order binary.ByteOrder, b []byte) float32
	left     int64 // bytes until the end, or -1 if only the reader knows
	// codec decodes blocks of width bytes; nil for single samples.
	codec  *codec
	blocks *steadyDecoder
	mix    *downmix // nil if channels are not mixed

	bytes   []byte
	samples []float32
	// number of bytes at the start of bytes that belong to an incomplete group of samples
	part int
}

// unit returns the size in bytes of a block, or of one sample of every channel if there are no
// blocks, and the number of samples per channel in it.
func (l *linear) unit() (bytes, frames int64) {
	if l.codec != nil {
		return int64(l.width), l.codec.packet
	}
	return int64(l.width * l.channels), 1
}

func (l *linear) next() ([]float32, error) {
	if err := l.begin(); err != nil {
		return nil, err
	}
	unit, _ := l.unit()
	for {
		want := l.bytes[l.part:]
		if l.left >= 0 {
			want = want[:min(int64(len(want)), l.left)]
			if len(want) == 0 {
				return nil, io.EOF
			}
		}
		// Read only once: samples that have arrived must not wait for the rest.
		n, err := l.r.Read(want)
		if l.left >= 0 {
			l.left -= int64(n)
		}
		whole := (l.part + n) / int(unit) * int(unit)
		if failed := l.decode(l.bytes[:whole]); failed != nil {
			return nil, failed
		}
		l.part = copy(l.bytes, l.bytes[whole:l.part+n])
		if len(l.samples) > 0 || err != nil {
			return l.mix.mix(l.samples), err
		}
	}
}

func (l *linear) begin() (err error) {
	if l.bytes != nil {
		return nil
	}
	unit, frames := l.unit()
	l.bytes = make([]byte, max(1, blockSamples/int64(l.channels)/frames)*unit)
	l.samples = make([]float32, 0, blockSamples)
	if l.codec != nil {
		l.blocks, err = l.codec.steady()
	}
	return err
}

// decode decodes complete blocks or samples.
func (l *linear) decode(b []byte) error {
	l.samples = l.samples[:0]
	if l.codec == nil {
		for i := 0; i < len(b); i += l.width {
			l.samples = append(l.samples, l.convert(l.order, b[i:i+l.width]))
		}
		return nil
	}
	for ; len(b) > 0; b = b[l.width:] {
		samples, err := l.blocks.decode(b[:l.width])
		if err != nil {
			return err
		}
		l.samples = append(l.samples, samples...)
	}
	return nil
}

func (l *linear) damaged() int {
	if l.blocks == nil {
		return 0
	}
	return l.blocks.damaged()
}

func uint8Sample(_ binary.ByteOrder, b []byte) float32 { return float32(int(b[0])-128) / 128 }

func int8Sample(_ binary.ByteOrder, b []byte) float32 { return float32(int8(b[0])) / 128 }

func int16Sample(order binary.ByteOrder, b []byte) float32 {
	return float32(int16(order.Uint16(b))) / (1 << 15)
}

func int24Sample(order binary.ByteOrder, b []byte) float32 {
	if order == binary.BigEndian {
		b = []byte{b[2], b[1], b[0]}
	}
	return float32(int32(b[0])<<8|int32(b[1])<<16|int32(b[2])<<24) / (1 << 31)
}

func int32Sample(order binary.ByteOrder, b []byte) float32 {
	return float32(float64(int32(order.Uint32(b))) / (1 << 31))
}

func float32Sample(order binary.ByteOrder, b []byte) float32 {
	return math.Float32frombits(order.Uint32(b))
}

func float64Sample(order binary.ByteOrder, b []byte) float32 {
	return float32(math.Float64frombits(order.Uint64(b)))
}

// appendInt16 appends samples of 16 bits, little-endian.
func appendInt16(to []float32, b []byte) []float32 {
	for ; len(b) >= 2; b = b[2:] {
		to = append(to, int16Sample(binary.LittleEndian, b))
	}
	return to
}

// to16 converts v to a 16-bit sample, with rounding.
func to16(v float32) int16 {
	switch {
	case v >= 1:
		return math.MaxInt16
	case v <= -1:
		return math.MinInt16
	case v != v:
		return 0
	}
	return int16(max(math.MinInt16, min(math.MaxInt16, math.Round(float64(v)*(1<<15)))))
}

// appendTo16 appends samples as 16-bit little-endian integers.
func appendTo16(to []byte, samples []float32) []byte {
	for _, v := range samples {
		to = binary.LittleEndian.AppendUint16(to, uint16(to16(v)))
	}
	return to
}

// pcmEncoder writes [PCM].
type pcmEncoder struct {
	w   io.Writer
	buf []byte
}

func (e *pcmEncoder) Write(samples []float32) error {
	e.buf = appendTo16(e.buf[:0], samples)
	_, err := e.w.Write(e.buf)
	return err
}

func (e *pcmEncoder) Close() error { return nil }
