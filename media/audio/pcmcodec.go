package audio

import (
	"encoding/binary"

	"parlando/media/container"
)

// namedSamples returns the sample layout of a four-letter code of AIFF or QuickTime. ok is false
// for other codes; convert is nil for an unsupported number of bits.
func namedSamples(name string, bits int) (width int, order binary.ByteOrder, convert sampleConverter, ok bool) {
	width = (bits + 7) / 8
	switch name {
	case "NONE", "twos":
		return width, binary.BigEndian, integerSample(width), true
	case "sowt":
		return width, binary.LittleEndian, integerSample(width), true
	case "in24":
		return 3, binary.BigEndian, int24Sample, true
	case "in32":
		return 4, binary.BigEndian, int32Sample, true
	case "raw ":
		return 1, binary.BigEndian, uint8Sample, true
	case "fl32", "FL32":
		return 4, binary.BigEndian, float32Sample, true
	case "fl64", "FL64":
		return 8, binary.BigEndian, float64Sample, true
	case "ulaw", "ULAW":
		return 1, binary.BigEndian, ulawSample, true
	case "alaw", "ALAW":
		return 1, binary.BigEndian, alawSample, true
	}
	return 0, nil, nil, false
}

// sampleConverter decodes one sample.
type sampleConverter func(order binary.ByteOrder, b []byte) float32

// integerSample returns the converter of signed integers of width bytes; nil if there is none.
func integerSample(width int) sampleConverter {
	switch width {
	case 1:
		return int8Sample
	case 2:
		return int16Sample
	case 3:
		return int24Sample
	case 4:
		return int32Sample
	}
	return nil
}

// floatSample returns the converter of floating-point numbers of width bytes; nil if there is none.
func floatSample(width int) sampleConverter {
	switch width {
	case 4:
		return float32Sample
	case 8:
		return float64Sample
	}
	return nil
}

// pcmDecoder decodes packets of uncompressed samples.
type pcmDecoder struct {
	width   int // bytes per sample
	frame   int // bytes per sample of all channels
	order   binary.ByteOrder
	convert sampleConverter
	mix     *downmix
	samples []float32
}

// newPCMCodec returns a codec of uncompressed samples; nil if convert is nil or the rate or channel
// count is not supported. layout lists the channel positions; "" if unknown.
func newPCMCodec(rate, channels, width int, order binary.ByteOrder, convert sampleConverter, layout string) *codec {
	if convert == nil || channels < 1 || channels > maxChannels {
		return nil
	}
	return &codec{
		rate: rate, channels: newDownmix(layout).channels(channels), unit: container.MP4Unit{Bytes: width * channels, Frames: 1},
		open: func() (packetDecoder, error) {
			return &pcmDecoder{width: width, frame: width * channels, order: order, convert: convert, mix: newDownmix(layout)}, nil
		},
	}
}

func (d *pcmDecoder) decode(packet []byte) ([]float32, error) {
	d.samples = d.samples[:0]
	for whole := len(packet) / d.frame * d.frame; whole > 0; whole -= d.width {
		d.samples = append(d.samples, d.convert(d.order, packet[:d.width]))
		packet = packet[d.width:]
	}
	return d.mix.mix(d.samples), nil
}
