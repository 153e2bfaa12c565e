package waveform

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlando/media/audio"
	"parlando/media/audio/audiotest"
)

// shape counts the columns of MP3s whose levels by coefficients are close to those by samples.
type shape struct{ columns, within3, within6 int }

// measure measures an MP3 in both ways, in columns of step.
func (s *shape) measure(t *testing.T, data []byte, step time.Duration) (levels, peaks []uint8) {
	t.Helper()
	f, err := audio.Open(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	length, _ := f.Length()
	m := &measurement{ctx: t.Context(), file: f, buf: make([]float32, 4096*f.Channels())}
	m.wave.Step = step
	m.wave.Levels = make([]uint8, length/step+1)
	if err := m.estimate(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	levels, m.wave.Levels = m.wave.Levels, nil
	damaged := m.wave.Damaged
	m.wave.Damaged = 0
	if err := m.decode(len(levels)); err != nil {
		t.Fatal(err)
	}
	if m.wave.Damaged != damaged {
		t.Errorf("%d damaged places, not %d", damaged, m.wave.Damaged)
	}
	peaks = m.wave.Levels
	for i := range min(len(levels), len(peaks)) {
		low, high := float64(min(levels[i], peaks[i])), float64(max(levels[i], peaks[i]))
		s.columns++
		const rounded = 1
		if high <= low*1.413+rounded {
			s.within3++
		}
		if high <= low*1.995+rounded {
			s.within6++
		}
	}
	return levels, peaks
}

// hold fails unless 90 % of the columns are within 3 dB and 99 % within 6.
func (s *shape) hold(t *testing.T) {
	t.Helper()
	part := func(n int) float64 { return 100 * float64(n) / float64(max(1, s.columns)) }
	t.Logf("%d columns: %.1f %% within 3 dB, %.1f %% within 6 dB", s.columns, part(s.within3), part(s.within6))
	if s.columns == 0 || part(s.within3) < 90 || part(s.within6) < 99 {
		t.Error("that is too few")
	}
}

// Speech at all rates and bit rates, in one channel and two.
func TestAnMP3HasTheShapeOfItsSamples(t *testing.T) {
	t.Parallel()
	var all shape
	for _, name := range []string{"speech.mp3", "speech-8000.mp3", "speech-22050.mp3", "speech-44100-stereo.mp3"} {
		all.measure(t, audiotest.Fixture(t, name), 60*time.Millisecond)
	}
	z, err := zip.OpenReader(filepath.Join("..", "audio", "testdata", "mp3", "lowrates.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		if !strings.HasSuffix(f.Name, ".mp3") {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all.measure(t, data, 60*time.Millisecond)
	}
	all.hold(t)
}

// Any MP3s; .ci/shapes makes 20 of speech and music.
func TestTheMP3sOfAFolderHaveTheShapeOfTheirSamples(t *testing.T) {
	folder := os.Getenv("PARLANDO_SHAPES")
	if folder == "" {
		t.Skip("PARLANDO_SHAPES names no folder")
	}
	names, _ := filepath.Glob(filepath.Join(folder, "*.mp3"))
	for _, step := range []time.Duration{short / 2000, 30 * time.Minute / 2000} {
		var all shape
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var one shape
			one.measure(t, data, step)
			t.Logf("%s: %d of %d columns within 3 dB, %d within 6", filepath.Base(name), one.within3, one.columns, one.within6)
			all.columns, all.within3, all.within6 = all.columns+one.columns, all.within3+one.within3, all.within6+one.within6
		}
		all.hold(t)
	}
}
