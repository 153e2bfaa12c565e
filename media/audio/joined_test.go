package audio

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/media/container"
)

// Every place in a file in which several sounds stand is found, and all that follows is heard,
// whatever their rates and codecs. Its length is not told wrongly.
func TestPlacesInJoinedSounds(t *testing.T) {
	t.Parallel()
	long := longFiles(t)
	low, high := fixture(t, "speech-22050.mp3"), bytes.Repeat(fixture(t, "speech-44100-stereo.mp3"), 2)
	lowAAC, highAAC := fixture(t, "speech.aac"), aacOf(t, 44100, 2)
	for name, all := range map[string][][]byte{
		"MP3, low first":         {low, high, low, high, fixture(t, "speech.mp3")},
		"MP3, lowest between":    {low, fixture(t, "speech-8000.mp3"), high, fixture(t, "speech-8000.mp3")},
		"MP3, high first":        {high, low, high, fixture(t, "speech.mp3"), low},
		"AAC, low first":         {lowAAC, highAAC, lowAAC, highAAC, aacOf(t, 32000, 1)},
		"AAC, high first":        {highAAC, lowAAC, highAAC, aacOf(t, 48000, 1), lowAAC},
		"Oggs of FLAC":           {fixture(t, "speech-flac.oga"), fixture(t, "speech-flac.oga"), fixture(t, "speech-flac.oga")},
		"Oggs of Opus":           {long["long.opus"], long["long.opus"]},
		"Oggs of Vorbis":         {fixture(t, "speech.ogg"), fixture(t, "speech.ogg"), fixture(t, "speech.ogg")},
		"a large Ogg behind one": {fixture(t, "speech.ogg"), anotherSerial(t, long["long.opus"], 4711), fixture(t, "speech.ogg")},
		"WebM":                   {long["long.webm"], long["long.webm"], fixture(t, "speech.webm")},
		"Vorbis behind Opus":     {fixture(t, "speech.webm"), fixture(t, "speech-vorbis.webm"), long["long.webm"]},
		"codecs of Matroska":     {fixture(t, "laced.mka"), fixture(t, "speech-mp3.mkv"), fixture(t, "speech-vorbis.webm")},
		"pictures stand in it":   {fixture(t, "speech-video.mkv"), fixture(t, "speech-video.webm")},
		"FLAC":                   {long["long.flac"], fixture(t, "speech.flac"), long["long.flac"]},
		"short FLAC":             {fixture(t, "speech.flac"), fixture(t, "speech.flac")},
		"WAV":                    {long["long.wav"], fixture(t, "speech.wav"), long["long.wav"]},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := Open(bytes.NewReader(bytes.Join(all, nil)))
			if err != nil {
				t.Fatal(err)
			}
			rate, channels := f.Rate(), f.Channels()
			var alone []float32
			for _, data := range all {
				d, err := NewDecoder(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				alone = append(alone, readAll(t, Convert(d, rate, channels))...)
			}
			want := readAll(t, f)
			if off := len(want) - len(alone); off > rate/5*channels*len(all) || off < -rate/5*channels*len(all) {
				t.Fatalf("%d samples are heard of %d", len(want), len(alone))
			}
			checkPlaces(t, f, want)
		})
	}
}

func opened(t *testing.T, file []byte) *File {
	t.Helper()
	f, err := Open(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// checkPlaces compares the length of a file, if that is told exactly, and what is heard from many
// places on with all that is heard.
func checkPlaces(t *testing.T, f *File, want []float32) {
	t.Helper()
	heard := container.Duration(int64(len(want)/f.Channels()), f.Rate())
	if length, exact := f.Length(); exact != (length > 0) || exact && (length-heard).Abs() > time.Millisecond {
		t.Errorf("%v are heard, and it says %v (exact: %v)", heard, length, exact)
	}
	for i := range 12 {
		checkPlace(t, f, want, heard*time.Duration(11-i)/12)
	}
}

// checkPlace compares what is heard from a place on with all that is heard, to within 1 ms.
func checkPlace(t *testing.T, f *File, want []float32, to time.Duration) {
	t.Helper()
	if err := f.Seek(to); err != nil {
		t.Fatalf("to %v: %v", to, err)
	}
	rate, channels := f.Rate(), f.Channels()
	at := int(int64(to)*int64(rate)/int64(time.Second)) * channels
	rest := readAll(t, f)
	most := rate / 1000 * channels
	if off := len(rest) - (len(want) - at); off > most || off < -most {
		t.Errorf("from %v on there are %d samples, not %d", to, len(rest), len(want)-at)
		return
	}
	// both in one channel
	first := func(samples []float32, n int) (mono []float32) {
		for i := 0; i+channels <= min(n, len(samples)); i += channels {
			mono = append(mono, samples[i])
		}
		return mono
	}
	part := first(rest, rate/5*channels)
	from := max(0, at-most)
	around := first(want[from:], rate/5*channels+2*most)
	quiet := max(slices.Max(part), slices.Max(first(want[at:], rate/5*channels))) < 0.02
	if len(around) <= len(part) || quiet {
		return
	}
	least := 0.99
	switch {
	case strings.HasSuffix(t.Name(), "/speech-44100-stereo.m4a"):
		least = 0.95 // most of it is noise that the decoder makes, never the same
	case f.Format() == MP4:
		least = 0.97 // some of it is
	}
	if best, _ := match(part, around, 0, len(around)-len(part)); best < least {
		t.Errorf("what follows %v is heard nowhere near, and correlates by %.3f", to, best)
	}
}

// aacOf is the speech as frames of AAC.
func aacOf(t *testing.T, rate, channels int) []byte {
	t.Helper()
	var b bytes.Buffer
	encode(t, &b, AAC, rate, channels, speechAt(t, rate, channels))
	return b.Bytes()
}

// speechAt is the speech at a rate, the same in all channels.
func speechAt(t *testing.T, rate, channels int) []float32 {
	t.Helper()
	var all []float32
	for _, v := range readAll(t, Resample(&values{rate: 24000, channels: 1, samples: speech(t)}, rate)) {
		for range channels {
			all = append(all, v)
		}
	}
	return all
}
