package audio

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// fixture reads a file of testdata.
func fixture(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// speech is the sound in every fixture: "Parlando reads this aloud.", 24,000 samples a second in
// one channel.
func speech(t testing.TB) []float32 {
	t.Helper()
	d, err := NewDecoder(bytes.NewReader(fixture(t, "speech.wav")))
	if err != nil {
		t.Fatal(err)
	}
	all, err := drain(d)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// onlyReader hides all that a reader can do besides.
type onlyReader struct{ io.Reader }

// whole is a fixture as 24,000 samples a second in one channel. It is decoded once for all tests,
// and nobody changes it.
func whole(t testing.TB, name string) []float32 {
	t.Helper()
	read, _ := wholes.LoadOrStore(name, sync.OnceValues(func() ([]float32, error) {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			return nil, err
		}
		return decode(bytes.NewReader(data))
	}))
	all, err := read.(func() ([]float32, error))()
	if err != nil {
		t.Fatal(name, err)
	}
	return all
}

var wholes sync.Map // of functions, by the name of the fixture

// What cannot be decoded is named, so that somebody can be told what to do.
func TestWhatIsKnownButNotDecoded(t *testing.T) {
	t.Parallel()
	sounds := map[string]string{
		"#!AMR\n\x3c\x55": "AMR", "#!AMR-WB\n": "AMR-WB", "MAC \x96\x0f": "Monkey's Audio", "RIFF\x00\x00\x00\x00AVI LIST": "AVI",
		"OggS\x00\x02" + strings.Repeat("\x00", 20) + "\x01\x50Speex   1.2": "Speex",
		"\x03dss" + strings.Repeat("\x00", 60):                              "DSS (dictation machine)", "\x03ds2" + strings.Repeat("\x00", 60): "DS2 (dictation machine)",
		"Creative Voice File\x1a\x1a\x00\x0a\x01": "Creative Voice (VOC)", "\x06\x0e\x2b\x34\x02\x05\x01\x01\x0d\x01\x02\x01\x01\x02": "MXF video",
		"\x00\x01\x02\x03\x57\x90\x75\x36\x00": "Audible (AA)", "tBaK\x00": "TAK", "ajkg\x02": "Shorten", "OFR \x0c": "OptimFROG", "#!iLBC30\n": "iLBC",
		"\x80\x00\x00\x20\x03\x12\x04\x01" + strings.Repeat("\x00", 22) + "(c)CRI": "ADX", "\x56\xe0\x02ab\x56\xe0\x02cd": "AAC in LATM",
	}
	for name, is := range map[string]string{
		"alac.m4a": "Apple Lossless (ALAC)", "sound.wma": "Windows Media Audio", "yamaha.wav": "WAV with Yamaha ADPCM", "ac3.mkv": "Dolby AC-3",
		"sound.mp2": "MPEG layer II (MP2)", "sound.ts": "MPEG transport stream (TS)", "sound.w64": "Wave64",
	} {
		sounds[string(fixture(t, filepath.Join("unsupported", name)))] = is
	}
	for data, want := range sounds {
		_, err := NewDecoder(strings.NewReader(data))
		_, again := Open(strings.NewReader(data))
		for _, err := range []error{err, again} {
			var is *UnsupportedError
			if !errors.As(err, &is) || is.Name != want || !errors.Is(err, ErrUnknownFormat) {
				t.Errorf("%s: %v", want, err)
			}
		}
	}
}

func TestDecodersHearTheSpeech(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		format         Format
		rate, channels int
		least          float64 // correlation with the speech
		late           int     // frames at 24,000 a second
	}{
		{"speech.wav", WAV, 24000, 1, 0.9999, 0},
		{"speech.mp3", MP3, 24000, 1, 0.99, 0},
		{"speech-8000.mp3", MP3, 8000, 1, 0.95, 0},
		{"speech-22050.mp3", MP3, 22050, 1, 0.98, 1203}, // without a word of its delay
		{"speech-44100-stereo.mp3", MP3, 44100, 2, 0.98, 0},
		{"speech.aac", AAC, 24000, 1, 0.98, 1024}, // which says nothing of its delay
		// Opus keeps how a voice sounds rather than its wave; libopus decodes these to the same
		// within 50 dB.
		{"speech.opus", Opus, 48000, 1, 0.87, 0},
		{"speech-stereo.opus", Opus, 48000, 2, 0.97, 0},
		{"speech.ogg", Vorbis, 24000, 1, 0.98, 0},
		{"speech.m4a", MP4, 24000, 1, 0.98, 0},
		{"speech-44100-stereo.m4a", MP4, 44100, 2, 0.98, 0},
		{"speech-fragmented.mp4", MP4, 48000, 1, 0.98, 512}, // without an edit list
		{"speech-partly-fragmented.mp4", MP4, 24000, 1, 0.98, 0},
		{"speech-video-fragmented.mp4", MP4, 24000, 1, 0.98, 1024}, // without an edit list
		{"speech.webm", WebM, 48000, 1, 0.9, 0},
		{"speech-vorbis.webm", WebM, 24000, 1, 0.98, 0},
		{"laced.mka", Matroska, 24000, 1, 0.97, 0}, // by mkvmerge: several packets in a block
		{"speech.flac", FLAC, 24000, 1, 0.9999, 0},
		{"speech.aiff", AIFF, 24000, 1, 0.9999, 0},
		{"speech-alaw.aifc", AIFF, 24000, 1, 0.999, 0},
		{"speech.caf", CAF, 24000, 1, 0.9999, 0},
		{"speech-mulaw.wav", WAV, 24000, 1, 0.999, 0},
		{"speech-mp3.wav", WAV, 24000, 1, 0.98, 1105}, // without a word of its delay
		{"speech-video.mp4", MP4, 24000, 1, 0.98, 0},
		{"speech-video.mov", MP4, 24000, 1, 0.98, 0},
		{"speech-video.mkv", Matroska, 24000, 1, 0.98, 1024}, // without a word of its delay
		{"speech-video.webm", WebM, 48000, 1, 0.9, 0},
		// Made by ffmpeg of speech.wav, some at 8,000 Hz to be small. Those of six channels have it
		// in the middle one.
		{"speech-51.aac", AAC, 24000, 2, 0.98, 1024},
		{"speech-51.opus", Opus, 48000, 2, 0.9, 0},
		{"vorbis-51.ogg", Vorbis, 48000, 2, 0.93, 1024}, // by oggenc, of the AAC
		{"speech-opus.mp4", MP4, 48000, 1, 0.9, 0},
		{"speech-opus-fragmented.mp4", MP4, 48000, 1, 0.9, 0},
		{"speech-flac.mp4", MP4, 8000, 1, 0.95, 0},
		{"speech-flac.mkv", Matroska, 8000, 1, 0.95, 0},
		{"speech-flac.oga", OggFLAC, 8000, 1, 0.95, 0},
		{"speech-mp3.mp4", MP4, 24000, 1, 0.98, 0},
		{"speech-mp3.mkv", Matroska, 24000, 1, 0.98, 1105}, // without a word of its delay
		{"speech-pcm.mov", MP4, 8000, 1, 0.95, 0},
		{"speech-pcm.mkv", Matroska, 8000, 1, 0.95, 0},
		{"speech-44100-stereo.ogg", Vorbis, 44100, 2, 0.95, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := fixture(t, c.name)
			if got := DetectFormat(data[:sniffLength]); got != c.format {
				t.Errorf("it looks like %q", got)
			}
			d, err := NewDecoder(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if d.Rate() != c.rate || d.Channels() != c.channels {
				t.Errorf("it is %d Hz in %d channels", d.Rate(), d.Channels())
			}
			got := whole(t, c.name)
			want := speech(t)
			correlation, lag := match(want, got, max(0, c.late-8), c.late+8)
			t.Logf("%d samples of %d, correlation %.5f at %d", len(got), len(want), correlation, lag)
			if correlation < c.least || lag != c.late {
				t.Errorf("correlation %.4f, %d late", correlation, lag)
			}
			if more := len(got) - len(want); more < -1 || more > c.late+1200 {
				t.Errorf("%d samples became %d", len(want), len(got))
			}
		})
	}
}
