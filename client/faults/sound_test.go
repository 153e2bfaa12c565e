package faults

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"net/http"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"parlando/client"
	"parlando/client/failure"
	"parlando/client/practice"
)

// tone is a recording: seconds of a tone with a pause in the middle, as a wav file of 16 kHz.
func tone(seconds int) []byte {
	const rate = 16000
	var b bytes.Buffer
	size := uint32(2 * rate * seconds)
	b.WriteString("RIFF")
	_ = binary.Write(&b, binary.LittleEndian, 36+size)
	b.WriteString("WAVEfmt ")
	_ = binary.Write(&b, binary.LittleEndian, []uint32{16, 1<<16 | 1, rate, 2 * rate, 16<<16 | 2})
	b.WriteString("data")
	_ = binary.Write(&b, binary.LittleEndian, size)
	for i := range rate * seconds {
		sample := int16(8000 * math.Sin(float64(i)/9))
		if third := rate * seconds / 3; i > third && i < 2*third {
			sample = 0
		}
		_ = binary.Write(&b, binary.LittleEndian, sample)
	}
	return b.Bytes()
}

// speaker answers every wish with the same sound, so slowly that something can happen to the
// network meanwhile.
type speaker struct {
	sound []byte
	pace  time.Duration
}

func (s speaker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return
	}
	w.Header().Set("Content-Type", "audio/wav")
	for sound := s.sound; len(sound) > 0; {
		n := min(len(sound), 1500)
		if _, err := w.Write(sound[:n]); err != nil || http.NewResponseController(w).Flush() != nil {
			return
		}
		sound = sound[n:]
		select {
		case <-time.After(s.pace):
		case <-r.Context().Done():
			return
		}
	}
}

// spoken takes some seconds to say.
const spoken = "The lines are bad tonight, and there is a storm over the sea. We shall try once more, and then we shall go to bed."

// hear reads a sound; once some of it has come, then is called.
func (n *network) hear(t *testing.T, then func()) ([]byte, error) {
	t.Helper()
	ctx := deadline(t)
	speech, err := n.Speech(ctx, client.SpeechRequest{Model: practice.VoiceModel, Voice: "alloy", Input: spoken, Format: client.AudioWAV})
	if err != nil {
		return nil, err
	}
	defer speech.Close()
	var sound []byte
	buf := make([]byte, 1000)
	for {
		k, err := speech.Read(buf)
		sound = append(sound, buf[:k]...)
		if then != nil && len(sound) > 0 {
			then()
			then = nil
		}
		if ctx.Err() != nil {
			t.Fatal("the sound hangs")
		}
		if errors.Is(err, io.EOF) {
			return sound, nil
		}
		if err != nil {
			return sound, err
		}
	}
}

// soundOn is the sound on a tape, as far as it came.
func soundOn(tape []byte) []byte {
	response, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(tape)), nil)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	sound, _ := io.ReadAll(response.Body) // the error is the fault under test
	return sound
}

func TestSoundOverABadNetwork(t *testing.T) {
	gateway := practice.New(practice.Options{})
	sound, err := newNetwork(t, gateway, client.Options{}).hear(t, nil)
	if err != nil || len(sound) < 100_000 {
		t.Fatalf("over a good network: %d bytes, %v", len(sound), err)
	}
	for _, c := range []struct {
		name, kind string
		attributes map[string]any
		want       failure.Kind // "" when the sound comes whole
	}{
		{"latency", "latency", map[string]any{"latency": 60, "jitter": 30}, ""},
		{"bandwidth", "bandwidth", map[string]any{"rate": 400}, ""},
		{"slices", "slicer", map[string]any{"average_size": 100, "size_variation": 90, "delay": 0}, ""},
		{"slow close", "slow_close", map[string]any{"delay": 60_000}, ""},
		{"cut in the head", "limit_data", map[string]any{"bytes": 50}, failure.Network},
		{"cut in the sound", "limit_data", map[string]any{"bytes": 50_000}, failure.Network},
		{"reset", "reset_peer", map[string]any{"timeout": 0}, failure.Network},
		{"silence", "timeout", map[string]any{"timeout": 0}, failure.NoData},
		{"silence, then closed", "timeout", map[string]any{"timeout": 50}, failure.Network},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := newNetwork(t, gateway, patience(c.want, 400*time.Millisecond))
			n.toxic(t, c.kind, "downstream", c.attributes)
			got, err := n.hear(t, nil)
			n.checkSound(t, got, err, sound, c.want)
		})
	}
}

func TestSoundKeepsWhatCameBeforeTheFault(t *testing.T) {
	sound := tone(3)
	for _, c := range []struct {
		kind       string
		attributes map[string]any
		want       failure.Kind
	}{
		{"reset_peer", map[string]any{"timeout": 0}, failure.Network},
		{"timeout", map[string]any{"timeout": 0}, failure.NoData},
		{"bandwidth", map[string]any{"rate": 0}, failure.NoData},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			n := newNetwork(t, speaker{sound, 5 * time.Millisecond}, patience(c.want, 400*time.Millisecond))
			got, err := n.hear(t, func() { n.toxic(t, c.kind, "downstream", c.attributes) })
			n.checkSound(t, got, err, sound, c.want)
			if len(got) == 0 {
				t.Error("nothing was kept")
			}
		})
	}
}

// checkSound holds a sound against what arrived on the wire, and its end against what was sent.
func (n *network) checkSound(t *testing.T, got []byte, err error, sent []byte, want failure.Kind) {
	t.Helper()
	if came := soundOn(n.read()); !bytes.Equal(got, came) {
		t.Errorf("%d bytes of sound came and %d were kept", len(came), len(got))
	}
	if kindOf(err) != want || (err == nil) != bytes.Equal(got, sent) {
		t.Errorf("%d of %d bytes, then %v; want kind %q", len(got), len(sent), err, want)
	}
	if n.requests.Load() > 1 {
		t.Errorf("the sound was asked for %d times", n.requests.Load())
	}
}

func TestUploadOverABadNetwork(t *testing.T) {
	gateway := practice.New(practice.Options{TokenInterval: -1})
	recording := tone(20)
	transcribe := func(t *testing.T, n *network) (client.Transcript, error) {
		ctx := deadline(t)
		var sent atomic.Int64
		got, err := n.Transcribe(ctx, client.TranscriptionRequest{
			Model: practice.TranscriptionModel, Audio: bytes.NewReader(recording), Format: client.TranscriptVerbose,
			Progress: func(k, total int64) {
				if before := sent.Swap(k); k < before || k > total || total != int64(len(recording)) {
					t.Errorf("%d of %d bytes after %d", k, total, before)
				}
			},
		})
		if ctx.Err() != nil {
			t.Fatal("the upload hangs")
		}
		if err == nil && sent.Load() != int64(len(recording)) {
			t.Errorf("told of %d bytes of %d", sent.Load(), len(recording))
		}
		got.RequestID = ""
		return got, err
	}
	want, err := transcribe(t, newNetwork(t, gateway, client.Options{}))
	if err != nil || want.Text == "" {
		t.Fatalf("over a good network: %+v, %v", want, err)
	}
	for _, c := range []struct {
		name, kind, stream string
		attributes         map[string]any
		want               failure.Kind // "" when the transcript comes
	}{
		{"latency", "latency", "upstream", map[string]any{"latency": 60, "jitter": 30}, ""},
		{"bandwidth", "bandwidth", "upstream", map[string]any{"rate": 2000}, ""},
		{"slices", "slicer", "upstream", map[string]any{"average_size": 500, "size_variation": 400, "delay": 0}, ""},
		{"transcript in single bytes", "slicer", "downstream", map[string]any{"average_size": 1, "size_variation": 0, "delay": 0}, ""},
		{"reset", "reset_peer", "upstream", map[string]any{"timeout": 0}, failure.Network},
		{"reset while it uploads", "reset_peer", "upstream", map[string]any{"timeout": 20}, failure.Network},
		{"swallowed", "timeout", "upstream", map[string]any{"timeout": 0}, failure.NoData},
		{"swallowed, then closed", "timeout", "upstream", map[string]any{"timeout": 50}, failure.Network},
		{"transcript cut in its head", "limit_data", "downstream", map[string]any{"bytes": 30}, failure.Network},
		{"transcript cut", "limit_data", "downstream", map[string]any{"bytes": 400}, failure.Network},
		{"no transcript", "timeout", "downstream", map[string]any{"timeout": 0}, failure.NoData},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			// A recording may take five times as long.
			n := newNetwork(t, gateway, patience(c.want, 80*time.Millisecond))
			n.toxic(t, c.kind, c.stream, c.attributes)
			if c.name == "reset while it uploads" {
				n.toxic(t, "bandwidth", "upstream", map[string]any{"rate": 1000})
			}
			got, err := transcribe(t, n)
			if kindOf(err) != c.want || err == nil && !reflect.DeepEqual(got, want) {
				t.Errorf("%+v, %v; want kind %q\n%+v", got, err, c.want, want)
			}
			if n.requests.Load() > 1 {
				t.Errorf("the recording was sent %d times", n.requests.Load())
			}
		})
	}
}
