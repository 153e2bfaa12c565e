package transcriber_test

import (
	"context"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"parlando/app/ask"
	"parlando/app/chat"
	"parlando/app/transcripts/transcriber"
	"parlando/client"
)

// patient listens to everything and says one sentence.
type patient struct {
	ask.Gateway
	heard int64
}

func (p *patient) Resolve(chat.ID) (chat.ID, string) { return "patient", "" }

func (p *patient) Service(_ context.Context, id chat.ID) (*ask.Service, error) {
	return &ask.Service{Connection: id, Gateway: p}, nil
}

func (p *patient) Transcribe(_ context.Context, r client.TranscriptionRequest) (client.Transcript, error) {
	n, err := io.CopyBuffer(io.Discard, struct{ io.Reader }{r.Audio}, make([]byte, 1<<20))
	p.heard += n
	return client.Transcript{Text: "Nothing is said here."}, err
}

// A file of hugeFile bytes is cut and sent without a place for it in memory. It is silence, which
// costs no room on the disk.
func TestAHugeFileCostsNoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads gigabytes")
	}
	const size = hugeFile
	path := filepath.Join(t.TempDir(), "huge.wav")
	header := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x02\x00\x44\xac\x00\x00\x10\xb1\x02\x00\x04\x00\x10\x00data\x00\x00\x00\x00")
	binary.LittleEndian.PutUint32(header[4:], size-8)
	binary.LittleEndian.PutUint32(header[40:], size-44)
	if err := os.WriteFile(path, header, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p := &patient{}
	text, err := transcriber.New(transcriber.Options{Services: p, Learned: &learnedLimits{longest: map[string]time.Duration{}}}).Transcribe(t.Context(), transcriber.Job{Path: path, Model: "ears", Keep: t.TempDir(), Limit: size * 3 / 100}, nil)
	if err != nil || p.heard < size {
		t.Fatalf("%+v, %v: %d bytes were sent", text, err, p.heard)
	}
	runtime.ReadMemStats(&after)
	if grown := int64(after.Sys) - int64(before.Sys); grown > 48<<20 {
		t.Errorf("it took %d MB of memory", grown>>20)
	}
}
