package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"parlando/media/container"
)

// A WAV whose parts can be told lies about.
type wavParts struct {
	riff, data     uint32
	coding         uint16
	channels, bits uint16
	rate           uint32
	fmtExtra       []byte
	before         []byte // chunks between the header and the samples
	samples        []byte
}

func (w wavParts) bytes() []byte {
	le := binary.LittleEndian
	b := []byte("RIFF")
	b = le.AppendUint32(b, w.riff)
	b = append(b, "WAVEfmt "...)
	b = le.AppendUint32(b, uint32(16+len(w.fmtExtra)))
	b = le.AppendUint16(b, w.coding)
	b = le.AppendUint16(b, w.channels)
	b = le.AppendUint32(b, w.rate)
	b = le.AppendUint32(b, w.rate*uint32(w.channels)*uint32(w.bits)/8)
	b = le.AppendUint16(b, w.channels*((w.bits+7)/8))
	b = le.AppendUint16(b, w.bits)
	b = append(b, w.fmtExtra...)
	if len(b)%2 == 1 {
		b = append(b, 0)
	}
	b = append(b, w.before...)
	b = append(b, "data"...)
	b = le.AppendUint32(b, w.data)
	return append(b, w.samples...)
}

func TestWAVHeadersThatLie(t *testing.T) {
	samples := []byte{0, 0x40, 0, 0xc0, 0, 0x20, 0, 0xe0} // 0.5, -0.5, 0.25, -0.25
	whole := []float32{0.5, -0.5, 0.25, -0.25}
	honest := wavParts{riff: 44, data: 8, coding: 1, channels: 1, bits: 16, rate: 24000, samples: samples}
	for name, c := range map[string]struct {
		change func(w *wavParts)
		want   []float32
	}{
		"honest":                   {func(*wavParts) {}, whole},
		"size 0":                   {func(w *wavParts) { w.riff, w.data = 0, 0 }, whole},
		"size ffffffff":            {func(w *wavParts) { w.riff, w.data = 0xffffffff, 0xffffffff }, whole},
		"size 7fffffff":            {func(w *wavParts) { w.riff, w.data = 0x7fffffff, 0x7fffffff }, whole},
		"size 7fffffbb":            {func(w *wavParts) { w.riff, w.data = 0x7fffffff, 0x7fffffff-68 }, whole},
		"more than there is":       {func(w *wavParts) { w.data = 1000 }, whole},
		"a chunk behind":           {func(w *wavParts) { w.samples = append(w.samples[:8:8], "LIST\x04\x00\x00\x00abcd"...) }, whole},
		"format of 18 bytes":       {func(w *wavParts) { w.fmtExtra = []byte{0, 0} }, whole},
		"format of an odd length":  {func(w *wavParts) { w.fmtExtra = []byte{0} }, whole},
		"an odd chunk before":      {func(w *wavParts) { w.before = []byte("LIST\x03\x00\x00\x00abc\x00") }, whole},
		"half a sample at the end": {func(w *wavParts) { w.data, w.samples = 0, append(w.samples[:8:8], 1) }, whole},
		"extensible": {func(w *wavParts) {
			w.coding, w.fmtExtra = 0xfffe, append(make([]byte, 8), append([]byte{1, 0}, make([]byte, 14)...)...)
		}, whole},
		"two channels, half a pair": {func(w *wavParts) { w.channels, w.data, w.samples = 2, 0, append(w.samples[:8:8], 1, 2) }, whole},
		"8 bits":                    {func(w *wavParts) { w.bits, w.data, w.samples = 8, 4, []byte{192, 64, 160, 96} }, whole},
		"24 bits":                   {func(w *wavParts) { w.bits, w.data, w.samples = 24, 6, []byte{0, 0, 0x40, 0, 0, 0xc0} }, whole[:2]},
		"32 bits":                   {func(w *wavParts) { w.bits, w.data, w.samples = 32, 8, []byte{0, 0, 0, 0x40, 0, 0, 0, 0xc0} }, whole[:2]},
		"floating point": {func(w *wavParts) {
			w.coding, w.bits, w.data, w.samples = 3, 32, 8, []byte{0, 0, 0, 0x3f, 0, 0, 0, 0xbf}
		}, whole[:2]},
		"floating point that is none": {func(w *wavParts) {
			w.coding, w.bits, w.data, w.samples = 3, 32, 8, []byte{0, 0, 0xc0, 0x7f, 0, 0, 0x80, 0x7f}
		}, []float32{0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			w := honest
			c.change(&w)
			d, err := NewDecoder(bytes.NewReader(w.bytes()))
			if err != nil {
				t.Fatal(err)
			}
			got := readAll(t, d)
			if len(got) != len(c.want) {
				t.Fatalf("%v", got)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Fatalf("%v, not %v", got, c.want)
				}
			}
		})
	}
}

// headerLies are heads of sounds that declare more than a user has memory for.
func headerLies() map[string][]byte {
	huge := []byte{0xff, 0xff, 0xff, 0xff}
	box := func(kind string, payload ...[]byte) []byte {
		all := bytes.Join(payload, nil)
		return append(append(binary.BigEndian.AppendUint32(nil, uint32(8+len(all))), kind...), all...)
	}
	stsz := box("stsz", []byte{0, 0, 0, 0, 0, 0, 0, 1}, huge)
	stsc := box("stsc", []byte{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1}, huge, []byte{0, 0, 0, 1})
	stco := box("stco", []byte{0, 0, 0, 0}, huge, []byte{0, 0, 0, 0})
	esds := box("esds", []byte{0, 0, 0, 0, 3, 25, 0, 0, 0, 4, 17, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, 0x13, 0x08})
	stsd := box("stsd", []byte{0, 0, 0, 0, 0, 0, 0, 1}, box("mp4a", make([]byte, 28), esds))
	moov := box("moov", box("trak", box("mdia", box("minf", box("stbl", stsd, stsz, stsc, stco)))))
	ftyp := box("ftyp", []byte("M4A \x00\x00\x00\x00"))
	return map[string][]byte{
		"wav of many channels":        wavParts{coding: 1, channels: 0xffff, bits: 16, rate: 24000, samples: make([]byte, 100)}.bytes(),
		"wav of a huge rate":          wavParts{coding: 1, channels: 1, bits: 16, rate: 0xffffffff, samples: make([]byte, 100)}.bytes(),
		"wav of no rate":              wavParts{coding: 1, channels: 1, bits: 16, samples: make([]byte, 100)}.bytes(),
		"wav of no bits":              wavParts{coding: 1, channels: 1, rate: 24000, samples: make([]byte, 100)}.bytes(),
		"wav with a huge chunk":       []byte("RIFF\xff\xff\xff\xffWAVELIST\xfe\xff\xff\xffabc"),
		"wav with a huge format":      []byte("RIFF\xff\xff\xff\xffWAVEfmt \xfe\xff\xff\xffabcabcabcabcabcabc"),
		"mp3 behind a huge tag":       []byte("ID3\x04\x00\x00\x7f\x7f\x7f\x7fabc"),
		"flac with a huge block":      append([]byte("fLaC\x00\x00\x00\x22\x10\x00\x10\x00\x00\x00\x00\x00\x00\x00\x05\xdc\x00\xf0\x00\x00\x00\x00"), append(make([]byte, 16), "\x86\xff\xff\xffabc"...)...),
		"mp4 with a huge box":         append(bytes.Clone(ftyp), "\x00\x00\x00\x01moov\x7f\xff\xff\xff\xff\xff\xff\xff"...),
		"mp4 with a box of 4 GB":      append(bytes.Clone(ftyp), "\xff\xff\xff\xffmoovabc"...),
		"mp4 with a box of no bytes":  append(bytes.Clone(ftyp), "\x00\x00\x00\x01free\x00\x00\x00\x00\x00\x00\x00\x00"...),
		"mp4 with many frames":        append(bytes.Clone(ftyp), moov...),
		"mp4 with boxes in boxes":     append(bytes.Clone(ftyp), bytes.Repeat([]byte("\x00\x00\xff\xffmoov"), 5000)...),
		"mp4 with many small boxes":   append(bytes.Clone(ftyp), bytes.Repeat([]byte("\x00\x00\x00\x08free"), 500_000)...),
		"webm with huge tracks":       []byte("\x1aE\xdf\xa3\x80\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff\x16\x54\xae\x6b\x08\xff\xff\xff\xff\xff\xff\xffabc"),
		"webm with an element of all": []byte("\x1aE\xdf\xa3\x01\x00\xff\xff\xff\xff\xff\xff" + strings.Repeat("a", 100)),
		"ogg of one endless packet":   bytes.Repeat(append([]byte("OggS\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\xff"), make([]byte, 255)...), 10_000),
		"nothing but sync":            bytes.Repeat([]byte{0xff}, 3<<20),
		"headers without frames":      bytes.Repeat([]byte{0xff, 0xfb, 0x90, 0x00}, 1<<20),
		"vorbis of many words":        hostileVorbis(),
	}
}

// hostileVorbis has a codebook that the library would take 16 GB for.
func hostileVorbis() []byte {
	head := []byte("\x01vorbis\x00\x00\x00\x00\x01\xc0\x5d\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xb8\x01")
	setup := append([]byte("\x05vorbis\x00BCV\xff\xff\xff\xff\xff\x01"), make([]byte, 100)...)
	page := func(kind byte, packets ...[]byte) []byte {
		b := append([]byte("OggS\x00"), kind)
		b = append(b, make([]byte, 20)...)
		b = append(b, byte(len(packets)))
		for _, p := range packets {
			b = append(b, byte(len(p)))
		}
		for _, p := range packets {
			b = append(b, p...)
		}
		// which makes the checksum
		if err := container.RenumberOggPage(b, 0, 0, false); err != nil {
			panic(err)
		}
		return b
	}
	return append(page(2, head), page(0, []byte("\x03vorbis"), setup, make([]byte, 10))...)
}

// What a sound declares costs nothing before its bytes are there.
func TestHeadersThatLieCostNoMemory(t *testing.T) {
	for name, data := range headerLies() {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			d, err := NewDecoder(onlyReader{bytes.NewReader(data)})
			if err == nil {
				_, err = drain(d)
			}
			runtime.ReadMemStats(&after)
			if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 64 {
				t.Errorf("%d MB for %d bytes", used, len(data))
			}
			t.Log(err)
		})
	}
}

// A hostile file gives what can be heard of it, and counts what cannot.
func TestHostileMP3(t *testing.T) {
	f, err := Open(bytes.NewReader(fixture(t, "hostile-panic.mp3")))
	if err != nil {
		t.Fatal(err)
	}
	if all, err := drain(f); err != nil || len(all) == 0 || f.Damaged() == 0 {
		t.Errorf("%d samples, %d damaged places, %v", len(all), f.Damaged(), err)
	}
}

// What is behind a place at which go-mp3 panics is heard, and the place is counted.
func TestMP3ThatMakesTheLibraryPanic(t *testing.T) {
	data := fixture(t, "speech-44100-stereo.mp3")
	whole, err := asItIs(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	f, err := Open(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	f.src.(*chainSource).now.src.(*mp3Source).decoder = panickingReader{}
	if all, err := drain(f); err != nil || len(all) < len(whole)*9/10 || f.Damaged() != 1 {
		t.Errorf("%d samples of %d, %d damaged places, %v", len(all), len(whole), f.Damaged(), err)
	}
}

type panickingReader struct{}

func (panickingReader) Read([]byte) (int, error) { panic("index out of range") }

func TestNotASound(t *testing.T) {
	for name, data := range map[string]string{
		"nothing":    "",
		"one byte":   "R",
		"json":       `{"error":{"message":"no"}}` + strings.Repeat(" ", 5000),
		"web page":   "<!DOCTYPE html>" + strings.Repeat("<p>", 5000),
		"text":       strings.Repeat("Parlando reads this aloud. ", 4000),
		"zeros":      strings.Repeat("\x00", 100_000),
		"png":        "\x89PNG\r\n\x1a\n" + strings.Repeat("\x01\x02\x03", 10_000),
		"a picture":  "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + strings.Repeat("\x00", 1000),
		"ogg video":  "OggS\x00\x02" + strings.Repeat("\x00", 22) + "\x80theora" + strings.Repeat("\x00", 1000),
		"a tag only": "ID3\x04\x00\x00\x00\x00\x00\x04abcd",
	} {
		t.Run(name, func(t *testing.T) {
			d, err := NewDecoder(strings.NewReader(data))
			if !errors.Is(err, ErrUnknownFormat) || d != nil {
				t.Errorf("it gives %v, %v", d, err)
			}
		})
	}
}

// A connection that breaks isn't a damaged sound.
func TestReadErrorsComeThrough(t *testing.T) {
	for _, broken := range []error{errors.New("the connection broke"), io.ErrUnexpectedEOF} {
		for _, name := range fixtures(t) {
			data := fixture(t, name)
			for _, at := range []int{0, 10, 100, len(data) / 2} {
				d, err := NewDecoder(io.MultiReader(bytes.NewReader(data[:at]), &failingReader{broken}))
				if err == nil {
					_, err = drain(d)
				}
				var damaged *DecodeError
				if !errors.Is(err, broken) || errors.As(err, &damaged) {
					t.Errorf("%s broken at %d: %v", name, at, err)
				}
			}
		}
		if _, err := drain(NewPCMDecoder(&failingReader{broken})); err != broken { //nolint:errorlint // the very same
			t.Errorf("pcm: %v", err)
		}
	}
}

type failingReader struct{ err error }

func (f *failingReader) Read([]byte) (int, error) { return 0, f.err }
