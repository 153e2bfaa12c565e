package audio

import (
	"bytes"
	"fmt"
	"testing"
)

func TestAACSoundsAsWritten(t *testing.T) {
	t.Parallel()
	voice := speech(t)
	for _, rate := range []int{16000, 24000, 44100, 48000} {
		for channels := 1; channels <= 2; channels++ {
			t.Run(fmt.Sprint(rate, channels), func(t *testing.T) {
				sound := readAll(t, Resample(&values{rate: 24000, channels: 1, samples: voice}, rate))
				data := aacOf(t, rate, channels)
				size := len(data)
				d, err := NewDecoder(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				if d.Rate() != aacRate(rate) || d.Channels() != channels {
					t.Fatalf("it is %d Hz in %d channels", d.Rate(), d.Channels())
				}
				got := readAll(t, d)
				want := readAll(t, Resample(&values{rate: rate, channels: 1, samples: sound}, d.Rate()))
				for c := range channels {
					one := channel(got, c, channels)
					correlation, late := match(want, one, 1017, 1031)
					t.Logf("%d bytes, %d samples of %d, correlation %.5f at %d", size, len(one), len(want), correlation, late)
					if correlation < 0.99 || late != 1024 || len(one) < late+len(want) {
						t.Errorf("channel %d: correlation %.4f, %d late, %d samples of %d", c, correlation, late, len(one), len(want))
					}
				}
			})
		}
	}
}
