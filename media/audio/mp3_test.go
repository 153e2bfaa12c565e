package audio

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"parlando/media/container"

	"github.com/hajimehoshi/go-mp3"
)

// referenceStep is the distance of the samples that lowRates keep of another decoder.
const referenceStep = 17

// lowRates are MP3s of MPEG 2 and 2.5 at all their bit rates, 0.3 s each and without a word of
// their delay, named by their rate, kbit/s and channels (22050-32-1.mp3), and beside each what
// libmad makes of it, and of 8,000 Hz ffmpeg 5.1: every 17th of its samples (22050-32-1.ref). They
// were made by "lame -t --cbr -q 2" of speech and, in the right channel, of speech with noise, and
// by "sox -D" and ffmpeg.
//
// LAME writes neither mixed blocks nor intensity stereo. mixed-22050 is such an MP3 with all short
// blocks declared mixed. intensity-8000 and intensity-16000 have random positions beside the
// coefficients of such MP3s in one channel.
func lowRates(t testing.TB) map[string][]byte {
	t.Helper()
	z, err := zip.OpenReader(filepath.Join("testdata", "mp3", "lowrates.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestMP3sOfLowRatesSoundAsAnotherDecoderHasThem(t *testing.T) {
	t.Parallel()
	files := lowRates(t)
	sounds := 0
	for _, rate := range []int{22050, 16000, 24000, 8000, 11025, 12000} {
		for _, kilobits := range []int{8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160} {
			for channels := 1; channels <= 2; channels++ {
				name := fmt.Sprintf("%d-%d-%d", rate, kilobits, channels)
				data, ok := files[name+".mp3"]
				if !ok {
					continue
				}
				sounds++
				d, err := NewDecoder(bytes.NewReader(data))
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				if d.Rate() != rate || d.Channels() != channels {
					t.Errorf("%s is %d Hz in %d channels", name, d.Rate(), d.Channels())
				}
				if level := likeReference(readAll(t, d), files[name+".ref"]); level < 60 {
					t.Errorf("%s: %.1f dB above the noise", name, level)
				}
			}
		}
	}
	if sounds != 3*14+3*8 {
		t.Errorf("%d sounds", sounds)
	}
}

// likeReference returns by how many dB samples are above their difference from a reference.
func likeReference(all []float32, ref []byte) float64 {
	var want, got []float32
	for i := range len(ref) / 2 {
		want = append(want, float32(int16(binary.LittleEndian.Uint16(ref[2*i:])))/(1<<15))
		got = append(got, all[i*referenceStep])
	}
	return snr(want, got)
}

func TestMP3sOfLowRatesWithWhatEncodersRarelyWrite(t *testing.T) {
	t.Parallel()
	files := lowRates(t)
	for _, name := range []string{"mixed-22050", "intensity-8000", "intensity-16000"} {
		got, err := asItIs(bytes.NewReader(files[name+".mp3"]))
		if err != nil {
			t.Fatal(name, err)
		}
		if level := likeReference(got, files[name+".ref"]); level < 60 {
			t.Errorf("%s: %.1f dB above the noise", name, level)
		}
	}
}

// What go-mp3 decodes rightly by itself sounds the same to the last bit.
func TestRepackingChangesNoSample(t *testing.T) {
	t.Parallel()
	made := func(rate, channels int) []byte {
		var b bytes.Buffer
		encode(t, &b, MP3, rate, channels, speech(t))
		return b.Bytes()
	}
	for name, data := range map[string][]byte{
		"speech-44100-stereo.mp3": fixture(t, "speech-44100-stereo.mp3"), "of shine": made(32000, 1), "of shine in stereo": made(48000, 2),
	} {
		frames, _ := allFrames(t, data, MP3)
		var whole bytes.Buffer
		for _, f := range frames {
			whole.Write(f.Data)
		}
		d, err := mp3.NewDecoder(onlyReader{bytes.NewReader(whole.Bytes())})
		if err != nil {
			t.Fatal(err)
		}
		want, err := io.ReadAll(d)
		if err != nil {
			t.Fatal(err)
		}
		if d, err = mp3.NewDecoder(&mp3Repacker{frames: &whole}); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(d); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(want), err)
		}
	}
}

func TestMP3InFreeFormatIsNamed(t *testing.T) {
	t.Parallel()
	data := string(fixture(t, filepath.Join("unsupported", "free-format.mp3")))
	_, err := NewDecoder(strings.NewReader(data))
	_, again := Open(strings.NewReader(data))
	for _, err := range []error{err, again} {
		var is *UnsupportedError
		if !errors.As(err, &is) || is.Name != "MP3 in free format" {
			t.Error(err)
		}
	}
}

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

// shine keeps a pointer to what follows the samples it was given. That must be memory of ours: the
// collector ends the program when it finds a pointer to memory that is free.
func TestMP3LeavesMemoryToTheCollector(t *testing.T) {
	tone := sine(24000, 1, 440, 0.1)
	for range 20 {
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

// The frame in which an encoder tells of its delay counts in Matroska, whose times it has: seeking
// and the length agree with what is heard from the start. lame.mkv is by lame and mkvmerge.
func TestMP3InMatroskaIsAsLongAsItSays(t *testing.T) {
	t.Parallel()
	f, err := Open(bytes.NewReader(fixture(t, "lame.mkv")))
	if err != nil {
		t.Fatal(err)
	}
	all := readAll(t, f)
	length, _ := f.Length()
	if got := container.Duration(int64(len(all)/f.Channels()), f.Rate()); (got - length).Abs() > 2*time.Millisecond {
		t.Errorf("%v are heard of %v", got, length)
	}
	const at = 800 * time.Millisecond
	if err := f.Seek(at); err != nil {
		t.Fatal(err)
	}
	rest := readAll(t, f)
	from := int(at.Seconds()*float64(f.Rate())) * f.Channels()
	if db := snr(all[from:], rest); db < 60 {
		t.Errorf("what follows a place differs from what was heard there: %.0f dB", db)
	}
}
