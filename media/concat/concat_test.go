package concat_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/media/audio"
	"parlando/media/audio/audiotest"
	"parlando/media/concat"
	"parlando/media/container"
	"parlando/media/internal/disktest"
)

func part(name string, data []byte) concat.Part {
	return concat.Part{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }}
}

func parts(data ...[]byte) []concat.Part {
	var all []concat.Part
	for i, d := range data {
		all = append(all, part(fmt.Sprintf("part %d", i+1), d))
	}
	return all
}

// joined joins into a real file and gives its bytes.
func joined(t testing.TB, parts []concat.Part, o concat.Options) ([]byte, concat.Result, error) {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "joined"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := concat.Concat(t.Context(), f, parts, o)
	data, readErr := os.ReadFile(f.Name())
	if readErr != nil {
		t.Fatal(readErr)
	}
	return data, r, err
}

func decoded(t testing.TB, data []byte, f audio.Format) (samples []float32, rate, channels int) {
	t.Helper()
	d := audiotest.Open(t, f, data)
	return audiotest.Samples(t, d), d.Rate(), d.Channels()
}

// tone makes a sound of two tones that wax and wane, in a format.
func tone(t testing.TB, f audio.Format, rate, channels int, hertz, length float64) []byte {
	t.Helper()
	var samples []float32
	for i := range int(length * float64(rate)) {
		at := float64(i) / float64(rate)
		v := 0.3 * (1 + math.Sin(2*math.Pi*3*at)) * math.Sin(2*math.Pi*(hertz+80*at)*at)
		for range channels {
			samples = append(samples, float32(v))
		}
	}
	return audiotest.Encode(t, f, samples, rate, channels)
}

// Each part is heard in the whole where Result says, as it is heard alone.
func TestTheWholeSoundsLikeItsParts(t *testing.T) {
	cases := map[string]struct {
		format audio.Format
		least  float64
		parts  [][]byte
	}{
		"mp3 of LAME with a reservoir": {audio.MP3, 0.999, [][]byte{audiotest.Fixture(t, "speech.mp3"), audiotest.Fixture(t, "speech.mp3"), audiotest.Fixture(t, "speech.mp3")}},
		"mp3 in stereo":                {audio.MP3, 0.999, [][]byte{audiotest.Fixture(t, "speech-44100-stereo.mp3"), audiotest.Fixture(t, "speech-44100-stereo.mp3")}},
		"mp3 at 8,000":                 {audio.MP3, 0.999, [][]byte{audiotest.Fixture(t, "speech-8000.mp3"), audiotest.Fixture(t, "speech-8000.mp3")}},
		"mp3 at 22,050":                {audio.MP3, 0.999, [][]byte{audiotest.Fixture(t, "speech-22050.mp3"), audiotest.Fixture(t, "speech-22050.mp3")}},
		"mp3 of shine":                 {audio.MP3, 0.999, [][]byte{tone(t, audio.MP3, 24000, 1, 300, 1.3), tone(t, audio.MP3, 24000, 1, 700, 0.7), tone(t, audio.MP3, 24000, 1, 500, 1)}},
		"aac":                          {audio.AAC, 0.999, [][]byte{audiotest.Fixture(t, "speech.aac"), audiotest.Fixture(t, "speech.aac")}},
		"wav":                          {audio.WAV, 0.999999, [][]byte{audiotest.Fixture(t, "speech.wav"), tone(t, audio.WAV, 24000, 1, 440, 0.5), audiotest.Fixture(t, "speech.wav")}},
		"flac":                         {audio.FLAC, 0.999999, [][]byte{audiotest.Fixture(t, "speech.flac"), tone(t, audio.FLAC, 24000, 1, 440, 0.5)}},
		"opus":                         {audio.Opus, 0.99, [][]byte{audiotest.Fixture(t, "speech.opus"), audiotest.Fixture(t, "speech.opus"), audiotest.Fixture(t, "speech.opus")}},
		"opus in stereo":               {audio.Opus, 0.99, [][]byte{audiotest.Fixture(t, "speech-stereo.opus"), audiotest.Fixture(t, "speech-stereo.opus")}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var told []int
			whole, r, err := joined(t, parts(c.parts...), concat.Options{
				Format: c.format, Title: "A whole", Artist: "Parlando", Progress: func(written int) { told = append(told, written) },
			})
			if err != nil {
				t.Fatal(err)
			}
			if want := []int{1, 2, 3}[:len(c.parts)]; !slices.Equal(told, want) {
				t.Errorf("it told of %v parts, want %v", told, want)
			}
			all, rate, channels := decoded(t, whole, c.format)
			for i, data := range c.parts {
				alone, _, _ := decoded(t, data, c.format)
				at := int(math.Round(r.Starts[i].Seconds()*float64(rate))) * channels
				if i > 0 && c.format == audio.Opus {
					// Behind a seam what a decoder leaves out of a part is heard, and all of the
					// part is later by it.
					at += 312 * channels
				}
				if at+len(alone) > len(all)+rate*channels/20 {
					t.Fatalf("part %d ends %d samples behind the whole", i+1, at+len(alone)-len(all))
				}
				if got := audiotest.Correlation(alone, all[at:]); got < c.least {
					t.Errorf("part %d: correlation %.5f", i+1, got)
				}
			}
			if length := time.Duration(len(all)/channels) * time.Second / time.Duration(rate); (r.Length - length).Abs() > 150*time.Millisecond {
				t.Errorf("it lasts %v, not %v", length, r.Length)
			}
		})
	}
}

func TestPCMIsPutOneAfterTheOther(t *testing.T) {
	a, b := tone(t, audio.PCM, 24000, 1, 300, 0.4), tone(t, audio.PCM, 24000, 1, 500, 0.3)
	// Half a sample at the end of a part must not turn all that follows into noise.
	all := parts(append(bytes.Clone(a), 7), b)
	for i := range all {
		all[i].PCM = true
	}
	whole, r, err := joined(t, all, concat.Options{Format: audio.PCM})
	if err != nil || !bytes.Equal(whole, append(bytes.Clone(a), b...)) || r.Length != 700*time.Millisecond || r.Starts[1] != 400*time.Millisecond {
		t.Fatalf("%d bytes, %+v, %v", len(whole), r, err)
	}
}

func TestTheSizesOfAWAVAreRight(t *testing.T) {
	w := audiotest.Fixture(t, "speech.wav")
	whole, _, err := joined(t, parts(w, w), concat.Options{Format: audio.WAV})
	if err != nil {
		t.Fatal(err)
	}
	le := func(at int) int {
		return int(whole[at]) | int(whole[at+1])<<8 | int(whole[at+2])<<16 | int(whole[at+3])<<24
	}
	if le(4) != len(whole)-8 || le(40) != len(whole)-44 {
		t.Errorf("the header says %d and %d of %d bytes", le(4), le(40), len(whole))
	}
}

// frames are those of an MP3, without the info frame.
func frames(t testing.TB, data []byte) []container.Frame {
	t.Helper()
	r, err := audio.NewFrameReader(bytes.NewReader(data), audio.MP3)
	if err != nil {
		t.Fatal(err)
	}
	var all []container.Frame
	for {
		f, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		f.Data = bytes.Clone(f.Data)
		all = append(all, f)
	}
}

func raw(frames []container.Frame) []byte {
	var b []byte
	for _, f := range frames {
		b = append(b, f.Data...)
	}
	return b
}

// Frames, and nothing that the parts brought along besides.
func TestWhatIsNoSoundIsLeftOut(t *testing.T) {
	speech := audiotest.Fixture(t, "speech.mp3")
	tag := append([]byte("ID3\x04\x00\x00\x00\x00\x01\x00"), make([]byte, 128)...)
	old := append([]byte("TAG"), bytes.Repeat([]byte{0xff}, 125)...)
	vbri := bytes.Clone(frames(t, speech)[0].Data)
	clear(vbri[4:])
	copy(vbri[36:], "VBRI")
	dirty := bytes.Join([][]byte{tag, []byte("leading garbage\xff\xfb"), vbri, speech, old}, nil)
	whole, r, err := joined(t, parts(dirty, dirty), concat.Options{Format: audio.MP3})
	if err != nil {
		t.Fatal(err)
	}
	want := frames(t, speech)
	if got := frames(t, whole); !bytes.Equal(raw(got), raw(append(want, want...))) {
		t.Errorf("%d frames of %d", len(got), 2*len(want))
	}
	if bytes.Contains(whole, []byte("VBRI")) || bytes.Contains(whole, []byte("TAG")) || bytes.Count(whole, []byte("Info"))+bytes.Count(whole, []byte("Xing")) != 1 {
		t.Error("something is left of what the parts brought along")
	}
	if want := time.Duration(2*len(want)*576) * time.Second / 24000; r.Length != want {
		t.Errorf("length %v, not %v", r.Length, want)
	}
}

func TestTheFirstFrameTellsTheLengthAndTheWayThrough(t *testing.T) {
	speech := audiotest.Fixture(t, "speech.mp3")
	whole, _, err := joined(t, parts(speech, speech, speech), concat.Options{Format: audio.MP3})
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(whole, []byte("Info"))
	if at != 4+9 {
		t.Fatalf("the frame is at %d", at)
	}
	be := func(at int) int {
		return int(whole[at])<<24 | int(whole[at+1])<<16 | int(whole[at+2])<<8 | int(whole[at+3])
	}
	all := frames(t, whole)
	if be(at+4) != 7 || be(at+8) != len(all) || be(at+12) != len(whole) {
		t.Errorf("flags %d, %d frames of %d, %d bytes of %d", be(at+4), be(at+8), len(all), be(at+12), len(whole))
	}
	first := len(whole) - len(raw(all))
	for _, percent := range []int{0, 10, 50, 99} {
		want := first
		for _, f := range all[:percent*len(all)/100] {
			want += len(f.Data)
		}
		if got := int(whole[at+16+percent]) * len(whole) / 256; got > want || want-got > len(whole)/200+200 {
			t.Errorf("%d %% are at byte %d, not %d", percent, got, want)
		}
	}
}

// A part cut out of a longer sound: its first frames have their sound in frames that are not there.
func TestFramesDoNotFindTheSoundOfAnotherPart(t *testing.T) {
	all := frames(t, audiotest.Fixture(t, "speech.mp3"))
	from := 0
	for i := range all {
		if i > 10 && all[i].BorrowedBytes() > 0 {
			from = i
			break
		}
	}
	if from == 0 {
		t.Fatal("the sample has no reservoir")
	}
	cut := raw(all[from:])
	whole, r, err := joined(t, parts(audiotest.Fixture(t, "speech.mp3"), cut), concat.Options{Format: audio.MP3})
	if err != nil {
		t.Fatal(err)
	}
	got := frames(t, whole)[len(all):]
	if len(got) != len(all)-from || got[0].BorrowedBytes() != 0 || !bytes.Equal(got[len(got)-1].Data, all[len(all)-1].Data) {
		t.Fatalf("%d frames, the first reaches %d bytes back", len(got), got[0].BorrowedBytes())
	}
	sound, rate, _ := decoded(t, whole, audio.MP3)
	// Once the frames have all they need, it sounds as it did where it was cut out.
	original, _, _ := decoded(t, audiotest.Fixture(t, "speech.mp3"), audio.MP3)
	skip := 4 * 576
	a, b := original[from*576+skip:], sound[int(r.Starts[1].Seconds()*float64(rate)+0.5)+skip:]
	if got := audiotest.Correlation(a, b); got < 0.999 {
		t.Errorf("correlation %.4f", got)
	}
}

func TestPartsThatDifferAreBroughtToTheFirst(t *testing.T) {
	for name, c := range map[string]struct {
		format audio.Format
		parts  [][]byte
	}{
		"mp3 of other rates": {audio.MP3, [][]byte{audiotest.Fixture(t, "speech.mp3"), audiotest.Fixture(t, "speech-44100-stereo.mp3"), audiotest.Fixture(t, "speech-22050.mp3")}},
		"mp3 and others":     {audio.MP3, [][]byte{audiotest.Fixture(t, "speech.wav"), audiotest.Fixture(t, "speech.mp3"), audiotest.Fixture(t, "speech.opus")}},
		"aac of other rates": {audio.AAC, [][]byte{audiotest.Fixture(t, "speech.aac"), tone(t, audio.AAC, 48000, 2, 440, 1.7)}},
		"aac and mp3":        {audio.AAC, [][]byte{audiotest.Fixture(t, "speech.aac"), audiotest.Fixture(t, "speech.mp3")}},
		"wav of other rates": {audio.WAV, [][]byte{tone(t, audio.WAV, 48000, 2, 440, 1.7), audiotest.Fixture(t, "speech.wav")}},
		"flac in wav":        {audio.FLAC, [][]byte{audiotest.Fixture(t, "speech.wav"), audiotest.Fixture(t, "speech-stereo.opus")}},
	} {
		t.Run(name, func(t *testing.T) {
			whole, r, err := joined(t, parts(c.parts...), concat.Options{Format: c.format})
			if err != nil {
				t.Fatal(err)
			}
			all, rate, channels := decoded(t, whole, c.format)
			if got := float64(len(all)) / float64(rate*channels); math.Abs(got-1.65*float64(len(c.parts))) > 0.25 || math.Abs(got-r.Length.Seconds()) > 0.2 {
				t.Errorf("%.2f s, the result says %v", got, r.Length)
			}
		})
	}
}

func TestADamagedPartIsNamed(t *testing.T) {
	hole := func(data []byte) []byte {
		data = bytes.Clone(data)
		clear(data[len(data)/2 : len(data)/2+len(data)/5])
		return data
	}
	for name, c := range map[string]struct {
		format  audio.Format
		good    string
		damaged []byte
	}{
		"mp3 with a hole":    {audio.MP3, "speech.mp3", hole(audiotest.Fixture(t, "speech.mp3"))},
		"mp3 without a tail": {audio.MP3, "speech.mp3", append(audiotest.Fixture(t, "speech.mp3")[:5000:5000], make([]byte, 5000)...)},
		"a page":             {audio.MP3, "speech.mp3", []byte("<html><body>Bad gateway</body></html>")},
		"nothing":            {audio.MP3, "speech.mp3", nil},
		"aac with a hole":    {audio.AAC, "speech.aac", hole(audiotest.Fixture(t, "speech.aac"))},
		"opus with a hole":   {audio.Opus, "speech.opus", hole(audiotest.Fixture(t, "speech.opus"))},
		"opus cut off":       {audio.Opus, "speech.opus", audiotest.Fixture(t, "speech.opus")[:3000]},
		"opus that is mp3":   {audio.Opus, "speech.opus", audiotest.Fixture(t, "speech.mp3")},
		"flac with a hole":   {audio.FLAC, "speech.flac", hole(audiotest.Fixture(t, "speech.flac"))},
		"no wav":             {audio.WAV, "speech.wav", []byte("RIFF....WAVE")},
	} {
		t.Run(name, func(t *testing.T) {
			good := audiotest.Fixture(t, c.good)
			_, _, err := joined(t, parts(good, c.damaged, good), concat.Options{Format: c.format})
			var of *concat.PartError
			if !errors.As(err, &of) || of.Index != 1 || !strings.HasPrefix(err.Error(), "part 2: ") {
				t.Errorf("joined: %v", err)
			}
			if err := concat.CheckPart(t.Context(), part("it", c.damaged), c.format); !errors.As(err, &of) || of.Name != "it" {
				t.Errorf("checked: %v", err)
			}
			if err := concat.CheckPart(t.Context(), part("it", good), c.format); err != nil {
				t.Errorf("a good one: %v", err)
			}
		})
	}
}

// full is a file on a disk with no room left.
type full struct{ room int }

var errFull = errors.New("no room")

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func (f *full) Seek(int64, int) (int64, error) { return 0, nil }

func TestWhatTheDiskFailsWithIsNotBlamedOnAPart(t *testing.T) {
	for format, name := range map[audio.Format]string{
		audio.MP3: "speech.mp3", audio.AAC: "speech.aac", audio.Opus: "speech.opus", audio.FLAC: "speech.flac", audio.WAV: "speech.wav",
	} {
		many := parts(bytes.Split(bytes.Repeat(append(audiotest.Fixture(t, name), "|cut|"...), 40), []byte("|cut|"))[:40]...)
		_, err := concat.Concat(t.Context(), &full{room: 100_000}, many, concat.Options{Format: format})
		var of *concat.PartError
		if !errors.Is(err, errFull) || errors.As(err, &of) {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// Wherever the disk fails in a part, that is the error, and of that part: no sound ends early.
func TestADiskThatFailsIsToldWhereverItFails(t *testing.T) {
	for _, c := range []struct {
		format audio.Format
		name   string
	}{
		{audio.MP3, "speech.mp3"},
		{audio.AAC, "speech.aac"},
		{audio.Opus, "speech.opus"},
		{audio.WAV, "speech.wav"},
		{audio.FLAC, "speech.flac"},
		{audio.MP3, "speech.ogg"},
		{audio.AAC, "speech.m4a"}, // which are encoded
	} {
		data := audiotest.Fixture(t, c.name)
		for n := 0; ; n++ {
			var disk *disktest.FailingFile
			left, failed := n, false
			open := func() (io.ReadCloser, error) {
				if disk != nil {
					left, failed = disk.Left, failed || disk.Failed
				}
				disk = disktest.Open(data, left)
				return io.NopCloser(disk), nil
			}
			_, err := concat.Concat(t.Context(), &full{room: 1 << 20}, append(parts(data), concat.Part{Open: open}), concat.Options{Format: c.format})
			if !failed && !disk.Failed {
				if err != nil {
					t.Errorf("%s in %s: %v", c.name, c.format, err)
				}
				break
			}
			var of *concat.PartError
			if !errors.Is(err, disktest.ErrDisk) || !errors.As(err, &of) || of.Index != 1 {
				t.Errorf("%s in %s: call %d failed, but the error is %v", c.name, c.format, n, err)
			}
		}
	}
}

func TestItStopsWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, f := range []audio.Format{audio.MP3, audio.Opus, audio.WAV} {
		if _, err := concat.Concat(ctx, &full{}, parts(audiotest.Fixture(t, "speech.mp3")), concat.Options{Format: f}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", f, err)
		}
	}
	if _, err := concat.Concat(t.Context(), &full{}, nil, concat.Options{Format: audio.MP3}); !errors.Is(err, concat.ErrNoParts) {
		t.Error(err)
	}
}
