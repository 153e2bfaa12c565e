package audio

import (
	"bytes"
	"io"
	"strconv"
	"testing"
)

// realtime reports how many seconds of sound are worked through in a second.
func realtime(b *testing.B, samples, rate int) {
	b.ReportMetric(float64(b.N)*float64(samples)/float64(rate)/b.Elapsed().Seconds(), "x-realtime")
}

func BenchmarkDecode(b *testing.B) {
	for _, name := range fixtures(b) {
		data := fixture(b, name)
		b.Run(name, func(b *testing.B) {
			buf := make([]float32, 8192)
			samples, rate := 0, 1
			for b.Loop() {
				d, err := NewDecoder(bytes.NewReader(data))
				if err != nil {
					b.Fatal(err)
				}
				samples, rate = 0, d.Rate()*d.Channels()
				for {
					n, err := d.Read(buf)
					samples += n
					if err == io.EOF { //nolint:errorlint // Decoder gives it bare
						break
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportAllocs()
			realtime(b, samples, rate)
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	sound := speech(b)
	for _, f := range EncodableFormats() {
		b.Run(string(f), func(b *testing.B) {
			for b.Loop() {
				e, err := NewEncoder(io.Discard, f, 24000, 1)
				if err == nil {
					err = e.Write(sound)
				}
				if err == nil {
					err = e.Close()
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			realtime(b, len(sound), 24000)
		})
	}
}

func BenchmarkResample(b *testing.B) {
	for _, rate := range []int{8000, 16000, 22050, 44100, 48000} {
		b.Run(strconv.Itoa(rate), func(b *testing.B) {
			sound := sine(24000, 1, 440, 10)
			buf := make([]float32, 8192)
			for b.Loop() {
				d := Resample(&values{rate: 24000, channels: 1, samples: sound}, rate)
				for {
					if _, err := d.Read(buf); err != nil {
						break
					}
				}
			}
			b.ReportAllocs()
			realtime(b, len(sound), 24000)
		})
	}
}
