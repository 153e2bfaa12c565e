package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/media/container"
)

// longFiles are of the formats that are sought, long enough that a place has to be searched for.
// They are made once.
func longFiles(t testing.TB) map[string][]byte {
	t.Helper()
	madeOnce.Do(func() { made = makeLongFiles(t) })
	return maps.Clone(made)
}

var (
	madeOnce sync.Once
	made     map[string][]byte
)

func makeLongFiles(t testing.TB) map[string][]byte {
	t.Helper()
	const long = 15 * time.Second
	sound := longSpeech(24000, long)
	files := map[string][]byte{}
	for _, f := range []Format{WAV, MP3, AAC, FLAC} {
		var b bytes.Buffer
		e, err := NewEncoder(&b, f, 24000, 1)
		if err == nil {
			err = errors.Join(e.Write(sound), e.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		files["long."+string(f)] = b.Bytes()
	}
	for _, name := range []string{"speech.mp3", "speech-8000.mp3", "speech-22050.mp3", "speech-44100-stereo.mp3"} {
		files["repeated "+name] = bytes.Repeat(fixture(t, name), 5)
	}
	low := lowRates(t)
	for _, name := range []string{"22050-8-1", "22050-144-2", "11025-64-2", "8000-8-1", "8000-64-2"} {
		files["repeated "+name+".mp3"] = bytes.Repeat(low[name+".mp3"], 20)
	}
	files["of two rates.mp3"] = slices.Concat(bytes.Repeat(fixture(t, "speech.mp3"), 2), bytes.Repeat(fixture(t, "speech-44100-stereo.mp3"), 3))
	files["long.opus"], files["long.webm"] = longOpus(t, 9)
	period, whole := vorbisPeriod(t)
	files["long.ogg"] = longVorbis(t, 9, period, whole)
	return files
}

// longSpeech is the speech again and again, each time a little softer: no two places are alike.
func longSpeech(rate int, length time.Duration) []float32 {
	frames := int(length.Seconds() * float64(rate))
	all := make([]float32, frames)
	for i := range all {
		at := float64(i) / float64(rate)
		all[i] = float32(0.4 * math.Sin(2*math.Pi*(200+20*at)*at) * (0.6 + 0.4*math.Sin(7*at)))
	}
	return all
}

// longOpus repeats the packets of a sound, in an Ogg and in a WebM.
func longOpus(t testing.TB, times int) (ogg, webm []byte) {
	t.Helper()
	var b bytes.Buffer
	w := container.NewOggWriter(&b, 7)
	granule, last := int64(0), int64(-1)
	var head []byte
	var cluster bytes.Buffer
	var clusters []byte
	begun := time.Duration(0)
	flush := func(next time.Duration) {
		payload := append(element(container.IDClusterTime, binary.BigEndian.AppendUint32(nil, uint32(begun/time.Millisecond))), cluster.Bytes()...)
		clusters = append(clusters, element(container.IDCluster, payload)...)
		cluster.Reset()
		begun = next
	}
	for range times {
		r, err := NewOpusReader(bytes.NewReader(fixture(t, "speech.opus")))
		if err != nil {
			t.Fatal(err)
		}
		if head == nil {
			head = r.Head
			err = errors.Join(w.Write(r.Head, 0), w.Flush(), w.Write(r.Tags, 0), w.Flush())
		}
		for err == nil {
			var packet []byte
			if packet, err = r.Next(); err != nil {
				break
			}
			length, _ := OpusPacketDuration(packet)
			at := time.Duration(granule) * time.Second / opusRate
			if at-begun > 900*time.Millisecond {
				flush(at)
			}
			ms := (at - begun) / time.Millisecond
			cluster.Write(element(container.IDSimpleBlock, append([]byte{0x81, byte(ms >> 8), byte(ms), 0x80}, packet...)))
			granule += int64(length) * opusRate / int64(time.Second)
			if err = w.Write(packet, granule); err == nil && granule-last > opusRate {
				last = granule
				err = w.Flush()
			}
		}
		if !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	flush(0)
	track := element(container.IDTrack, append(append(element(container.IDTrackNumber, []byte{1}), element(container.IDCodec, []byte("A_OPUS"))...), element(container.IDCodecPrivate, head)...))
	duration := binary.BigEndian.AppendUint64(nil, math.Float64bits(float64(granule)/48))
	segment := append(element(container.IDInfo, element(container.IDDuration, duration)), element(container.IDTracks, track)...)
	webm = append(element(0x1a45dfa3, element(0x4282, []byte("webm"))), element(container.IDSegment, append(segment, clusters...))...)
	return b.Bytes(), webm
}

// element is an element of a WebM.
func element(id uint32, payload []byte) []byte {
	b := bytes.TrimLeft(binary.BigEndian.AppendUint32(nil, id), "\x00")
	b = binary.BigEndian.AppendUint64(b, 1<<56|uint64(len(payload)))
	return append(b, payload...)
}

// vorbisPeriod is by how many samples it grows with each repetition, as each overlaps the one
// before, and how many the first has.
func vorbisPeriod(t testing.TB) (period, whole int64) {
	t.Helper()
	var lengths [2]int64
	for i := range lengths {
		d, err := NewDecoder(bytes.NewReader(longVorbis(t, 2+i, vorbisEndless, 0)))
		if err != nil {
			t.Fatal(err)
		}
		all, err := drain(d)
		if err != nil {
			t.Fatal(err)
		}
		lengths[i] = int64(len(all))
	}
	period = lengths[1] - lengths[0]
	return period, lengths[0] - period
}

// vorbisEndless is a period for a sound of which no last page cuts anything off.
const vorbisEndless = 1 << 30

// longVorbis repeats the pages of a sound, each time a period later.
func longVorbis(t testing.TB, times int, period, whole int64) []byte {
	t.Helper()
	var all []byte
	number, granule := uint32(0), int64(0)
	for k := range times {
		pages := container.NewOgg(container.NewReader(bytes.NewReader(fixture(t, "speech.ogg")), 0, 64<<10))
		for {
			p, err := pages.NextPage()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if k > 0 && p.Granule == 0 {
				continue
			}
			if p.Last && k < times-1 {
				p.Granule = whole
			}
			if err := container.RenumberOggPage(p.Data, number, granule+p.Granule, p.Last && k == times-1 && period != vorbisEndless); err != nil {
				t.Fatal(err)
			}
			number++
			all = append(all, p.Data...)
		}
		granule += period
	}
	return all
}

// A file that is sought sounds as if it had been decoded up to there.
func TestSeekInEveryFormat(t *testing.T) {
	t.Parallel()
	files := longFiles(t)
	for _, name := range fixtures(t) {
		files[name] = fixture(t, name)
	}
	files["laced.mka"] = fixture(t, "laced.mka")
	for name, data := range files {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := Open(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			whole, err := NewDecoder(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			want := readAll(t, whole)
			rate, channels := whole.Rate(), whole.Channels()
			if f.Rate() != rate || f.Channels() != channels {
				t.Fatalf("%d Hz in %d channels, not %d in %d", f.Rate(), f.Channels(), rate, channels)
			}
			long := container.Duration(int64(len(want)/channels), rate)
			if length, _ := f.Length(); length == 0 && name != "of two rates.mp3" { // two sounds
				t.Error("its length is not told")
			}
			checkPlaces(t, f, want)
			if err := f.Seek(long + time.Minute); err != nil {
				t.Fatal(err)
			}
			if n, err := f.Read(make([]float32, 100)); n != 0 || err != io.EOF { //nolint:errorlint // Decoder gives it bare
				t.Errorf("beyond the end there are %d samples, %v", n, err)
			}
			if err := f.Seek(0); err != nil {
				t.Fatal(err)
			}
			if again := readAll(t, f); len(again) != len(want) || snr(want, again) < 60 {
				t.Errorf("from the start again there are %d samples of %d", len(again), len(want))
			}
		})
	}
}

// A place in a file of gigabytes is found by reading little of it.
func TestSeekReadsLittle(t *testing.T) {
	t.Parallel()
	files := longFiles(t)
	for _, name := range []string{"long.wav", "long.flac", "long.opus", "long.ogg"} {
		r := &countingReader{Reader: bytes.NewReader(files[name])}
		f, err := Open(r)
		if err != nil {
			t.Fatal(err)
		}
		if length, exact := f.Length(); length == 0 || !exact {
			t.Errorf("%s: %v, exact: %v", name, length, exact)
		}
		r.n = 0
		if err := f.Seek(11 * time.Second); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Read(make([]float32, 100)); err != nil {
			t.Fatal(err)
		}
		// Each step of the search reads a buffer.
		steps := math.Log2(float64(len(files[name]))/markNear) + 5
		if most := int64(steps * 70_000); r.n > most {
			t.Errorf("%s: %d bytes of %d were read", name, r.n, len(files[name]))
		}
	}
}

type countingReader struct {
	*bytes.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

func TestWhatCannotBeOpened(t *testing.T) {
	t.Parallel()
	broken := errors.New("the disk is gone")
	if _, err := Open(&failingFile{bytes.NewReader(fixture(t, "speech.mp3")), broken}); !errors.Is(err, broken) {
		t.Error(err)
	}
	for _, data := range []string{"", "some text", "<html>"} {
		if _, err := Open(bytes.NewReader([]byte(data))); !errors.Is(err, ErrUnknownFormat) {
			t.Errorf("%q: %v", data, err)
		}
	}
	var damaged *DecodeError
	// A tag that says it is longer than the file.
	if _, err := Open(strings.NewReader("ID3\x03\x00\x00\x00\x00\x7f\x00")); !errors.As(err, &damaged) || damaged.Format != MP3 {
		t.Error(err)
	}
	for _, name := range []string{"speech.m4a", "speech.webm", "speech.ogg"} {
		if _, err := Open(bytes.NewReader(fixture(t, name)[:100])); !errors.As(err, &damaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type failingFile struct {
	*bytes.Reader
	err error
}

func (f *failingFile) Read([]byte) (int, error) { return 0, f.err }

func BenchmarkSeek(b *testing.B) {
	for name, data := range longFiles(b) {
		b.Run(name, func(b *testing.B) {
			buf := make([]float32, 4800)
			for i := 0; b.Loop(); i++ {
				f, err := Open(bytes.NewReader(data))
				if err == nil {
					err = f.Seek(time.Duration(2+i%10) * time.Second)
				}
				if err == nil {
					_, err = f.Read(buf)
				}
				if err != nil {
					b.Fatal(fmt.Errorf("%s: %w", name, err))
				}
			}
		})
	}
}

// Asking for the length changes nothing of what is read next.
func TestAskingForTheLengthLosesNoSound(t *testing.T) {
	t.Parallel()
	for _, name := range fixtures(t) {
		var lengths []int
		for _, ask := range []func(*File){func(*File) {}, func(f *File) { f.Length() }} {
			f, err := Open(bytes.NewReader(fixture(t, name)))
			if err != nil {
				t.Fatal(name, err)
			}
			ask(f)
			all, err := drain(f)
			if err != nil {
				t.Fatal(name, err)
			}
			lengths = append(lengths, len(all))
		}
		if lengths[0] != lengths[1] {
			t.Errorf("%s: %d samples, and %d after asking for the length", name, lengths[0], lengths[1])
		}
	}
}
