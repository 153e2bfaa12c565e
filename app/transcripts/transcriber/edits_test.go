package transcriber_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlando/media/audio"
	"parlando/media/audio/audiotest"
	"parlando/media/container"
)

// edited is an m4a of which pieces are played, one behind the other: their starts and lengths, in
// milliseconds.
func edited(t testing.TB, pieces ...[2]int) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "media", "audio", "testdata", "speech.m4a"))
	if err != nil {
		t.Fatal(err)
	}
	list := binary.BigEndian.AppendUint32(make([]byte, 4), uint32(len(pieces)))
	for _, p := range pieces {
		for _, v := range []int{p[1], p[0] * 24, 1 << 16} { // milliseconds, samples, speed
			list = binary.BigEndian.AppendUint32(list, uint32(v))
		}
	}
	var change func(data []byte) []byte
	change = func(data []byte) (all []byte) {
		for b := range container.Boxes(data) {
			switch b.Kind {
			case "elst":
				b.Body = list
			case "moov", "trak", "edts":
				b.Body = change(b.Body)
			}
			all = append(all, container.MakeBox(b.Kind, b.Body)...)
		}
		return all
	}
	return change(data)
}

// decodeSamples decodes a sound to one channel of 24,000 samples a second.
func decodeSamples(t testing.TB, r io.Reader) []float32 {
	t.Helper()
	d, err := audio.NewDecoder(r)
	if err != nil {
		t.Fatal(err)
	}
	return audiotest.Samples(t, audio.Resample(audio.Mono(d), 24000))
}

// An m4a of which several pieces are played cannot be cut without decoding it. Where it is too
// large it is converted, and what is sent are these pieces.
func TestAnEditedM4AThatIsTooLargeIsConverted(t *testing.T) {
	w := newWorld(t)
	data := edited(t, [2]int{1000, 500}, [2]int{100, 700})
	want := decodeSamples(t, bytes.NewReader(data))
	var got []float32
	w.fail(func(_ int, rw http.ResponseWriter, r *http.Request) bool {
		file, _, err := r.FormFile("file")
		if err != nil {
			t.Error(err)
			return false
		}
		got = append(got, decodeSamples(t, file)...)
		_, _ = io.WriteString(rw, `{"text":"Hello.","segments":[{"start":0,"end":1,"text":"Hello."}]}`)
		return true
	})
	j := w.job(w.file("memo.m4a", data))
	j.Limit = int64(len(data)) - 1
	if e, err := w.Estimate(t.Context(), j.Path, j); err != nil || !e.Converts || e.Length.Round(10*time.Millisecond) != 1200*time.Millisecond {
		t.Errorf("estimated %+v, %v", e, err)
	}
	if text := w.write(j); text.Text != "Hello." {
		t.Errorf("%+v", text)
	}
	var both, one, other float64
	for i := range min(len(want), len(got)) {
		both += float64(want[i]) * float64(got[i])
		one += float64(want[i]) * float64(want[i])
		other += float64(got[i]) * float64(got[i])
	}
	if c := both / math.Sqrt(one*other); c < 0.95 || len(got) < len(want) || len(got) > len(want)+2*1152 {
		t.Errorf("%d samples of %d, %.3f like them", len(got), len(want), c)
	}
}

// An m4a of several pieces that is longer than a model accepts is converted, too, and then cut.
func TestAnEditedM4AThatIsTooLongIsConverted(t *testing.T) {
	w := newWorld(t)
	s := &timedService{t: t, longest: 80 * time.Second, timed: true}
	w.fail(s.serve)
	pieces := make([][2]int, 70)
	for i := range pieces {
		pieces[i] = [2]int{100 * (i % 2), 1500}
	}
	j := w.job(w.file("memo.m4a", edited(t, pieces...)))
	if text := w.write(j); text.Text != "Part 1.\nPart 2." || text.Length < 104*time.Second {
		t.Errorf("%+v", text)
	}
	if s.refused != 1 || len(s.lengths) != 2 {
		t.Errorf("refused %d times, answered %v", s.refused, s.lengths)
	}
}
