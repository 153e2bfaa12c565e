package audio

import (
	"bytes"
	"testing"
	"time"
)

// Oggs that stand one behind the other are all measured and sought, though each has the same serial
// number as the first.
func TestJoinedOggsOfOneSerialNumber(t *testing.T) {
	t.Parallel()
	files := longFiles(t)
	for name, data := range map[string][]byte{
		"FLAC":   bytes.Repeat(fixture(t, "speech-flac.oga"), 3),
		"Opus":   bytes.Repeat(files["long.opus"], 2),
		"Vorbis": bytes.Repeat(fixture(t, "speech.ogg"), 3),
		"another one between them": bytes.Join([][]byte{
			fixture(t, "speech.ogg"), anotherSerial(t, files["long.opus"], 4711), fixture(t, "speech.ogg"),
		}, nil),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, err := asItIs(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			checkPlaces(t, data, want)
		})
	}
}

// Of large files only some places are looked at.
func TestALargeOggBehindAnother(t *testing.T) {
	t.Parallel()
	period, whole := vorbisPeriod(t)
	one := longVorbis(t, 150, period, whole)
	once, exact, err := Length(bytes.NewReader(one))
	if err != nil || !exact {
		t.Fatal(exact, err)
	}
	f, err := Open(bytes.NewReader(bytes.Repeat(one, 2)))
	if err != nil {
		t.Fatal(err)
	}
	if length, exact := f.Length(); !exact || (length-2*once).Abs() > time.Millisecond || len(one) < joinNear {
		t.Errorf("of two of %v and %d bytes it says %v, exact: %v", once, len(one), length, exact)
	}
	if err := f.Seek(once + time.Second); err != nil {
		t.Fatal(err)
	}
	got := readN(t, f, f.Rate()/2)
	if err := f.Seek(time.Second - time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if c, _ := match(got, readN(t, f, f.Rate()*6/10), 0, f.Rate()/500); c < 0.99 {
		t.Errorf("it correlates by %.3f", c)
	}
}
