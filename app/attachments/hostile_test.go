package attachments_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"runtime"
	"strings"
	"testing"

	"parlando/app/attachments"
	"parlando/client/hostiletest"
)

// TestHostileInputs grades pictures: what unfolds to more than a computer has is refused before it
// does, and nothing of it is stored.
func TestHostileInputs(t *testing.T) {
	hostiletest.Grade(t, "app/attachments", map[string]func(*testing.T, hostiletest.Case){"picture": func(t *testing.T, c hostiletest.Case) {
		var input struct{ Image string }
		var want struct {
			Peak uint64 `json:"peak_memory_mb_max"`
		}
		hostiletest.Decode(t, c.Input, &input)
		hostiletest.Decode(t, c.Want, &want)
		var kilobytes, w, h int
		if _, err := fmt.Sscanf(input.Image, "%d KB PNG of %dx%d", &kilobytes, &w, &h); err != nil {
			t.Fatal(err)
		}
		bomb := bombPNG(t, w, h)
		var before, after runtime.MemStats
		s := &shelf{}
		runtime.ReadMemStats(&before)
		_, _, err := attachments.New(s).Add(t.Context(), "holiday.png", bomb)
		runtime.ReadMemStats(&after)
		var failed *attachments.FileError
		if !errors.As(err, &failed) || failed.Reason != attachments.TooManyPixels || len(s.blobs) != 0 {
			t.Errorf("%v, %d stored", err, len(s.blobs))
		}
		if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > want.Peak/10 {
			t.Errorf("%d MB for a refusal, of %d", used, want.Peak)
		}
	}})
}

// bombPNG is a PNG of w by h black pixels of one byte.
func bombPNG(t *testing.T, w, h int) []byte {
	t.Helper()
	var file bytes.Buffer
	file.WriteString("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, content []byte) {
		body := append([]byte(kind), content...)
		file.Write(binary.BigEndian.AppendUint32(nil, uint32(len(content))))
		file.Write(body)
		file.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body)))
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(w))
	chunk("IHDR", append(binary.BigEndian.AppendUint32(head, uint32(h)), 8, 0, 0, 0, 0))
	var packed bytes.Buffer
	z, err := zlib.NewWriterLevel(&packed, zlib.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	row := strings.Repeat("\x00", w+1)
	for range h {
		if _, err := z.Write([]byte(row)); err != nil {
			t.Fatal(err)
		}
	}
	z.Close()
	chunk("IDAT", packed.Bytes())
	chunk("IEND", nil)
	return file.Bytes()
}
