package attachments_test

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"parley/app/attachments"
)

// TestHostileInputs grades the inputs of client/testdata/security that are pictures: what unfolds to more than a computer has is refused
// before it does, and nothing of it is stored.
func TestHostileInputs(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "..", "client", "testdata", "security", "hostile-inputs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	graded := 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var c struct {
			ID, Kind string
			Input    json.RawMessage
			Want     struct {
				Peak uint64 `json:"peak_memory_mb_max"`
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		var input struct{ Image string }
		if c.Kind != "import" || json.Unmarshal(c.Input, &input) != nil || input.Image == "" {
			continue
		}
		graded++
		t.Run(c.ID, func(t *testing.T) {
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
			var trouble *attachments.Trouble
			if !errors.As(err, &trouble) || trouble.Reason != attachments.TooManyPixels || len(s.blobs) != 0 {
				t.Errorf("%v, %d stored", err, len(s.blobs))
			}
			if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > c.Want.Peak/10 {
				t.Errorf("%d MB for a refusal, of %d", used, c.Want.Peak)
			}
		})
	}
	if err := lines.Err(); err != nil || graded == 0 {
		t.Fatal("none was graded", err)
	}
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
