package client

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"math"
	"strings"
	"testing"
	"time"
)

// gradeSpeech asks for speech and grades the sound and the error.
func (c wireCase) gradeSpeech(ctx context.Context, t *testing.T, client *Client) {
	t.Helper()
	format, sound, err := hear(ctx, client, SpeechRequest{Model: "demo-tts", Input: "Hello there.", Voice: "alloy", Format: AudioFormat(c.Asked.Format)})
	if c.Want.Format != nil && format != AudioFormat(*c.Want.Format) {
		t.Errorf("format %q, want %q", format, *c.Want.Format)
	}
	if want := c.Want.Duration; want != nil {
		if got := soundLength(format, sound); math.Abs(got.Seconds()-*want) > *want/10 {
			t.Errorf("%v of sound, want %v s", got, *want)
		}
	}
	if c.Want.PartialOK && len(sound) == 0 {
		t.Error("nothing is kept of what came")
	}
	c.gradeError(t, err)
}

// hear reads speech to its end; err is nil after a true one.
func hear(ctx context.Context, client *Client, r SpeechRequest) (AudioFormat, []byte, error) {
	s, err := client.Speech(ctx, r)
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = s.Close() }()
	sound, err := io.ReadAll(s)
	return s.Format(), sound, err
}

// soundLength is how long a sound lasts, by counting and without decoding it.
func soundLength(format AudioFormat, sound []byte) time.Duration {
	seconds := 0.0
	switch format {
	case AudioPCM:
		seconds = float64(len(sound)) / 48000
	case AudioWAV:
		seconds = wavSeconds(sound)
	case AudioMP3, AudioAAC:
		if bytes.HasPrefix(sound, []byte("ID3")) && len(sound) > 10 {
			size := int(sound[6])<<21 | int(sound[7])<<14 | int(sound[8])<<7 | int(sound[9])
			sound = sound[min(len(sound), 10+size):]
		}
		for len(sound) > 4 {
			kind, length := audioFrame(sound)
			if kind == "" || length <= 0 {
				sound = sound[1:]
				continue
			}
			seconds += frameSeconds(kind, sound)
			sound = sound[min(len(sound), length):]
		}
	case AudioFLAC:
		if len(sound) > 26 {
			rate := float64(binary.BigEndian.Uint32(sound[18:22]) >> 12)
			samples := float64(binary.BigEndian.Uint64(sound[18:26]) & (1<<36 - 1))
			seconds = samples / rate
		}
	case AudioOpus:
		if at := bytes.LastIndex(sound, []byte("OggS")); at >= 0 && len(sound) > at+14 {
			seconds = float64(binary.LittleEndian.Uint64(sound[at+6:at+14])) / 48000
		}
	}
	return time.Duration(seconds * float64(time.Second))
}

func frameSeconds(kind AudioFormat, head []byte) float64 {
	if kind == AudioAAC {
		rates := []float64{96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350}
		return 1024 / rates[head[2]>>2&15]
	}
	rate := []float64{44100, 48000, 32000}[head[2]>>2&3]
	switch head[1] >> 3 & 3 {
	case 3:
		return 1152 / rate
	case 2:
		return 576 / (rate / 2)
	}
	return 576 / (rate / 4)
}

// wavSeconds goes by what is there, not by what the header promises.
func wavSeconds(sound []byte) float64 {
	perSecond := 0.0
	for at := 12; at+8 <= len(sound); {
		size := int(binary.LittleEndian.Uint32(sound[at+4:]))
		body := sound[at+8:]
		switch string(sound[at : at+4]) {
		case "fmt ":
			perSecond = float64(binary.LittleEndian.Uint32(body[8:]))
		case "data":
			return float64(len(body)) / perSecond
		}
		at += 8 + size + size%2
	}
	return 0
}

// gradeTranscription sends a recording and grades the transcript and the error.
func (c wireCase) gradeTranscription(ctx context.Context, t *testing.T, client *Client) {
	t.Helper()
	got, err := client.Transcribe(ctx, TranscriptionRequest{
		Model: "demo-stt", Audio: bytes.NewReader(silentWAV(2000)), Format: TranscriptFormat(c.Asked.Format),
	})
	if want := c.Want.Text; want != nil && got.Text != strings.TrimSpace(*want) {
		t.Errorf("text %q, want %q", got.Text, *want)
	}
	for name, n := range map[string]struct {
		got  int
		want *int
	}{"segments": {len(got.Segments), c.Want.Segments}, "cues": {len(got.Segments), c.Want.Cues}, "words": {len(got.Words), c.Want.Words}} {
		if n.want != nil && n.got != *n.want {
			t.Errorf("%d %s, want %d", n.got, name, *n.want)
		}
	}
	if want := c.Want.Duration; want != nil && math.Abs(got.Duration.Seconds()-*want) > *want/10 {
		t.Errorf("lasts %v, want %v s", got.Duration, *want)
	}
	if want := c.Want.Language; want != "" && got.Language != want {
		t.Errorf("language %q, want %q", got.Language, want)
	}
	spans := got.Segments
	if len(spans) == 0 {
		spans = got.Words
	}
	var speakers []string
	for _, s := range spans {
		speakers = append(speakers, s.Speaker)
	}
	if want := c.Want.Speakers; want != "" && strings.Join(speakers, " ") != want {
		t.Errorf("speakers %q, want %q", speakers, want)
	}
	if want := c.Want.SaveExt; want != "" && got.Ext() != want {
		t.Errorf("would be saved as %q, want %q", got.Ext(), want)
	}
	if err == nil && got.Text == "" {
		t.Error("neither words nor an error")
	}
	c.gradeError(t, err)
}

// silentWAV is a recording of so many samples of silence.
func silentWAV(samples int) []byte {
	var b bytes.Buffer
	put := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) }
	b.WriteString("RIFF")
	put(uint32(36 + 2*samples))
	b.WriteString("WAVEfmt ")
	put([]uint32{16, 1<<16 | 1, 24000, 48000, 16<<16 | 2})
	b.WriteString("data")
	put(uint32(2 * samples))
	b.Write(make([]byte, 2*samples))
	return b.Bytes()
}
