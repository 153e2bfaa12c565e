package audio

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"testing"
)

func TestMP3SoundsAsWritten(t *testing.T) {
	t.Parallel()
	voice := speech(t)
	for _, rate := range []int{16000, 24000, 32000, 44100, 48000} {
		for channels := 1; channels <= 2; channels++ {
			if channels == 1 && rate != 24000 && rate != 44100 {
				continue // one of each version of MPEG is enough
			}
			t.Run(fmt.Sprint(rate, channels), func(t *testing.T) {
				sound := readAll(t, Resample(&values{rate: 24000, channels: 1, samples: voice}, rate))
				frames := make([]float32, 0, len(sound)*channels)
				for _, v := range sound {
					for c := range channels {
						frames = append(frames, v*float32(1-2*c)) // the right one is turned over
					}
				}
				var b bytes.Buffer
				encode(t, &b, MP3, rate, channels, frames)
				size := b.Len()
				d, err := NewDecoder(&b)
				if err != nil {
					t.Fatal(err)
				}
				if d.Rate() != mp3Rate(rate) || d.Channels() != channels {
					t.Fatalf("it is %d Hz in %d channels", d.Rate(), d.Channels())
				}
				got := readAll(t, d)
				want := readAll(t, Resample(&values{rate: rate, channels: 1, samples: sound}, d.Rate()))
				for c := range channels {
					one := channel(got, c, channels)
					if c == 1 {
						for i := range one {
							one[i] = -one[i]
						}
					}
					correlation, lag := match(want, one, 1050, 1064)
					t.Logf("%d bytes, %d samples of %d, correlation %.5f at %d, %.1f dB", size, len(one), len(want), correlation, lag, snr(want, one[lag:]))
					if correlation < 0.995 || lag != 1057 {
						t.Errorf("channel %d: correlation %.4f, %d late", c, correlation, lag)
					}
					if level := snr(want, one[lag:]); level < 25 {
						t.Errorf("channel %d: the sound is %.1f dB above the noise", c, level)
					}
					if len(one) < lag+len(want) {
						t.Errorf("channel %d: the end is missing", c)
					}
				}
			})
		}
	}
}

// shine keeps a pointer to what follows the samples it was given. That must be memory of ours: the collector ends the
// program when it finds a pointer to memory that is free.
func TestMP3LeavesMemoryToTheCollector(t *testing.T) {
	tone := sine(24000, 1, 440, 0.1)
	rounds := 20
	if raced {
		rounds = 4
	}
	for range rounds {
		var all []Encoder
		var between [][]byte // as long as a frame, so that they lie beside frames
		for range 50 {
			e, err := NewEncoder(io.Discard, MP3, 24000, 1)
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Write(tone); err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
			between = append(between, make([]byte, 2*576))
		}
		runtime.KeepAlive(between)
		between = nil
		runtime.GC()
		runtime.GC()
		runtime.KeepAlive(all)
	}
}
